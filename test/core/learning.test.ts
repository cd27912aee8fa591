import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/core/limits.js";
import { initialState, reduce, reduceWithReport } from "../../src/core/state.js";
import { candidateOf, DAY, DIGEST, KEY, live, OTHER_DIGEST, outcome, START } from "../support/core-memory.js";

describe("one outcome", () => {
  it("creates region and record with everything the file needs", () => {
    const state = live([[START, outcome()]]);
    expect(state.regions.map(({ region, lastUsed }) => [region, lastUsed])).toEqual([["tasks", START]]);
    expect(candidateOf(state)).toEqual({
      key: KEY,
      version: "1.2.0",
      digest: DIGEST,
      weight: 0.575,
      successes: 1,
      failures: 0,
      streak: 1,
      consecutive: 1,
      recentSuccesses: [START],
      evidence: { successes: 1, failures: 0 },
      lastUsed: START,
      lastFailure: undefined,
      sideEffects: ["network:api.todoist.com"],
      skillMdChars: 1200,
      reflex: false,
      retentionDeclinedAt: undefined,
      examples: [],
    });
  });

  it("gives the golden same-day vector through the reducer", () => {
    const weights = [1, 2, 3].map(
      (uses) => candidateOf(live(Array.from({ length: uses }, (_, use) => [START + use, outcome()]))).weight,
    );
    for (const [index, expected] of [0.575, 0.606875, 0.62653125].entries()) {
      expect(weights[index]).toBeCloseTo(expected, 14);
    }
  });

  it("forgets a success for the damping exactly seven days later", () => {
    const justBefore = live([
      [START, outcome()],
      [START + 7 * DAY - 1, outcome()],
    ]);
    const exactly = live([
      [START, outcome()],
      [START + 7 * DAY, outcome()],
    ]);
    expect(candidateOf(justBefore).weight).toBeCloseTo(0.606875, 14);
    expect(candidateOf(exactly).weight).toBeCloseTo(0.575 + 0.425 * 0.15, 14);
    expect(candidateOf(exactly).recentSuccesses).toEqual([START + 7 * DAY]);
  });

  it("a failure multiplies, counts, dates, and breaks the row", () => {
    const state = live([
      [START, outcome()],
      [START + DAY, outcome({ result: "auth_error" })],
    ]);
    expect(candidateOf(state)).toMatchObject({
      successes: 1,
      failures: 1,
      streak: 0,
      consecutive: 0,
      lastFailure: { type: "auth_error", at: START + DAY },
      lastUsed: START + DAY,
    });
    expect(candidateOf(state).weight).toBeCloseTo(0.575 * 0.8, 14);
  });

  it("evidence halves in 180 days and is capped at twenty", () => {
    const faded = candidateOf(
      live([
        [START, outcome()],
        [START + 180 * DAY, outcome()],
      ]),
    );
    expect(faded.evidence.successes).toBeCloseTo(1.5, 12);
    const many = live(Array.from({ length: 60 }, (_, use) => [START + use, outcome()]));
    expect(candidateOf(many).evidence.successes).toBeCloseTo(20, 6);
    const turned = candidateOf(
      live(
        Array.from({ length: 10 }, (_, use) => [START + DAY + use, outcome({ result: "api_error" })]),
        many,
      ),
    );
    expect(turned.evidence.failures).toBeGreaterThan(7);
    expect(turned.evidence.successes + turned.evidence.failures).toBeLessThanOrEqual(20.000001);
  });
});

