import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Batch, Fact } from "../../src/core/facts.js";
import { sameSkill } from "../../src/core/identity.js";
import { DEFAULT_LIMITS } from "../../src/core/limits.js";
import type { Policy } from "../../src/core/memory-view.js";
import { classicPolicy } from "../../src/core/policies/classic-policy.js";
import { satisficingThompson } from "../../src/core/policies/satisficing-thompson.js";
import { earnedReflex, reflexEligible, retentionOffer } from "../../src/core/reflex.js";
import { isWriteEffect } from "../../src/core/side-effects.js";
import { initialState, reduce } from "../../src/core/state.js";
import { mayFireReflex } from "../../src/core/validation.js";
import { diligentHistories } from "../../src/testing/arbitraries-memory.js";
import {
  candidateOf,
  DAY,
  DIGEST,
  KEY,
  live,
  OTHER_DIGEST,
  outcome,
  READ_ONLY,
  record,
  START,
} from "../support/core-memory.js";

const WEEK = 7 * DAY;
type Outcome = Extract<Fact, { kind: "outcome" }>;
const ready = { successes: 5, weight: 0.9, streak: 5, consecutive: 5 };
const flawless = (uses: number, change: Partial<Omit<Outcome, "kind">> = {}) =>
  live(Array.from({ length: uses }, (_, use) => [START + use * WEEK, outcome(change)]));

describe("reflex promotion, each condition on both sides", () => {
  it.each([
    ["all met", {}, true],
    ["four successes", { successes: 4 }, false],
    ["weight just below", { weight: 0.8999999 }, false],
    ["streak of four", { streak: 4 }, false],
    ["side effects unknown", { sideEffects: [] }, false],
    ["one write", { sideEffects: [...READ_ONLY, "write:notes.md"] }, false],
    ["one delete", { sideEffects: [...READ_ONLY, "delete:notes.md"] }, false],
    ["one shell command", { sideEffects: [...READ_ONLY, "shell:jq"] }, false],
    ["an effect nobody knows", { sideEffects: [...READ_ONLY, "teleport:home"] }, false],
    ["bytes unknown", { digest: "" }, false],
    ["only the model's word", { streak: 0, consecutive: 9 }, false],
  ])("%s", (_name, change, expected) => {
    expect(earnedReflex(record({ ...ready, ...change }), DEFAULT_LIMITS)).toBe(expected);
  });

  it("the model's word counts where the host says so", () => {
    const believed = { ...DEFAULT_LIMITS, reflexEvidence: "any" } as const;
    expect(earnedReflex(record({ ...ready, streak: 0 }), believed)).toBe(true);
    expect(earnedReflex(record({ ...ready, streak: 0, consecutive: 4 }), believed)).toBe(false);
  });

  it("happens with the tenth weekly success and not before", () => {
    expect(candidateOf(flawless(9)).reflex).toBe(false);
    expect(candidateOf(flawless(10)).reflex).toBe(true);
    expect(candidateOf(flawless(30, { by: "model" })).reflex).toBe(false);
  });
});

describe("reflex reset", () => {
  const promoted = flawless(30);
  const next = START + 30 * WEEK;
  const after = (change: Partial<Omit<Outcome, "kind">>) =>
    candidateOf(live([[next, outcome(change)]], promoted));

  it.each([
    ["any failure", { result: "api_error" }],
    ["another version", { pin: { key: KEY, version: "1.2.1", digest: DIGEST } }],
    ["the same version with other bytes", { pin: { key: KEY, version: "1.2.0", digest: OTHER_DIGEST } }],
    ["a write that was observed", { sideEffects: ["write:notes.md"] }],
  ] as const)("%s ends it", (_name, change) => {
    expect(candidateOf(promoted).reflex).toBe(true);
    expect(after(change).reflex).toBe(false);
  });

  it("other bytes must earn it anew, and can", () => {
    const change = { pin: { key: KEY, version: "1.3.0", digest: OTHER_DIGEST } };
    const uses = (count: number) =>
      candidateOf(
        live(
          Array.from({ length: count }, (_, use) => [next + use * WEEK, outcome(change)]),
          promoted,
        ),
      );
    expect(uses(4)).toMatchObject({ streak: 4, reflex: false });
    expect(uses(5)).toMatchObject({ streak: 5, reflex: true });
  });

  it("bytes that once wrote stay writers when they come back after others", () => {
    const other = outcome({ pin: { key: KEY, version: "1.3.0", digest: OTHER_DIGEST } });
    const wrote = live(
      [
        [next, outcome({ sideEffects: ["write:x"] })],
        [next + 1, other],
      ],
      promoted,
    );
    const back = live(
      Array.from({ length: 9 }, (_, use) => [next + (use + 1) * WEEK, outcome()]),
      wrote,
    );
    expect(candidateOf(back)).toMatchObject({ digest: DIGEST, streak: 9, reflex: false });
  });
});

