import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/core/limits.js";
import { EMPTY_VIEW, type MemoryView } from "../../src/core/memory-view.js";
import { missRegion, searchQuery, usableCandidates } from "../../src/core/perception.js";
import { classicPolicy } from "../../src/core/policies/classic-policy.js";
import { KEY, record, START } from "../support/core-memory.js";

const OTHER = "clawhub:@bob/agenda";
const view: MemoryView = {
  ...EMPTY_VIEW,
  regions: [
    {
      region: "near",
      probability: 0.9,
      signals: [],
      candidates: [record({ weight: 0.4 }), record({ key: OTHER, weight: 0.6 })],
    },
    { region: "far", probability: 0.5, signals: [], candidates: [record({ weight: 0.9 })] },
    {
      region: "too-far",
      probability: 0.49,
      signals: [],
      candidates: [record({ key: "clawhub:@c/c", weight: 0.9 })],
    },
  ],
  known: [{ region: "near", candidate: record() }],
};

function usable(change: Partial<MemoryView> = {}, installed: readonly string[] = []) {
  return usableCandidates({
    limits: DEFAULT_LIMITS,
    view: { ...view, ...change },
    at: START,
    policy: classicPolicy,
    seed: 1,
    installed,
  });
}

describe("usable candidates", () => {
  it("come in the policy's order, with the best region that holds them", () => {
    expect(usable().map(({ record: { key }, region, probability }) => [key, region, probability])).toEqual([
      [OTHER, "near", 0.9],
      [KEY, "near", 0.9],
    ]);
  });

  it.each([
    ["blocked", { blacklist: [OTHER] }, []],
    ["blocked by bare slug", { blacklist: ["clawhub:agenda"] }, []],
    ["handed over", { retained: [OTHER] }, []],
    ["host-owned", {}, [OTHER]],
  ] as const)("never a %s skill", (_name, change, installed) => {
    expect(usable(change, installed).map(({ record: { key } }) => key)).toEqual([KEY]);
  });

  it("all filtered out is a miss", () => {
    expect(usable({ blacklist: [KEY, OTHER] })).toEqual([]);
    expect(usable({ regions: [] })).toEqual([]);
  });

  it("a policy that names strangers brings in nobody", () => {
    const policy = { ...classicPolicy, rank: () => ["clawhub:@eve/evil", KEY, KEY] };
    const found = usableCandidates({
      limits: DEFAULT_LIMITS,
      view,
      at: START,
      policy,
      seed: 1,
      installed: [],
    });
    expect(found.map(({ record: { key } }) => key)).toEqual([KEY]);
  });
});

describe("the region of a miss", () => {
  const task = "Query the sales report for Alice";

  it("is where the skill lives already", () => {
    expect(missRegion({ view, key: KEY, task, hint: "reports" })).toBe("near");
    expect(missRegion({ view, key: "clawhub:todoist-cli", task })).toBe("near");
  });

  it("else the host's hint, without entities", () => {
    expect(missRegion({ view, key: OTHER, task, hint: "Sales Reports" })).toMatch(/^sales-reports?$/);
    expect(missRegion({ view, key: OTHER, task, hint: "alice@example.com" })).not.toMatch(/alice|example/);
  });

  it("else the first two signals in kebab case", () => {
    expect(missRegion({ view, key: OTHER, task })).toBe("query-sales");
  });

  it("always a name that memory takes", () => {
    for (const odd of ["", "🎉", "12345", "  "]) {
      expect(missRegion({ view: EMPTY_VIEW, key: OTHER, task: odd, hint: odd })).toBe("general");
    }
    expect(missRegion({ view, key: OTHER, task: "", keywords: ["translate", "document"] })).toBe(
      "translate-document",
    );
  });
});

describe("the search query", () => {
  it("has three to five words and no entities", () => {
    const query = searchQuery(
      "Please compress the image /home/alice/photo.jpg and email it to bob@example.com today",
    );
    const words = query.split(" ");
    expect(words.length).toBeGreaterThanOrEqual(3);
    expect(words.length).toBeLessThanOrEqual(5);
    expect(query).not.toMatch(/alice|bob|example|home|\//);
    expect(words).toContain("compress");
  });

  it("prefers the caller's words and filters them too", () => {
    expect(searchQuery("無関係", ["translate", "document", "japanese"])).toMatch(/^translate document/);
    expect(searchQuery("compress image", ["alice@example.com", "resize"])).not.toMatch(/alice|example/);
    expect(searchQuery("compress image", ["resize"]).split(" ")[0]).toBe("resize");
  });
});
