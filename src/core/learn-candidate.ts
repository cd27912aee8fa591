import type { Fact } from "./facts.js";
import { parseSkillKey, type SkillKey } from "./identity.js";
import type { Limits } from "./limits.js";
import type { CandidateRecord } from "./memory-view.js";
import { isName } from "./names.js";
import { earnedReflex } from "./reflex.js";
import { isWriteEffect, mergeSideEffects } from "./side-effects.js";
import type { StoredCandidate } from "./state.js";
import {
  countRecent,
  DAY_MS,
  INITIAL_WEIGHT,
  WEEK_MS,
  weightAfterFailure,
  weightAfterSuccess,
} from "./weights.js";

/** Evidence halves in this time, so that an old reputation fades. */
export const EVIDENCE_HALF_LIFE_MS = 180 * DAY_MS;

/** More evidence than this is scaled down, so that a skill that changed is found out. */
export const EVIDENCE_CAP = 20;

/**
 * Success times kept per candidate. Beyond this many a week the gain of one more success is below
 * a thousandth, and exact counting would let one busy skill fill the file.
 */
export const SUCCESS_TIMES_CAP = 256;

/** Words kept of one example. */
export const EXAMPLE_WORDS_CAP = 16;

/** Digests kept that were seen to write. */
export const WROTE_BEFORE_CAP = 8;

/** The side effect of bytes that wrote when they were here before. */
const WROTE_BEFORE = "shell:wrote-before";

type Outcome = Extract<Fact, { kind: "outcome" }>;

/** A candidate that was never used, as a base for records. */
export function newCandidate(key: SkillKey): CandidateRecord {
  return {
    key,
    version: "",
    digest: "",
    weight: INITIAL_WEIGHT,
    successes: 0,
    failures: 0,
    streak: 0,
    consecutive: 0,
    recentSuccesses: [],
    evidence: { successes: 0, failures: 0 },
    lastUsed: 0,
    lastFailure: undefined,
    sideEffects: [],
    skillMdChars: 0,
    reflex: false,
    retentionDeclinedAt: undefined,
    examples: [],
  };
}

/** The record after one more run. */
export function learnCandidate(
  limits: Limits,
  known: StoredCandidate | undefined,
  regionLastUsed: number,
  fact: Outcome,
  at: number,
): StoredCandidate {
  const before = known ?? newCandidate(fact.pin.key);
  const lastUsed = known === undefined ? at : before.lastUsed > 0 ? before.lastUsed : regionLastUsed;
  const newest = Math.max(lastUsed, at);
  const samePin = before.version === fact.pin.version && before.digest === fact.pin.digest;
  // A late result about other bytes says nothing about the bytes that are recorded now.
  const aboutOldBytes = !samePin && at < lastUsed;
  const pinned = aboutOldBytes
    ? withWriter(before, fact.pin.digest, fact.sideEffects)
    : withPin(before, fact, samePin);
  const outcome =
    fact.result === "success" ? succeeded(pinned, fact, at, aboutOldBytes) : failed(pinned, fact.result, at);
  const record: StoredCandidate = {
    ...outcome,
    recentSuccesses: trimSuccessTimes(outcome.recentSuccesses, newest),
    evidence: addEvidence(before.evidence, lastUsed, at, fact.result === "success"),
    lastUsed: newest,
    examples: examplesAfter(limits, before.examples, fact),
  };
  return { ...record, reflex: earnedReflex(record, limits) };
}

/**
 * A run of a skill that may be this one: of two records, a bare slug could mean either. What speaks against a reflex
 * counts for both; praise counts only where it was told.
 */
export function doubtCandidate(record: StoredCandidate, fact: Outcome): StoredCandidate {
  const sameBytes = fact.pin.digest === record.digest;
  const writes = fact.sideEffects.filter(isWriteEffect);
  if (fact.result === "success" && sameBytes && writes.length === 0) return record;
  const sideEffects = sameBytes ? mergeSideEffects(record.sideEffects, writes) : record.sideEffects;
  const doubted = withWriter(record, fact.pin.digest, writes);
  return { ...doubted, sideEffects, streak: 0, consecutive: 0, reflex: false };
}

