import { describe, expect, it } from "vitest";
import { scanBundle } from "../../src/safety/index.js";
import { type CorpusEntry, loadCorpus } from "../support/safety-corpus.js";

const CORPUS = loadCorpus();
const judged = new Map(CORPUS.map((entry) => [entry, verdictOf(entry)]));

function verdictOf(entry: CorpusEntry): "blocked" | "warned" | "silent" {
  const { findings } = scanBundle(entry.bundle);
  if (findings.some(({ severity }) => severity === "critical")) return "blocked";
  return findings.length > 0 ? "warned" : "silent";
}

const share = (entries: readonly CorpusEntry[], of: readonly string[]) =>
  entries.filter((entry) => of.includes(judged.get(entry) ?? "")).length / entries.length;

describe("the corpus", () => {
  const attacks = CORPUS.filter(({ label }) => label === "attack");
  const benign = CORPUS.filter(({ label }) => label === "benign");

  it("is as large as promised", () => {
    expect(attacks.length).toBeGreaterThanOrEqual(150);
    expect(new Set(attacks.map(({ family }) => family)).size).toBeGreaterThanOrEqual(15);
    expect(benign.length).toBeGreaterThanOrEqual(300);
    expect(new Set(CORPUS.map(({ label, text }) => `${label}${text}`)).size).toBe(CORPUS.length);
  });

  it.each(["tune", "measure"] as const)("meets the goals on the half to %s", (half) => {
    const ours = attacks.filter((entry) => entry.half === half);
    const theirs = benign.filter((entry) => entry.half === half);
    const blocked = [...ours, ...theirs].filter((entry) => judged.get(entry) === "blocked");
    expect(blocked.filter(({ label }) => label === "attack").length / blocked.length).toBeGreaterThanOrEqual(
      0.98,
    );
    expect(share(ours, ["blocked", "warned"])).toBeGreaterThanOrEqual(0.9);
    expect(share(theirs, ["blocked"])).toBeLessThanOrEqual(0.01);
    expect(share(theirs, ["warned"])).toBeLessThanOrEqual(0.1);
  });

  it("catches most of every family", () => {
    for (const family of new Set(attacks.map((entry) => entry.family))) {
      const members = attacks.filter((entry) => entry.family === family);
      expect([family, share(members, ["silent"]) <= 0.25]).toEqual([family, true]);
    }
  });
});
