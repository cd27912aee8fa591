const tails = new Map<string, Promise<unknown>>();

/**
 * Runs work on the same path one after another, in the order it came, within this process: callers of one
 * process need not fight over a lock file.
 */
export async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
  const before = tails.get(path);
  const turn = before === undefined ? work() : before.then(work);
  const tail = turn.catch(() => undefined);
  tails.set(path, tail);
  try {
    return await turn;
  } finally {
    if (tails.get(path) === tail) tails.delete(path);
  }
}