/** Other bytes start over: their side effects are their own, and no success of the old ones vouches for them. */
function withPin(before: StoredCandidate, fact: Outcome, samePin: boolean): StoredCandidate {
  const { version, digest } = fact.pin;
  const skillMdChars =
    Number.isSafeInteger(fact.skillMdChars) && fact.skillMdChars > 0 ? fact.skillMdChars : 0;
  const key = parseSkillKey(before.key)?.owner === undefined ? fact.pin.key : before.key;
  if (samePin) {
    const sideEffects = mergeSideEffects(before.sideEffects, fact.sideEffects);
    return { ...before, key, skillMdChars, sideEffects };
  }
  // Before the lookup: the same bytes under another version are still the bytes that wrote.
  const known = withWriter(before, before.digest, before.sideEffects);
  const sideEffects = mergeSideEffects(
    known.wroteBefore?.includes(digest) ? [WROTE_BEFORE] : [],
    fact.sideEffects,
  );
  return { ...known, key, version, digest, skillMdChars, sideEffects, streak: 0, consecutive: 0 };
}

/** Remembers bytes that wrote, for the case that they come back. */
function withWriter(record: StoredCandidate, digest: string, effects: readonly string[]): StoredCandidate {
  const known = record.wroteBefore ?? [];
  if (digest === "" || known.includes(digest) || !effects.some(isWriteEffect)) return record;
  return { ...record, wroteBefore: [...known, digest].slice(-WROTE_BEFORE_CAP) };
}

function succeeded(
  record: StoredCandidate,
  fact: Outcome,
  at: number,
  aboutOldBytes: boolean,
): StoredCandidate {
  // Towards reflex counts only what is tied to known bytes and known effects.
  const counts = !aboutOldBytes && record.digest !== "" && fact.sideEffects.length > 0;
  return {
    ...record,
    weight: weightAfterSuccess(record.weight, countRecent(record.recentSuccesses, at)),
    successes: record.successes + 1,
    streak: record.streak + (counts && fact.by !== "model" ? 1 : 0),
    consecutive: record.consecutive + (counts ? 1 : 0),
    recentSuccesses: [...record.recentSuccesses, at].sort((a, b) => a - b),
  };
}

function failed(
  record: StoredCandidate,
  type: Exclude<Outcome["result"], "success">,
  at: number,
): StoredCandidate {
  const { unknown, ...rest } = record;
  const newer = record.lastFailure === undefined || at >= record.lastFailure.at;
  // What another program wrote about the previous failure does not describe this one.
  const kept = newer ? unknown?.filter(([place]) => place !== "last_fail") : unknown;
  return {
    ...rest,
    weight: weightAfterFailure(record.weight, type),
    failures: record.failures + 1,
    streak: 0,
    consecutive: 0,
    lastFailure: newer ? { type, at } : record.lastFailure,
    ...(kept === undefined || kept.length === 0 ? {} : { unknown: kept }),
  };
}

/** The times, ascending, that still lie in the window before `newest`. */
export function trimSuccessTimes(times: readonly number[], newest: number): readonly number[] {
  const recent = times.findIndex((time) => newest - time < WEEK_MS);
  if (recent < 0) return [];
  const first = Math.max(recent, times.length - SUCCESS_TIMES_CAP);
  return first === 0 ? times : times.slice(first);
}

/** Evidence is as of the newest use; a late result enters as faded as it would be by then. */
function addEvidence(
  evidence: CandidateRecord["evidence"],
  lastUsed: number,
  at: number,
  success: boolean,
): CandidateRecord["evidence"] {
  const fade = 2 ** (-Math.abs(at - lastUsed) / EVIDENCE_HALF_LIFE_MS);
  const kept = at > lastUsed ? fade : 1;
  const added = at < lastUsed ? fade : 1;
  const successes = evidence.successes * kept + (success ? added : 0);
  const failures = evidence.failures * kept + (success ? 0 : added);
  return capEvidence(successes, failures);
}

/** Both counts, scaled down together where they are more than the cap. */
export function capEvidence(successes: number, failures: number): CandidateRecord["evidence"] {
  const total = successes + failures;
  if (total <= EVIDENCE_CAP) return { successes, failures };
  return { successes: (successes * EVIDENCE_CAP) / total, failures: (failures * EVIDENCE_CAP) / total };
}

/** A success adds its words, a failure takes the same words back. Sets are sorted, so that equal sets are equal lists. */
function examplesAfter(
  limits: Limits,
  examples: readonly (readonly string[])[],
  fact: Outcome,
): readonly (readonly string[])[] {
  const words = [...new Set((fact.words ?? []).filter(isName))].sort().slice(0, EXAMPLE_WORDS_CAP);
  if (words.length === 0) return examples;
  const others = examples.filter((example) => !sameWords(example, words));
  if (fact.result === "success") {
    return limits.examplesPerCandidate === 0 ? [] : [...others, words].slice(-limits.examplesPerCandidate);
  }
  return others.length === examples.length ? examples : others;
}

function sameWords(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((word, index) => word === right[index]);
}
