import type { Batch, Fact } from "./facts.js";
import type { SkillKey } from "./identity.js";
import { learnBlacklist, learnOutcome, learnRetention, learnSignals } from "./learning.js";
import { learnDependency, learnEnvironment, learnQuality } from "./lessons.js";
import type { Limits } from "./limits.js";
import type { CandidateRecord, Lesson } from "./memory-view.js";
import { isTime } from "./names.js";
import { prune } from "./pruning.js";

/** A value as JSON has it. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * Fields of the file that this release does not know, kept for whoever does. `place` names the nested
 * object they stood in (`runs`, `last_fail`, `pattern`, `cortex` …; empty for the object itself).
 * A list and not an object: no name in it can be mistaken for a prototype.
 */
export type UnknownFields = readonly (readonly [place: string, name: string, value: JsonValue])[];

/** A candidate as memory keeps it. */
export interface StoredCandidate extends CandidateRecord {
  /** Earlier digests that were seen to write, newest last: coming back to one of them clears nothing. */
  readonly wroteBefore?: readonly string[];
  readonly unknown?: UnknownFields;
}

/** One capability: the words that call for it and the skills that serve it. */
export interface RegionState {
  readonly region: string;
  readonly lastUsed: number;
  /** Oldest first. */
  readonly signals: readonly string[];
  readonly candidates: readonly StoredCandidate[];
  readonly unknown?: UnknownFields;
}

/** Counters from which lessons are made: times missing for a dependency, uses in a row for a variable. */
export interface Observation {
  readonly kind: "dependency" | "env";
  readonly region: string;
  readonly key: string;
  readonly count: number;
}

/** A batch that was applied. */
export interface SeenBatch {
  readonly id: string;
  readonly at: number;
}

/** What the original file counts. */
export interface Stats {
  readonly searches: number;
  readonly installs: number;
  readonly cacheHits: number;
  readonly reflexesFired: number;
}

/** All of memory. Plain JSON values, never changed in place; parts that a batch leaves alone are shared. */
export interface CortexState {
  /** Sorted by name. A list and not an object: any name is just a name. */
  readonly regions: readonly RegionState[];
  readonly lessons: readonly Lesson[];
  /** Least recently touched first. */
  readonly observations: readonly Observation[];
  readonly blacklist: readonly SkillKey[];
  readonly retained: readonly SkillKey[];
  readonly stats: Stats;
  /** The newest batches, oldest first. */
  readonly seen: readonly SeenBatch[];
  /** Batches from before this time may have been seen and forgotten: they are not applied. */
  readonly forgottenBefore: number;
  readonly unknown?: UnknownFields;
}

/** Memory that knows nothing yet. */
export const initialState: CortexState = Object.freeze({
  regions: [],
  lessons: [],
  observations: [],
  blacklist: [],
  retained: [],
  stats: Object.freeze({ searches: 0, installs: 0, cacheHits: 0, reflexesFired: 0 }),
  seen: [],
  forgottenBefore: 0,
});

/** Why a fact changed nothing. */
export type IgnoredReason =
  | "invalid-region"
  | "invalid-key"
  | "invalid-words"
  | "retained"
  | "unknown-record";

/** What became of a batch. */
export interface ReduceReport {
  readonly state: CortexState;
  /** `replayed`: its id was seen; `too-old`: older than what the ring of ids can vouch for; `invalid`: no usable id or time. */
  readonly outcome: "applied" | "replayed" | "too-old" | "invalid";
  /** Facts of an applied batch that were not used, by index. */
  readonly ignored: readonly { readonly fact: number; readonly reason: IgnoredReason }[];
}

const BATCH_ID_CHARS = 256;

/**
 * Applies a batch of observations and forgets what is due at its time. Total and deterministic.
 * A batch that was seen before gives back the very same state.
 */
export function reduce(limits: Limits, state: CortexState, batch: Batch): CortexState {
  return reduceWithReport(limits, state, batch).state;
}

/** As `reduce`, and says what was not applied and why. */
export function reduceWithReport(limits: Limits, state: CortexState, batch: Batch): ReduceReport {
  if (!isBatchId(batch.id) || !isTime(batch.at)) return { state, outcome: "invalid", ignored: [] };
  if (state.seen.some((seen) => seen.id === batch.id)) return { state, outcome: "replayed", ignored: [] };
  if (isTooOld(limits, state, batch.at)) return { state, outcome: "too-old", ignored: [] };
  // Adding zero turns -0 into 0, which the file could not tell apart.
  const at = batch.at + 0;
  const ignored: { fact: number; reason: IgnoredReason }[] = [];
  let next = state;
  for (const [index, fact] of batch.facts.entries()) {
    const learned = learn(limits, next, fact, at);
    if (typeof learned === "string") ignored.push({ fact: index, reason: learned });
    else next = learned;
  }
  return { state: prune(limits, remember(next, batch.id, at), at), outcome: "applied", ignored };
}

/** True for ids that the ring can hold. */
export function isBatchId(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= BATCH_ID_CHARS;
}

function learn(limits: Limits, state: CortexState, fact: Fact, at: number): CortexState | IgnoredReason {
  switch (fact.kind) {
    case "outcome":
      return learnOutcome(limits, state, fact, at);
    case "signals":
      return learnSignals(state, fact, at);
    case "dependency":
      return learnDependency(state, fact, at);
    case "env":
      return learnEnvironment(state, fact, at);
    case "quality":
      return learnQuality(state, fact, at);
    case "retention":
      return learnRetention(state, fact);
    case "blacklist":
      return learnBlacklist(state, fact);
    case "count":
      return { ...state, stats: counted(state.stats, fact.what) };
  }
}

function counted(stats: Stats, what: Extract<Fact, { kind: "count" }>["what"]): Stats {
  switch (what) {
    case "search":
      return { ...stats, searches: stats.searches + 1 };
    case "install":
      return { ...stats, installs: stats.installs + 1 };
    case "cache-hit":
      return { ...stats, cacheHits: stats.cacheHits + 1 };
    case "reflex":
      return { ...stats, reflexesFired: stats.reflexesFired + 1 };
  }
}

/** True when this time lies before everything that the full ring of ids can vouch for. */
function isTooOld(limits: Limits, state: CortexState, at: number): boolean {
  const oldest = state.seen[0];
  const full = oldest !== undefined && state.seen.length >= limits.rememberedBatches;
  return at < state.forgottenBefore || (full && at < oldest.at);
}

/** Ids stand in the order of their times, so that the oldest are forgotten first whatever came late. */
function remember(state: CortexState, id: string, at: number): CortexState {
  const seen = [...state.seen];
  let place = seen.length;
  while (place > 0 && (seen[place - 1]?.at ?? 0) > at) place -= 1;
  seen.splice(place, 0, { id, at });
  return { ...state, seen };
}
