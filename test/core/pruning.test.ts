import { describe, expect, it } from "vitest";
import type { Fact } from "../../src/core/facts.js";
import { DEFAULT_LIMITS } from "../../src/core/limits.js";
import { prune } from "../../src/core/pruning.js";
import { initialState } from "../../src/core/state.js";
import { candidateOf, DAY, DIGEST, KEY, live, outcome, START } from "../support/core-memory.js";

const skill = (name: string, change: Parameters<typeof outcome>[0] = {}) =>
  outcome({ pin: { key: `clawhub:@alice/${name}`, version: "1.0.0", digest: DIGEST }, ...change });
const missing = (region: string, key = "jq"): Fact => ({ kind: "dependency", region, key, present: false });

describe("candidates", () => {
  it("the lowest effective weight goes when a sixth comes", () => {
    const five = live(["a", "b", "c", "d", "e"].map((name, day) => [START + day, skill(name)]));
    const weak = live([[START + 9, skill("c", { result: "api_error" })]], five);
    const state = live([[START + 10, skill("f")]], weak);
    expect(state.regions[0]?.candidates.map(({ key }) => key.at(-1))).toEqual(["a", "b", "d", "e", "f"]);
  });

  it("age counts: the same weight, longer unused, goes first", () => {
    const five = live(["a", "b", "c", "d", "e"].map((name, day) => [START + (5 - day) * DAY, skill(name)]));
    const state = live([[START + 30 * DAY, skill("f")]], five);
    expect(state.regions[0]?.candidates.map(({ key }) => key.at(-1))).toEqual(["a", "b", "c", "d", "f"]);
  });

  it("below 0.1 they are forgotten, at 0.1 they stay", () => {
    const state = live([[START, skill("a")]]);
    const weighing = (weight: number) => ({
      ...state,
      regions: state.regions.map((region) => ({
        ...region,
        candidates: region.candidates.map((candidate) => ({ ...candidate, weight })),
      })),
    });
    const left = (weight: number) =>
      prune(DEFAULT_LIMITS, weighing(weight), START).regions[0]?.candidates.length;
    expect([left(0.1), left(0.0999)]).toEqual([1, 0]);
  });

  it("two mismatches in a row are enough to be forgotten", () => {
    const once = live([[START, skill("a", { result: "task_mismatch" })]]);
    expect(once.regions[0]?.candidates[0]?.weight).toBeCloseTo(0.2, 14);
    const twice = live([[START + 1, skill("a", { result: "task_mismatch" })]], once);
    expect(twice.regions[0]?.candidates).toEqual([]);
  });
});

describe("regions", () => {
  const many = (count: number) =>
    live(
      Array.from({ length: count }, (_, index) => [
        START + index,
        outcome({ region: `region-${index}` }),
        missing(`region-${index}`),
        missing(`region-${index}`),
      ]),
    );

  it("the oldest goes when the 81st comes, with its signals and lessons", () => {
    const full = many(80);
    expect(full.regions).toHaveLength(80);
    const signals: Fact = { kind: "signals", region: "region-0", words: ["todo"] };
    const state = live([[START + 80, outcome({ region: "new" })]], live([[START + 79, signals]], full));
    expect(state.regions).toHaveLength(80);
    expect(state.regions.map(({ region }) => region)).not.toContain("region-0");
    expect(state.regions.map(({ region }) => region)).toContain("region-1");
    const names = new Set(state.regions.map(({ region }) => region));
    expect(
      state.lessons.every((lesson) => lesson.type === "skill_quality_warning" || names.has(lesson.region)),
    ).toBe(true);
  });

  it("using a region again saves it", () => {
    const state = live(
      [
        [START + 80, outcome({ region: "region-0" })],
        [START + 81, outcome({ region: "new" })],
      ],
      many(80),
    );
    const names = state.regions.map(({ region }) => region);
    expect([names.includes("region-0"), names.includes("region-1")]).toEqual([true, false]);
  });
});

describe("lessons", () => {
  it("the least sure goes when the 31st comes", () => {
    const keys = Array.from({ length: 30 }, (_, index) => `key${index}`);
    const all = live([[START, ...keys.flatMap((key) => [missing("tasks", key), missing("tasks", key)])]]);
    expect(all.lessons).toHaveLength(30);
    const doubted = live(
      [[START + 1, { kind: "dependency", region: "tasks", key: "key7", present: true }]],
      all,
    );
    const state = live([[START + 2, missing("tasks", "late"), missing("tasks", "late")]], doubted);
    expect(state.lessons).toHaveLength(30);
    expect(state.lessons.map(({ key }) => key)).not.toContain("key7");
  });
});

describe("sharing", () => {
  it("leaves alone what a batch does not touch", () => {
    const before = live([[START, outcome({ region: "a" }), outcome({ region: "b" })]]);
    const after = live([[START + 1, outcome({ region: "a" })]], before);
    expect(after.regions[1]).toBe(before.regions[1]);
    expect(after.lessons).toBe(before.lessons);
    expect(after.stats).toBe(before.stats);
  });

  it("nothing to forget gives back the very same state", () => {
    expect(prune(DEFAULT_LIMITS, initialState, START)).toBe(initialState);
    const state = live([[START, outcome()]]);
    expect(prune(DEFAULT_LIMITS, state, START)).toBe(state);
    expect(candidateOf(state).key).toBe(KEY);
  });
});
