/**
 * How much longer `work` takes on twice the input, from two doublings (`large` is four times `small`), so that a jump
 * between the processor's caches does not look like a curve. Both sizes are measured in turn, each often enough that the clock
 * and a busy machine don't decide, and the fastest round counts: noise only ever makes things slower.
 */
export function fastestGrowth(work: (text: string) => unknown, small: string, large: string): number {
  work(small);
  const once = Math.max(
    elapsed(() => work(small)),
    0.01,
  );
  const times = Math.min(200, Math.ceil(3 / once));
  const batch = (text: string) => (): void => {
    for (let time = 0; time < times; time += 1) work(text);
  };
  let first = Number.POSITIVE_INFINITY;
  let second = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 12; round += 1) {
    first = Math.min(first, elapsed(batch(small)));
    second = Math.min(second, elapsed(batch(large)));
    if (round >= 2 && second / first < 7) break;
  }
  return Math.sqrt(second / first);
}

/** Processor time: on a busy machine the longer of two works is interrupted more often. */
function elapsed(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