describe("late and odd facts", () => {
  it("a late fact counts but moves no time backwards", () => {
    const state = live([
      [START + 10 * DAY, outcome()],
      [START, outcome({ result: "api_error" })],
    ]);
    const record = candidateOf(state);
    expect(record.lastUsed).toBe(START + 10 * DAY);
    expect(state.regions[0]?.lastUsed).toBe(START + 10 * DAY);
    expect(record).toMatchObject({
      successes: 1,
      failures: 1,
      lastFailure: { type: "api_error", at: START },
    });
  });

  it("a late success about other bytes vouches for nothing and replaces nothing", () => {
    const newer = live([
      [START + DAY, outcome({ pin: { key: KEY, version: "2.0.0", digest: OTHER_DIGEST } })],
    ]);
    const record = candidateOf(live([[START, outcome({ sideEffects: ["write:x"] })]], newer));
    expect(record).toMatchObject({
      version: "2.0.0",
      digest: OTHER_DIGEST,
      successes: 2,
      streak: 1,
      sideEffects: ["network:api.todoist.com"],
    });
  });

  it("an older failure does not hide a newer one", () => {
    const state = live([
      [START + DAY, outcome({ result: "auth_error" })],
      [START, outcome({ result: "api_error" })],
    ]);
    expect(candidateOf(state).lastFailure).toEqual({ type: "auth_error", at: START + DAY });
  });

  it.each([
    ["an invalid region", outcome({ region: " " }), "invalid-region"],
    ["a region with a line break", outcome({ region: "a\nb" }), "invalid-region"],
    ["a key without source", outcome({ pin: { key: "todoist", version: "1", digest: "" } }), "invalid-key"],
    ["a traversal", outcome({ pin: { key: "github:a/../b", version: "1", digest: "" } }), "invalid-key"],
    ["signals without words", { kind: "signals", region: "tasks", words: ["", "a b\n"] }, "invalid-words"],
    [
      "a sentence as dependency",
      { kind: "dependency", region: "tasks", key: "rm -rf /", present: false },
      "invalid-key",
    ],
    [
      "a declined offer for nobody",
      { kind: "retention", region: "tasks", key: KEY, keep: false },
      "unknown-record",
    ],
  ] as const)("ignores and reports %s", (_name, fact, reason) => {
    const report = reduceWithReport(DEFAULT_LIMITS, initialState, { id: "x", at: START, facts: [fact] });
    expect(report).toMatchObject({ outcome: "applied", ignored: [{ fact: 0, reason }] });
    expect(report.state.regions).toEqual([]);
  });

  it.each([
    ["", START],
    ["x", Number.NaN],
    ["x", -1],
    ["x", Number.POSITIVE_INFINITY],
    ["x".repeat(257), START],
  ])("refuses a batch with id %j at %d", (id, at) => {
    const report = reduceWithReport(DEFAULT_LIMITS, initialState, { id, at, facts: [outcome()] });
    expect(report).toEqual({ state: initialState, outcome: "invalid", ignored: [] });
  });
});

describe("replays", () => {
  const limits = { ...DEFAULT_LIMITS, rememberedBatches: 16 };
  const batch = (number: number, at = START + number) => ({ id: `flow#${number}`, at, facts: [outcome()] });

  it("a batch that was seen gives back the very same state", () => {
    const once = reduce(limits, initialState, batch(1));
    expect(reduce(limits, once, batch(1))).toBe(once);
    expect(reduceWithReport(limits, once, batch(1)).outcome).toBe("replayed");
  });

  it("a replay from before the ring is dropped and reported, never counted twice", () => {
    let state = initialState;
    for (let number = 0; number < 20; number += 1) state = reduce(limits, state, batch(number));
    expect(state.seen.map(({ id }) => id)).toEqual(
      Array.from({ length: 16 }, (_, index) => `flow#${index + 4}`),
    );
    expect(reduceWithReport(limits, state, batch(2))).toMatchObject({ outcome: "too-old", ignored: [] });
    expect(reduce(limits, state, batch(2))).toBe(state);
  });

  it("a late batch that would fall out of a full ring at once is not applied at all", () => {
    let state = initialState;
    for (let number = 0; number < 16; number += 1) state = reduce(limits, state, batch(number, START));
    expect(reduceWithReport(limits, state, batch(99, START - 1)).outcome).toBe("too-old");
  });

  it("batches of one and the same millisecond are all applied", () => {
    let state = initialState;
    for (let number = 0; number < 40; number += 1) state = reduce(limits, state, batch(number, START));
    expect(candidateOf(state).successes).toBe(40);
  });
});

