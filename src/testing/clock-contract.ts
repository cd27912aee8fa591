import assert from "node:assert/strict";
import type { Clock, Randomness } from "../ports/clock.js";
import { type ContractCase, casesOf, type Make, versionCase } from "./contract.js";

/** What every clock promises. */
export function clockContract(makeClock: Make<Clock>): readonly ContractCase[] {
  const define = casesOf(makeClock);
  return [
    versionCase(makeClock),
    define("tells milliseconds since the epoch and never goes back", async (clock) => {
      let before = clock.now();
      assert.ok(Number.isFinite(before) && before > 0, String(before));
      for (let count = 0; count < 1000; count += 1) {
        const now = clock.now();
        assert.ok(now >= before);
        before = now;
      }
    }),
    define("sleeps at least as long as it was told, by its own time", async (clock) => {
      const before = clock.now();
      await clock.sleep(20, new AbortController().signal);
      // Timers of a machine may fire a millisecond early.
      assert.ok(clock.now() - before >= 19, String(clock.now() - before));
    }),
    define("not to sleep at all is over at once", async (clock) => {
      await clock.sleep(0, new AbortController().signal);
    }),
    define("an aborted sleep is rejected", async (clock) => {
      await assert.rejects(clock.sleep(60_000, AbortSignal.abort()));
    }),
  ];
}

/** What every source of chance promises. */
export function randomnessContract(makeRandomness: Make<Randomness>): readonly ContractCase[] {
  const define = casesOf(makeRandomness);
  return [
    versionCase(makeRandomness),
    define("ids are new every time and fit into a store key", async (randomness) => {
      const ids = Array.from({ length: 1000 }, () => randomness.id());
      assert.equal(new Set(ids).size, ids.length);
      for (const id of ids) assert.match(id, /^[a-z0-9][a-z0-9-]{0,99}$/);
    }),
    define("numbers are at least 0 and less than 1, and differ", async (randomness) => {
      const numbers = Array.from({ length: 1000 }, () => randomness.number());
      assert.ok(numbers.every((number) => number >= 0 && number < 1));
      assert.ok(new Set(numbers).size > 900);
    }),
  ];
}
