import type { Leaning } from "../ports/embedder.js";

/** No request is so clear that nothing else counts. */
const LARGEST_LEAN = 3;

/** Scaled so that the two kinds lie at minus one and one on average, whatever the embedder's similarities are. */
export function leaningOf(served: readonly Float32Array[], answered: readonly Float32Array[]): Leaning {
  const from = meanOf(served);
  const to = meanOf(answered);
  const direction = to.map((value, index) => value - (from[index] as number));
  const half = direction.reduce((sum, value) => sum + value * value, 0) / 2;
  if (!(half > 0)) return { direction: direction.fill(0), middle: 0 };
  const scaled = direction.map((value) => value / half);
  return { direction: scaled, middle: (dot(scaled, from) + dot(scaled, to)) / 2 };
}

/** How much a request is like what needs no skill: about minus one for what one is asked to do, about one for mere questions. */
export function leanOf({ direction, middle }: Leaning, request: Float32Array): number {
  return Math.max(-LARGEST_LEAN, Math.min(LARGEST_LEAN, dot(direction, request) - middle));
}

function meanOf(vectors: readonly Float32Array[]): Float64Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (let index = 0; index < mean.length; index += 1)
      mean[index] = (mean[index] as number) + (vector[index] as number) / vectors.length;
  return mean;
}

function dot(first: ArrayLike<number>, second: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < first.length; index += 1)
    sum += (first[index] as number) * (second[index] as number);
  return sum;
}
