import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/core/limits.js";
import { parseSnapshot } from "../../src/core/snapshot.js";
import { viewOf } from "../../src/core/view-of.js";
import { DAY, KEY, live, outcome, START } from "../support/core-memory.js";

const state = live([
  [START, outcome({ region: "a" }), { kind: "signals", region: "a", words: ["todo"] }],
  [START + DAY, outcome({ region: "b" }), outcome({ region: "__proto__" })],
  [START + DAY, { kind: "blacklist", key: "clawhub:@eve/bad", on: true }],
  [START + DAY, { kind: "quality", key: KEY, detail: "outdated", contradicted: false }],
]);
const names = (scores: Record<string, number>, limits = DEFAULT_LIMITS) =>
  viewOf(state, scores, limits).regions.map(({ region }) => region);

describe("the view of memory", () => {
  it("has matched regions only, best first, from the threshold on", () => {
    expect(names({ a: 0.5, b: 0.9 })).toEqual(["b", "a"]);
    expect(names({ a: 0.49999, b: 0.5 })).toEqual(["b"]);
    expect(names({ a: 0.3 }, { ...DEFAULT_LIMITS, hitThreshold: 0.3 })).toEqual(["a"]);
    expect(names({ a: Number.NaN, b: Number.POSITIVE_INFINITY, nowhere: 1 })).toEqual(["b"]);
  });

  it("never takes a score from a prototype", () => {
    expect(names({ a: 0.9 })).toEqual(["a"]);
    expect(names(JSON.parse('{"__proto__":0.9}'))).toEqual(["__proto__"]);
    expect(names(Object.create({ a: 1, b: 1 }))).toEqual([]);
  });

  it("carries records, signals, lessons, and what is off limits", () => {
    const view = viewOf(state, { a: 0.8 });
    expect(view.regions[0]).toMatchObject({
      probability: 0.8,
      signals: ["todo"],
      candidates: [{ key: KEY, weight: 0.575 }],
    });
    expect(view.lessons).toHaveLength(1);
    expect(view.blacklist).toEqual(["clawhub:@eve/bad"]);
    expect(view.retained).toEqual([]);
  });

  it("knows every record by region, for skills that search finds again", () => {
    const { known } = viewOf(state, {});
    expect(known.map(({ region, candidate }) => [region, candidate.key])).toEqual([
      ["__proto__", KEY],
      ["a", KEY],
      ["b", KEY],
    ]);
    expect(viewOf(state, {}).known).toBe(known);
  });

  it("is plain JSON, and shows neither storage fields nor missing times", () => {
    const text = readFileSync(new URL("../fixtures/core/original-v1.json", import.meta.url), "utf8");
    const original = parseSnapshot(text).state;
    const view = viewOf(original, { "task-management": 1 });
    const [candidate] = view.regions[0]?.candidates ?? [];
    expect(candidate?.lastUsed).toBe(1_771_891_200_000);
    expect(candidate).not.toHaveProperty("unknown");
    expect(JSON.parse(JSON.stringify(view))).toMatchObject({ regions: [{ region: "task-management" }] });
  });
});
