/**
 * How many single-character edits (insert, delete, replace, swap neighbours)
 * turn `left` into `right`; `limit + 1` as soon as it must be more than
 * `limit`. Only a band of that width is computed, so long strings stay cheap.
 */
export function editDistance(left: string, right: string, limit: number): number {
  if (left === right) return 0;
  const [a, b] = trimmed([...left], [...right]);
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  if (a.length === 0 || b.length === 0) return Math.max(a.length, b.length);

  const beyond = limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => Math.min(column, beyond));
  for (let row = 1; row <= a.length; row++) {
    const from = Math.max(1, row - limit);
    const to = Math.min(b.length, row + limit);
    const current: number[] = [];
    current[from - 1] = from === 1 ? Math.min(row, beyond) : beyond;
    let best = beyond;
    for (let column = from; column <= to; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (previous[column] ?? beyond) + 1,
        (current[column - 1] ?? beyond) + 1,
        (previous[column - 1] ?? beyond) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforePrevious[column - 2] ?? beyond) + 1);
      }
      current[column] = Math.min(cost, beyond);
      best = Math.min(best, cost);
    }
    if (best > limit) return beyond;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? beyond;
}

/** Without the common beginning and end, which never change the distance. */
function trimmed(a: string[], b: string[]): [string[], string[]] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  const room = Math.min(a.length, b.length) - start;
  while (end < room && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}
