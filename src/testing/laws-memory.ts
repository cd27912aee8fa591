import { deepStrictEqual, ok, strictEqual } from "node:assert";
import * as fc from "fast-check";
import type { Batch } from "../core/facts.js";
import type { Limits } from "../core/limits.js";
import { prune } from "../core/pruning.js";
import { earnedReflex } from "../core/reflex.js";
import { parseSnapshot, serialiseSnapshot } from "../core/snapshot.js";
import { type CortexState, initialState, reduce as ourReduce } from "../core/state.js";
import {
  batches,
  damagedSnapshots,
  diligentHistories,
  histories,
  limits,
  states,
  times,
} from "./arbitraries-memory.js";
import { deepFreeze } from "./deep-freeze.js";
import type { Law, LawOptions } from "./law.js";

export type Reduce = (limits: Limits, state: CortexState, batch: Batch) => CortexState;

/** What memory promises, for our reducer or for one that is put in its place. */
export function memoryLaws(reduce: Reduce = ourReduce): readonly Law[] {
  return [
    law(
      "a batch changes nothing but the state that it returns",
      fc.tuple(limits, states, batches),
      (input) => {
        const [bounds, state, batch] = deepFreeze(input);
        deepStrictEqual(reduce(bounds, state, batch), reduce(bounds, structuredClone(state), batch));
      },
    ),
    law(
      "a batch that was seen gives back the very same state",
      fc.tuple(limits, states, batches),
      (input) => {
        const [bounds, state, batch] = input;
        const once = reduce(bounds, state, batch);
        strictEqual(reduce(bounds, once, batch), once);
      },
    ),
    law("records stay within their ranges", fc.tuple(limits, histories), ([bounds, history]) => {
      for (const state of lifeOf(reduce, bounds, history)) assertRanges(state);
    }),
    law("caps hold after every batch", fc.tuple(limits, histories), ([bounds, history]) => {
      for (const state of lifeOf(reduce, bounds, history)) assertCaps(bounds, state);
    }),
    law("times never move backwards", fc.tuple(limits, histories), ([bounds, history]) => {
      let before = initialState;
      for (const state of lifeOf(reduce, bounds, history)) {
        assertForwards(before, state);
        before = state;
      }
    }),
    law("a reflex flag is what the record has earned", anyHistory(), ([bounds, history]) => {
      for (const state of lifeOf(reduce, bounds, history)) assertEarned(bounds, state);
    }),
    law("pruning twice is pruning once", fc.tuple(limits, states, times), ([bounds, state, at]) => {
      const once = prune(bounds, deepFreeze(state), at);
      strictEqual(prune(bounds, once, at), once);
    }),
    law("after a batch nothing is left to prune at its time", fc.tuple(limits, states, batches), (input) => {
      const [bounds, state, batch] = input;
      const after = reduce(bounds, state, batch);
      if (after !== state) strictEqual(prune(bounds, after, batch.at), after);
    }),
  ];
}

/** What the file promises. */
export function snapshotLaws(): readonly Law[] {
  return [
    law("a round trip through the file loses nothing", fc.tuple(states, limits), ([reached, bounds]) => {
      // One more prune under these limits, so that flags and caps are this host's.
      const state = prune(bounds, reached, 0);
      const parsed = parseSnapshot(serialiseSnapshot(deepFreeze(state)), {
        limits: { reflexEvidence: "any" },
      });
      strictEqual(parsed.status, "ok");
      deepStrictEqual(withoutReflex(parsed.state), withoutReflex(state));
    }),
    law("reading a damaged file saves what it can and is stable", damagedSnapshots, (text) => {
      const first = parseSnapshot(text);
      if (first.status === "newer" || first.status === "corrupt") return;
      assertRanges(first.state);
      for (const { candidates } of first.state.regions) {
        for (const record of candidates)
          strictEqual(record.reflex, earnedReflex(record, { reflexEvidence: "verified" }));
      }
      const second = parseSnapshot(serialiseSnapshot(first.state));
      strictEqual(second.status, "ok", JSON.stringify(second.diagnostics));
      deepStrictEqual(second.state, first.state);
    }),
    law(
      "no text makes reading throw",
      fc.oneof(fc.string({ unit: "binary" }), fc.json(), damagedSnapshots),
      (text) => {
        const { state, status, diagnostics } = parseSnapshot(text);
        assertRanges(state);
        ok(status === "ok" || diagnostics.length > 0);
      },
    ),
    law(
      "cut off anywhere, a file is corrupt and never half read",
      fc.tuple(states, fc.nat()),
      ([state, at]) => {
        const text = serialiseSnapshot(state);
        strictEqual(parseSnapshot(text.slice(0, at % text.length)).status, "corrupt");
      },
    ),
  ];
}

