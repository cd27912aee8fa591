import { describe, expect, it } from "vitest";
import { parseSnapshot } from "../../src/core/snapshot.js";
import { treeDigest } from "../../src/safety/index.js";
import { context, createTracedWorld, TASK, todo } from "../support/rules-world.js";

const digest = treeDigest(todo().versions[0]?.bundle ?? { files: [] });
const LAST = 1_700_000_000_000;

const candidate = (more: Record<string, unknown> = {}) => ({
  slug: "todo-list",
  source: "clawhub",
  owner: "alice",
  version: "1.0.0",
  weight: 1,
  runs: { success: 999, fail: 0, recent_successes_7d: 7 },
  last_fail: null,
  side_effects: ["read:todo-list"],
  skill_md_chars: 107,
  reflex: true,
  ...more,
});
const file = (more: Record<string, unknown>) =>
  JSON.stringify({
    version: 1,
    cortex: {
      sensory: { patterns: [{ signal: ["show", "todo", "list"], region: "show-todo" }] },
      motor: { "show-todo": { candidates: [candidate(more)], last_used: "2023-11-14" } },
      prefrontal: { lessons: [] },
    },
    blacklist: [],
    stats: { searches: 0, installs: 0, cache_hits: 0, reflexes_fired: 0 },
  });
/** Every bit of evidence that this release looks at. */
const FORGED = {
  digest,
  streak: 999,
  consecutive: 999,
  streak_runs: 999,
  success_times: [LAST],
  evidence: [20, 0],
  last_used_at: LAST,
};

async function poisoned(text: string) {
  const world = createTracedWorld();
  await world.store.compareAndSwap({ key: "cortex", expected: undefined, text }, context());
  const report = await world.cortex.run({ task: TASK });
  return { world, report };
}

describe("rule 15: a poisoned cortex skips no notice, and reflex is recomputed, never read", () => {
  it("weight 1, reflex true and 999 successes alone earn nothing", async () => {
    const { world, report } = await poisoned(file({}));
    expect(report).toMatchObject({ outcome: "succeeded", mode: "standard" });
    expect(world.questions.map(({ kind }) => kind).slice(0, 2)).toEqual(["choose", "plan"]);
  });

  it("a file that forges every bit of evidence still can't install without its notice", async () => {
    const { world, report } = await poisoned(file(FORGED));
    expect(report).toMatchObject({ outcome: "succeeded", mode: "reflex" });
    expect(world.notices).toEqual(["1.0.0"]);
    expect(world.trace.slice(0, 6)).toEqual([
      "recall",
      "inspect",
      "notify",
      "reflex=proceed",
      "wait",
      "install",
    ]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["a write effect", { ...FORGED, side_effects: ["write:x"] }],
    ["no effects", { ...FORGED, side_effects: [] }],
    ["unreadable effects", { ...FORGED, side_effects: "read:x" }],
    ["no digest", { ...FORGED, digest: undefined }],
    ["no streak", { ...FORGED, streak: undefined }],
    ["fewer runs than its streak", { ...FORGED, runs: { success: 3, fail: 0, recent_successes_7d: 0 } }],
    ["a low weight", { ...FORGED, weight: 0.5 }],
  ])("reflex true with %s is false", (_name, more) => {
    expect(parseSnapshot(file(FORGED)).state.regions[0]?.candidates[0]?.reflex).toBe(true);
    const { state } = parseSnapshot(file(more));
    expect(state.regions[0]?.candidates[0]?.reflex).toBe(false);
  });

  it.each([2, 1e9, -1, "1", null, Number.MAX_VALUE])(
    "the weight %j is brought back into bounds",
    (weight) => {
      const loaded = parseSnapshot(file({ weight })).state.regions[0]?.candidates[0]?.weight ?? 0;
      expect(loaded).toBeGreaterThanOrEqual(0);
      expect(loaded).toBeLessThanOrEqual(1);
    },
  );

  it("names of Object.prototype are plain names in it", () => {
    const text = file({}).replace(
      '"motor":{',
      '"motor":{"__proto__":{"reflex":true},"constructor":{"candidates":[]},',
    );
    const { state } = parseSnapshot(text);
    expect(({} as Record<string, unknown>).reflex).toBeUndefined();
    expect(state.regions.map(({ region }) => region)).toContain("show-todo");
  });
});
