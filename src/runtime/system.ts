import { CortexError } from "../core/errors.js";
import type { Clock, Randomness } from "../ports/clock.js";

/** The machine's own time. */
export const systemClock: Clock = {
  specificationVersion: "v1",
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(new CortexError("cancelled", "The wait was cancelled."));
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, milliseconds);
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    }),
};

/** The machine's own chance. */
export const systemRandomness: Randomness = {
  specificationVersion: "v1",
  id: () => globalThis.crypto.randomUUID(),
  number: () => Math.random(),
};