describe("reflex firing", () => {
  const strong = record({ ...ready, weight: 0.95, reflex: true });

  it.each([
    [0, true],
    [9.47, true],
    [9.48, false],
    [18, false],
  ])("at weight 0.95 after %d days: %s", (days, expected) => {
    expect(reflexEligible(strong, DEFAULT_LIMITS, START + days * DAY)).toBe(expected);
  });

  it("never fires when uses are more than 18 days apart, however good the skill", () => {
    const perfect = record({ ...ready, weight: 1 });
    expect(reflexEligible(perfect, DEFAULT_LIMITS, START + 18 * DAY)).toBe(true);
    expect(reflexEligible(perfect, DEFAULT_LIMITS, START + 18 * DAY + 1000)).toBe(false);
  });

  it("another policy has its own bar, and the boundary is the same for it", () => {
    const evidence = { successes: 20, failures: 0 };
    const busy = record({
      ...ready,
      successes: 40,
      weight: 0.7,
      streak: 20,
      consecutive: 20,
      evidence,
      reflex: false,
    });
    const pin = { key: busy.key, version: busy.version, digest: busy.digest };
    const inspection = {
      key: busy.key,
      pin,
      name: "todo",
      description: "",
      sideEffects: READ_ONLY,
      findings: [],
      verdicts: [],
      skillMdChars: 900,
      lookalikes: [],
    };
    const fires = (change: object, policy: Policy) =>
      mayFireReflex(DEFAULT_LIMITS, policy, busy, { ...inspection, ...change }, START);
    expect(fires({}, classicPolicy)).toBe(false);
    expect(fires({}, satisficingThompson)).toBe(true);
    expect(fires({ pin: { ...pin, digest: OTHER_DIGEST } }, satisficingThompson)).toBe(false);
    expect(fires({ pin: { ...pin, version: "9.9.9" } }, satisficingThompson)).toBe(false);
    expect(fires({ sideEffects: ["write:x"] }, satisficingThompson)).toBe(false);
    expect(fires({ lookalikes: ["todoist"] }, satisficingThompson)).toBe(false);
  });

  it("for the classic policy the flag and the bar say the same", () => {
    fc.assert(
      fc.property(diligentHistories, (history) => {
        const state = history.reduce((before, batch) => reduce(DEFAULT_LIMITS, before, batch), initialState);
        const at = history.at(-1)?.at ?? 0;
        for (const { candidates } of state.regions)
          for (const candidate of candidates)
            if (reflexEligible(candidate, DEFAULT_LIMITS, at)) expect(candidate.reflex).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("no policy can relax the boundary", () => {
    const eager = { id: "eager", rank: () => [], mayReflex: () => true };
    expect(reflexEligible(record(ready), DEFAULT_LIMITS, START, eager)).toBe(true);
    for (const change of [{ streak: 4 }, { digest: "" }, { sideEffects: ["shell:x"] }, { sideEffects: [] }]) {
      expect(reflexEligible(record({ ...ready, ...change }), DEFAULT_LIMITS, START, eager)).toBe(false);
    }
  });
});

describe("retention offer, each condition on both sides", () => {
  const good = { successes: 3, weight: 0.8, skillMdChars: 7999 };
  it.each([
    ["all met", {}, true],
    ["two successes", { successes: 2 }, false],
    ["weight just below", { weight: 0.7999 }, false],
    ["8000 characters", { skillMdChars: 8000 }, false],
    ["declined nine successes ago", { successes: 12, retentionDeclinedAt: 3 }, false],
    ["declined ten successes ago", { successes: 13, retentionDeclinedAt: 3 }, true],
  ])("%s", (_name, change, expected) => {
    expect(retentionOffer(record({ ...good, ...change }))).toBe(expected);
  });

  it("a declined offer pauses in memory", () => {
    const state = live(
      [[START + 99 * WEEK, { kind: "retention", region: "tasks", key: KEY, keep: false }]],
      flawless(6),
    );
    expect(candidateOf(state).retentionDeclinedAt).toBe(6);
    expect(retentionOffer(candidateOf(state))).toBe(false);
  });
});

describe("a run that a bare slug tells of, where two records could be meant", () => {
  const pin = (key: string, digest = DIGEST) => ({ key, version: "1.2.0", digest });
  const trusted = live(
    [[START + 10 * WEEK, outcome({ pin: pin("clawhub:@bob/todoist-cli") })]],
    flawless(10),
  );
  const told = (change: Partial<Omit<Outcome, "kind">>) =>
    candidateOf(
      live([[START + 11 * WEEK, outcome({ pin: pin("clawhub:todoist-cli"), ...change })]], trusted),
    );

  it.each<[string, Partial<Omit<Outcome, "kind">>]>([
    ["failed", { result: "runtime_error" }],
    ["ran other bytes", { pin: pin("clawhub:todoist-cli", OTHER_DIGEST) }],
    ["wrote", { sideEffects: ["write:notes.md"] }],
  ])("takes the reflex when it %s", (_what, change) => {
    expect(candidateOf(trusted).reflex).toBe(true);
    expect(told(change)).toMatchObject({ reflex: false, streak: 0, consecutive: 0 });
  });

  it("costs no weight, and a good run changes nothing", () => {
    expect(told({ result: "runtime_error" }).weight).toBe(candidateOf(trusted).weight);
    expect(told({})).toEqual(candidateOf(trusted));
  });

  it("is remembered as the same bytes having written", () => {
    expect(told({ sideEffects: ["write:notes.md"] }).sideEffects).toContain("write:notes.md");
  });
});

/** Judges by the history alone, without reading anything of the record but which bytes it is about. */
describe("no history grants an unearned reflex", () => {
  it("five verified, read-only successes in a row of exactly these bytes stand behind every flag", () => {
    let granted = 0;
    fc.assert(
      fc.property(diligentHistories, (history) => {
        let state = initialState;
        const lives = new Map<string, Outcome[]>();
        for (const batch of history) {
          state = reduce(DEFAULT_LIMITS, state, batch);
          remember(lives, batch, state);
          for (const { region, candidates } of state.regions) {
            for (const candidate of candidates.filter(({ reflex }) => reflex)) {
              granted += 1;
              const runs = (lives.get(region) ?? []).filter(({ pin }) => sameSkill(pin.key, candidate.key));
              expectEarned(runs, candidate.digest);
            }
          }
        }
      }),
      { numRuns: 4000 },
    );
    expect(granted).toBeGreaterThan(100);
  });

  function remember(lives: Map<string, Outcome[]>, batch: Batch, state: typeof initialState): void {
    for (const fact of batch.facts) {
      if (fact.kind === "outcome") lives.set(fact.region, [...(lives.get(fact.region) ?? []), fact]);
    }
    // A forgotten record starts a new life.
    for (const [region, runs] of lives) {
      const known = state.regions.find((entry) => entry.region === region)?.candidates ?? [];
      lives.set(
        region,
        runs.filter(({ pin }) => known.some(({ key }) => sameSkill(key, pin.key))),
      );
    }
  }

  function expectEarned(runs: readonly Outcome[], digest: string): void {
    expect(digest).not.toBe("");
    const lastBreak = runs.findLastIndex(({ result, pin }) => result !== "success" || pin.digest !== digest);
    const row = runs
      .slice(lastBreak + 1)
      .filter(({ by, sideEffects }) => by !== "model" && sideEffects.length > 0);
    expect(row.length).toBeGreaterThanOrEqual(5);
    expect(
      runs
        .filter(({ pin }) => pin.digest === digest)
        .flatMap(({ sideEffects }) => sideEffects)
        .some(isWriteEffect),
    ).toBe(false);
  }
});
