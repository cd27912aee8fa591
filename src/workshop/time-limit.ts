import type { PortContext } from "../ports/context.js";
import { type Desk, portContext } from "./desk.js";

/** Stands for a port that did not answer in time. */
export const TIMED_OUT: unique symbol = Symbol("timed out");

/**
 * Waits for a port at most so long, then aborts its signal and goes on without it. A late answer is
 * ignored, a late failure too; the port can't hold anything up.
 */
export async function withTimeLimit<T>(
  desk: Desk,
  timeMs: number,
  ask: (context: PortContext) => Promise<T>,
): Promise<T | typeof TIMED_OUT> {
  const call = new AbortController();
  const timer = new AbortController();
  const limit = desk.clock.sleep(timeMs, timer.signal).then(
    (): typeof TIMED_OUT => TIMED_OUT,
    (): typeof TIMED_OUT => TIMED_OUT,
  );
  try {
    const answer = ask(portContext(desk, { timeMs, signal: call.signal }));
    answer.catch(() => undefined);
    return await Promise.race([answer, limit]);
  } finally {
    timer.abort();
    call.abort();
  }
}
