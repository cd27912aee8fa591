import type { Turn } from "./turn-end.js";

/** Sessions whose length is remembered. */
const SESSIONS = 1000;

/**
 * Where each turn begins. Harnesses hand over the whole session after every turn; what an earlier
 * turn already showed is neither captured nor counted again.
 */
export function createTurnStarts(): { readonly startOf: (turn: Turn) => number } {
  const lengths = new Map<string, number>();
  return {
    startOf(turn) {
      const session = turn.sessionId;
      const known = session === undefined ? 0 : (lengths.get(session) ?? 0);
      if (session !== undefined) {
        lengths.delete(session);
        lengths.set(session, turn.messages.length);
        const oldest = lengths.keys().next().value;
        if (lengths.size > SESSIONS && oldest !== undefined) lengths.delete(oldest);
      }
      if (turn.turnStart !== undefined) return Math.max(0, Math.trunc(turn.turnStart) || 0);
      // A shorter conversation was compacted or started anew: all of it may be new.
      return known <= turn.messages.length ? known : 0;
    },
  };
}