describe("identity", () => {
  const bare = outcome({ pin: { key: "clawhub:todoist-cli", version: "1.2.0", digest: DIGEST } });

  it("a bare slug and its full reference share one record, under the full key", () => {
    expect(
      candidateOf(
        live([
          [START, bare],
          [START + 1, outcome()],
        ]),
      ).successes,
    ).toBe(2);
    expect(
      candidateOf(
        live([
          [START, outcome()],
          [START + 1, bare],
        ]),
      ).successes,
    ).toBe(2);
  });

  it("where two owners have the slug, the bare one is a skill of its own", () => {
    const bob = outcome({ pin: { key: "clawhub:@bob/todoist-cli", version: "1.0.0", digest: DIGEST } });
    const state = live([[START, outcome(), bob, bare]]);
    expect(state.regions[0]?.candidates.map(({ key, successes }) => [key, successes])).toEqual([
      [KEY, 1],
      ["clawhub:@bob/todoist-cli", 1],
      ["clawhub:todoist-cli", 1],
    ]);
  });
});

describe("signals and examples", () => {
  it("merges signals without duplicates and drops the oldest beyond ten", () => {
    const words = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `word${from + index}`);
    const state = live([
      [START, { kind: "signals", region: "tasks", words: words(0, 4) }],
      [START, { kind: "signals", region: "tasks", words: words(2, 4) }],
      [START, { kind: "signals", region: "tasks", words: words(6, 6) }],
    ]);
    expect(state.regions[0]?.signals).toEqual(words(2, 10));
  });

  it("keeps five word sets of solved tasks, newest last, and takes one back when it fails", () => {
    const uses = Array.from({ length: 7 }, (_, use) => outcome({ words: ["todo", `verb${use}`] }));
    const state = live(uses.map((fact, use) => [START + use, fact]));
    expect(candidateOf(state).examples).toEqual([2, 3, 4, 5, 6].map((use) => ["todo", `verb${use}`]));
    const failed = live([[START + 9, outcome({ result: "task_mismatch", words: ["verb4", "todo"] })]], state);
    expect(candidateOf(failed).examples).toEqual([2, 3, 5, 6].map((use) => ["todo", `verb${use}`]));
  });

  it("a set that is used again is kept once", () => {
    const state = live([
      [START, outcome({ words: ["b", "a"] })],
      [START + 1, outcome({ words: ["a", "b", "a"] })],
    ]);
    expect(candidateOf(state).examples).toEqual([["a", "b"]]);
  });
});

describe("retention and blacklist", () => {
  const keep = { kind: "retention", region: "tasks", key: KEY, keep: true } as const;

  it("a kept skill leaves memory, and a late outcome can't bring it back", () => {
    const kept = live([
      [START, outcome(), outcome({ region: "other" })],
      [START + 1, keep],
    ]);
    expect(kept.retained).toEqual([KEY]);
    expect(kept.regions.flatMap(({ candidates }) => candidates)).toEqual([]);
    const late = reduceWithReport(DEFAULT_LIMITS, kept, { id: "late", at: START + 2, facts: [outcome()] });
    expect(late.ignored).toEqual([{ fact: 0, reason: "retained" }]);
    expect(late.state.regions.flatMap(({ candidates }) => candidates)).toEqual([]);
  });

  it("blocking keeps the record, unblocking gives it back", () => {
    const blocked = live([
      [START, outcome()],
      [START + 1, { kind: "blacklist", key: KEY, on: true }],
    ]);
    expect(blocked.blacklist).toEqual([KEY]);
    expect(candidateOf(blocked).weight).toBe(0.575);
    expect(live([[START + 2, { kind: "blacklist", key: KEY, on: false }]], blocked).blacklist).toEqual([]);
  });

  it("counts what the original file counts", () => {
    const state = live([
      [START, { kind: "count", what: "search" }, { kind: "count", what: "install" }],
      [
        START,
        { kind: "count", what: "cache-hit" },
        { kind: "count", what: "reflex" },
        { kind: "count", what: "reflex" },
      ],
    ]);
    expect(state.stats).toEqual({ searches: 1, installs: 1, cacheHits: 1, reflexesFired: 2 });
  });
});
