import type { Batch, Fact } from "../../src/core/facts.js";
import { newCandidate } from "../../src/core/learn-candidate.js";
import { DEFAULT_LIMITS, type Limits } from "../../src/core/limits.js";
import type { CandidateRecord } from "../../src/core/memory-view.js";
import { type CortexState, initialState, reduce, type StoredCandidate } from "../../src/core/state.js";

export const DAY = 86_400_000;
/** 2026-03-01T00:00:00Z */
export const START = 1_772_323_200_000;
export const KEY = "clawhub:@alice/todoist-cli";
export const DIGEST = `sha256:${"a".repeat(64)}`;
export const OTHER_DIGEST = `sha256:${"b".repeat(64)}`;
export const READ_ONLY = ["network:api.todoist.com"];

type Outcome = Extract<Fact, { kind: "outcome" }>;

export function outcome(change: Partial<Omit<Outcome, "kind">> = {}): Outcome {
  return {
    kind: "outcome",
    region: "tasks",
    pin: { key: KEY, version: "1.2.0", digest: DIGEST },
    result: "success",
    by: "runner",
    sideEffects: READ_ONLY,
    skillMdChars: 1200,
    ...change,
  };
}

/** Applies batches of facts, one per entry; ids follow the order. */
export function live(
  entries: readonly (readonly [at: number, ...facts: Fact[]])[],
  from: CortexState = initialState,
  limits: Limits = DEFAULT_LIMITS,
): CortexState {
  return entries.reduce((state, [at, ...facts]) => {
    const batch: Batch = {
      id: `b${state.stats.searches}-${at}-${state.seen.length}-${facts.length}`,
      at,
      facts,
    };
    return reduce(limits, state, batch);
  }, from);
}

export function candidateOf(state: CortexState, key = KEY, region = "tasks"): StoredCandidate {
  const found = state.regions
    .find((entry) => entry.region === region)
    ?.candidates.find((candidate) => candidate.key === key);
  if (found === undefined) throw new Error(`no record of ${key} in ${region}`);
  return found;
}

export function record(change: Partial<CandidateRecord> = {}): CandidateRecord {
  return {
    ...newCandidate(KEY),
    version: "1.2.0",
    digest: DIGEST,
    sideEffects: READ_ONLY,
    lastUsed: START,
    ...change,
  };
}