function law<Input>(name: string, inputs: fc.Arbitrary<Input>, check: (input: Input) => void): Law {
  return {
    name,
    run({ runs = 1000, seed }: LawOptions = {}) {
      fc.assert(fc.property(inputs, check), seed === undefined ? { numRuns: runs } : { numRuns: runs, seed });
    },
  };
}

function anyHistory(): fc.Arbitrary<[Limits, readonly Batch[]]> {
  return fc.tuple(limits, fc.oneof(histories, diligentHistories));
}

function lifeOf(reduce: Reduce, bounds: Limits, history: readonly Batch[]): readonly CortexState[] {
  const life: CortexState[] = [];
  history.reduce((state, batch) => {
    const next = reduce(bounds, state, batch);
    life.push(next);
    return next;
  }, initialState);
  return life;
}

function assertRanges(state: CortexState): void {
  const names = state.regions.map(({ region }) => region);
  deepStrictEqual(names, [...new Set(names)].sort());
  for (const { candidates, signals } of state.regions) {
    strictEqual(new Set(signals).size, signals.length);
    strictEqual(new Set(candidates.map(({ key }) => key)).size, candidates.length);
    for (const record of candidates) {
      ok(record.weight >= 0 && record.weight <= 1, "weight");
      ok(record.streak <= record.consecutive && record.consecutive <= record.successes, "streak");
      ok(record.recentSuccesses.length <= Math.min(256, record.successes), "success times");
      const { successes, failures } = record.evidence;
      ok(successes >= 0 && failures >= 0 && successes + failures <= 20.000001, "evidence");
    }
  }
  for (const { confidence } of state.lessons) {
    ok(confidence >= 0 && confidence <= 1, "confidence");
    strictEqual(confidence, Math.round(confidence * 100) / 100);
  }
}

function assertCaps(bounds: Limits, state: CortexState): void {
  ok(state.regions.length <= bounds.regions, "regions");
  ok(state.lessons.length <= bounds.lessons, "lessons");
  ok(state.seen.length <= bounds.rememberedBatches, "batches");
  const regions = new Set(state.regions.map(({ region }) => region));
  for (const lesson of state.lessons) {
    ok(lesson.confidence >= 0.3, "lesson confidence");
    ok(lesson.type === "skill_quality_warning" || regions.has(lesson.region), "lesson without region");
  }
  for (const { candidates, signals } of state.regions) {
    ok(candidates.length <= bounds.candidatesPerRegion, "candidates");
    ok(signals.length <= bounds.signalsPerRegion, "signals");
    for (const { examples } of candidates) ok(examples.length <= bounds.examplesPerCandidate, "examples");
  }
}

function assertForwards(before: CortexState, after: CortexState): void {
  ok(after.forgottenBefore >= before.forgottenBefore);
  for (const old of before.regions) {
    const region = after.regions.find(({ region }) => region === old.region);
    if (region === undefined) continue;
    ok(region.lastUsed >= old.lastUsed, "region time");
    for (const record of old.candidates) {
      const now = region.candidates.find(({ key }) => key === record.key);
      // A record that was forgotten and learned anew starts again with its first run.
      if (now === undefined || now.successes + now.failures < record.successes + record.failures) continue;
      ok(now.lastUsed >= record.lastUsed, "candidate time");
      ok((now.lastFailure?.at ?? 0) >= (record.lastFailure?.at ?? 0), "failure time");
    }
  }
}

function assertEarned(bounds: Limits, state: CortexState): void {
  for (const { candidates } of state.regions) {
    for (const record of candidates) if (record.reflex) ok(earnedReflex(record, bounds), "unearned reflex");
  }
}

function withoutReflex(state: CortexState): CortexState {
  const regions = state.regions.map((region) => ({
    ...region,
    candidates: region.candidates.map((candidate) => ({ ...candidate, reflex: false })),
  }));
  return { ...state, regions };
}
