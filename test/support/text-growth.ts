/**
 * How much longer `work` takes on twice the input: the best of several
 * interleaved rounds, so that a busy machine can't fail a test.
 */
export function growthOf(
  work: (text: string) => unknown,
  make: (size: number) => string,
  size = 500_000,
): number {
  const small = make(size);
  const large = make(size * 2);
  work(small.slice(0, 10_000));
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5 && best >= 3; round++) {
    const first = elapsed(() => work(small));
    const second = elapsed(() => work(large));
    // Below a millisecond the clock, not the code, decides.
    best = Math.min(best, Math.max(second, 1) / Math.max(first, 1));
  }
  return best;
}

function elapsed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
