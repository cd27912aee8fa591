import { describe, expect, it } from "vitest";
import { FAILURES } from "../../src/core/facts.js";
import {
  countRecent,
  DAY_MS,
  effectiveWeight,
  FAILURE_DECAY,
  WEEK_MS,
  weightAfterFailure,
  weightAfterSuccess,
} from "../../src/core/weights.js";

describe("weight after success", () => {
  it("gives the golden vector of three successes on one day", () => {
    const first = weightAfterSuccess(0.5, 0);
    const second = weightAfterSuccess(first, 1);
    const third = weightAfterSuccess(second, 2);
    expect(first).toBeCloseTo(0.575, 14);
    expect(second).toBeCloseTo(0.606875, 14);
    expect(third).toBeCloseTo(0.62653125, 14);
  });

  it("never leaves 0..1", () => {
    expect(weightAfterSuccess(1, 0)).toBe(1);
    expect(weightAfterSuccess(0, 0)).toBe(0.15);
  });
});

describe("weight after failure", () => {
  it.each([
    ["task_mismatch", 0.2],
    ["runtime_error", 0.3],
    ["auth_error", 0.4],
    ["dependency_missing", 0.425],
    ["api_error", 0.45],
  ] as const)("%s takes 0.5 to %d", (failure, expected) => {
    expect(weightAfterFailure(0.5, failure)).toBe(expected);
  });

  it("knows a decay for every failure of the table", () => {
    expect(Object.keys(FAILURE_DECAY).sort()).toEqual([...FAILURES].sort());
  });
});

describe("successes of the last seven days", () => {
  const at = 100 * DAY_MS;

  it.each([
    ["a millisecond less than seven days ago counts", at - WEEK_MS + 1, 1],
    ["exactly seven days ago does not", at - WEEK_MS, 0],
    ["now counts", at, 1],
    ["after now counts, so that a late fact is damped too", at + DAY_MS, 1],
  ])("%s", (_name, time, expected) => {
    expect(countRecent([time], at)).toBe(expected);
  });
});

describe("effective weight", () => {
  const at = 1000 * DAY_MS;
  const after = (days: number) => effectiveWeight({ weight: 0.8, lastUsed: at - days * DAY_MS }, 0, at);

  it.each([
    [0, 0.8],
    [0.5, 0.8 * (1 - 0.5 / 180)],
    [18, 0.8 * 0.9],
    [72, 0.8 * 0.6],
    [125.9, 0.8 * (1 - 125.9 / 180)],
    [126, 0.8 * 0.3],
    [126.1, 0.8 * 0.3],
    [10_000, 0.8 * 0.3],
  ])("after %d days", (days, expected) => {
    expect(after(days)).toBeCloseTo(expected, 12);
  });

  it("uses the region's time for records that have none of their own", () => {
    expect(effectiveWeight({ weight: 1, lastUsed: 0 }, at - 18 * DAY_MS, at)).toBeCloseTo(0.9, 12);
    expect(effectiveWeight({ weight: 1, lastUsed: at }, at - 18 * DAY_MS, at)).toBe(1);
  });

  it("never exceeds the weight, also when the record comes from the future", () => {
    expect(effectiveWeight({ weight: 0.7, lastUsed: at + 400 * DAY_MS }, 0, at)).toBe(0.7);
  });
});
