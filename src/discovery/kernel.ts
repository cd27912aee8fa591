/**
 * Dot products of a query with the rows at `slots`, into `scores`. Four
 * accumulators, because one would wait for itself; float32, because int8 is
 * slower in plain JavaScript.
 */
export function scanRows(
  matrix: Float32Array,
  slots: readonly number[],
  query: Float32Array,
  scores: Float64Array,
): void {
  const length = query.length;
  const whole = length - (length % 4);
  for (let place = 0; place < slots.length; place += 1) {
    const begin = (slots[place] as number) * length;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let index = 0; index < whole; index += 4) {
      a += (matrix[begin + index] as number) * (query[index] as number);
      b += (matrix[begin + index + 1] as number) * (query[index + 1] as number);
      c += (matrix[begin + index + 2] as number) * (query[index + 2] as number);
      d += (matrix[begin + index + 3] as number) * (query[index + 3] as number);
    }
    for (let index = whole; index < length; index += 1)
      a += (matrix[begin + index] as number) * (query[index] as number);
    scores[place] = a + b + (c + d);
  }
}

/** Dot product of two rows of one matrix. */
export function dotRows(matrix: Float32Array, first: number, second: number, length: number): number {
  let a = 0;
  let b = 0;
  for (let index = 0; index + 1 < length; index += 2) {
    a += (matrix[first + index] as number) * (matrix[second + index] as number);
    b += (matrix[first + index + 1] as number) * (matrix[second + index + 1] as number);
  }
  if (length % 2 === 1) a += (matrix[first + length - 1] as number) * (matrix[second + length - 1] as number);
  return a + b;
}

/** A vector in one byte a value. Clauses and examples are many, and only compared among the best few. */
export interface CompactVector {
  readonly values: Int8Array;
  readonly scale: number;
}

/** Rounds vectors to 127 steps of their largest values. They share one buffer: a buffer each would cost more than the values. */
export function compact(vectors: readonly Float32Array[]): readonly CompactVector[] {
  const buffer = new ArrayBuffer(vectors.reduce((sum, { length }) => sum + length, 0));
  let begin = 0;
  return vectors.map((vector) => {
    const values = new Int8Array(buffer, begin, vector.length);
    begin += vector.length;
    return { values, scale: round(vector, values) };
  });
}

function round(vector: Float32Array, values: Int8Array): number {
  let largest = 0;
  for (let index = 0; index < vector.length; index += 1)
    largest = Math.max(largest, Math.abs(vector[index] as number));
  if (largest === 0) return 0;
  // Rounded to float32 at once, so that a stored and loaded scale is the same number.
  const scale = Math.fround(largest / 127);
  for (let index = 0; index < vector.length; index += 1)
    values[index] = Math.round((vector[index] as number) / scale);
  return scale;
}

/** Dot product of a query with a compact vector. */
export function dotCompact(vector: CompactVector, query: Float32Array): number {
  const { values } = vector;
  let a = 0;
  let b = 0;
  for (let index = 0; index + 1 < values.length; index += 2) {
    a += (values[index] as number) * (query[index] as number);
    b += (values[index + 1] as number) * (query[index + 1] as number);
  }
  if (values.length % 2 === 1) a += (values.at(-1) ?? 0) * (query.at(-1) ?? 0);
  return (a + b) * vector.scale;
}

/** Adds a compact vector's values to `sums`. */
export function addCompact(sums: Float64Array, { values, scale }: CompactVector): void {
  for (let index = 0; index < sums.length; index += 1)
    sums[index] = (sums[index] as number) + (values[index] as number) * scale;
}
