import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/core/limits.js";
import { initialState, reduce } from "../../src/core/state.js";
import { effectiveWeight } from "../../src/core/weights.js";
import { candidateOf, DAY, outcome, START } from "../support/core-memory.js";

const SIX_YEARS = 2200;

/** After how many uses a flawless skill first reaches each bar, when it is used every so many days. */
function firstUses(daysBetween: number) {
  let state = initialState;
  let stored: number | undefined;
  let retained: number | undefined;
  let firing: number | undefined;
  for (let use = 1; firing === undefined && use * daysBetween < SIX_YEARS; use += 1) {
    const at = START + (use - 1) * daysBetween * DAY;
    if (use > 1 && effectiveWeight(candidateOf(state), 0, at) >= 0.9) firing = use - 1;
    state = reduce(DEFAULT_LIMITS, state, { id: `use#${use}`, at, facts: [outcome()] });
    const { weight } = candidateOf(state);
    if (weight >= 0.8) retained ??= use;
    if (weight >= 0.9) stored ??= use;
  }
  return { retained, stored, firing };
}

/**
 * How long a flawless skill takes, by how often it is used. "1/week" lands exactly on the edge of the window,
 * so it also tells whether seven days count as recent. Uses more than 18 days apart never fire: 1 - 18/180 = 0.90.
 * Counted in whole milliseconds: in fractions of days (k/5) the edge of the window rounds the wrong way now and then,
 * and 5/day comes out as 100 and 264.
 */
describe("reflex is reachable at every usual cadence", () => {
  it.each([
    ["5/day", 0.2, 99, 261, 263],
    ["1/day", 1, 31, 63, 65],
    ["2/week", 3.5, 11, 20, 23],
    ["1/week", 7, 6, 10, 13],
    ["1/2 weeks", 14, 6, 10, 19],
    ["1/month", 30, 6, 10, undefined],
  ])("%s", (_name, days, retained, stored, firing) => {
    expect(firstUses(days)).toEqual({ retained, stored, firing });
  });
});
