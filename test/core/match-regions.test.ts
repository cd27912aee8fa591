import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/core/limits.js";
import { matchRegions } from "../../src/core/match-regions.js";

interface Fixture {
  readonly regions: readonly { readonly region: string; readonly signals: readonly string[] }[];
  readonly tasks: readonly { readonly task: string; readonly region: string }[];
  readonly foreign: readonly string[];
}

const url = new URL("../fixtures/core/paraphrase-free-tasks.json", import.meta.url);
const { regions, tasks, foreign }: Fixture = JSON.parse(readFileSync(url, "utf8"));

function hit(task: string, among = regions): string | undefined {
  const best = Object.entries(matchRegions(task, among)).sort(([, a], [, b]) => b - a)[0];
  return best !== undefined && best[1] >= DEFAULT_LIMITS.hitThreshold ? best[0] : undefined;
}

describe("matching by words", () => {
  it("finds the region of at least 95 % of 50 tasks that repeat its words", () => {
    expect(tasks).toHaveLength(50);
    const missed = tasks.filter(({ task, region }) => hit(task) !== region);
    expect(missed.length / tasks.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.05);
  });

  it("also when each region is the only one", () => {
    const missed = tasks.filter(
      ({ task, region }) =>
        hit(
          task,
          regions.filter((entry) => entry.region === region),
        ) !== region,
    );
    expect(missed.length / tasks.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.05);
  });

  it("takes at most one in ten tasks that belong to no region for one of them", () => {
    const wrong = foreign.filter((task) => hit(task) !== undefined);
    expect(wrong.length / foreign.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.1);
  });

  it("gives probabilities, and none to regions that share no word", () => {
    const scores = matchRegions("Compress these images", regions);
    expect(Object.keys(scores)).toEqual(["image-editing"]);
    for (const score of Object.values(scores)) expect(score > 0 && score <= 1).toBe(true);
  });

  it.each(["", "   ", "the of and", "\u0000", "🎉"])("has nothing for %j", (task) => {
    expect(Object.keys(matchRegions(task, regions))).toEqual([]);
  });

  it("matches scripts without spaces", () => {
    expect(hit("この文書を翻訳してください", [{ region: "translation", signals: ["翻訳"] }])).toBe(
      "translation",
    );
  });

  it("a region called __proto__ is a region like any other", () => {
    const scores = matchRegions("manage todos", [{ region: "__proto__", signals: ["manage", "todo"] }]);
    expect(Object.entries(scores)).toEqual([["__proto__", expect.any(Number)]]);
  });
});
