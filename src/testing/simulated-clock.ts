import { CortexError } from "../core/errors.js";
import type { Clock, Randomness } from "../ports/clock.js";

/** A clock that moves only when told to, or when somebody sleeps. */
export interface SimulatedClock extends Clock {
  advance(milliseconds: number): void;
}

/** Time starts at `start`; sleeping takes no real time. */
export function createSimulatedClock(start = 1_700_000_000_000): SimulatedClock {
  let now = start;
  return {
    specificationVersion: "v1",
    now: () => now,
    async sleep(milliseconds, signal) {
      if (signal.aborted) throw new CortexError("cancelled", "The wait was cancelled.");
      now += Math.max(0, milliseconds);
    },
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}

/** Repeatable chance: ids count up, numbers come from a small generator. */
export function createSeededRandomness(seed = 1): Randomness {
  let state = seed >>> 0;
  let ids = 0;
  return {
    specificationVersion: "v1",
    id() {
      ids += 1;
      return `flow-${ids}`;
    },
    // mulberry32: small, well distributed, enough for tests.
    number() {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = state;
      t = Math.imul(t ^ (t >>> 15), t | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    },
  };
}
