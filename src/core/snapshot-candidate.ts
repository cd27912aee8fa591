import { formatDate, parseDate } from "./civil-date.js";
import { FAILURES } from "./facts.js";
import {
  capEvidence,
  EVIDENCE_CAP,
  SUCCESS_TIMES_CAP,
  trimSuccessTimes,
  WROTE_BEFORE_CAP,
} from "./learn-candidate.js";
import type { Limits } from "./limits.js";
import type { CandidateRecord } from "./memory-view.js";
import { isTime } from "./names.js";
import { earnedReflex } from "./reflex.js";
import { mergeSideEffects, SIDE_EFFECTS_CAP } from "./side-effects.js";
import { readExamples } from "./snapshot-examples.js";
import { referenceFields, skillKeyFrom } from "./snapshot-keys.js";
import { collectUnknown, exactTime, type Fields, isCount, isFields, type Repairs } from "./snapshot-parts.js";
import { withUnknown } from "./snapshot-unknown.js";
import type { StoredCandidate, UnknownFields } from "./state.js";
import { DAY_MS, INITIAL_WEIGHT } from "./weights.js";

/** In the order in which they are written. */
const KNOWN = (
  "slug source owner key version weight runs last_fail side_effects skill_md_chars reflex digest streak " +
  "consecutive streak_runs success_times evidence last_used_at retention_declined_at examples wrote_before"
).split(" ");
const KNOWN_RUNS = ["success", "fail", "recent_successes_7d"];
// `detail` is free text of the original format: it is kept for others and never read. An empty one is our own.
const KNOWN_FAILURE = ["type", "date", "at"];
const KNOWN_OWN_FAILURE = ["type", "detail", "date", "at"];

/** Rounding may carry evidence over its cap by this much. */
const ROUNDING = 1e-6;

/** A candidate of the file, with safe values in place of wrong ones; `undefined` when it names no skill. */
export function readCandidate(
  value: unknown,
  regionLastUsed: number,
  evidenceRule: Pick<Limits, "reflexEvidence">,
  repairs: Repairs,
  region: string,
  index: number,
): StoredCandidate | undefined {
  const key = isFields(value) ? skillKeyFrom(value) : undefined;
  if (!isFields(value) || key === undefined) {
    repairs.dropped("candidate", candidatePath(region, index), value);
    return undefined;
  }
  repairs.begin();
  const runs = isFields(value.runs) ? value.runs : repairs.wrong<Fields>({});
  const successes = isCount(runs.success) ? runs.success : repairs.wrong(0);
  const failures = isCount(runs.fail) ? runs.fail : repairs.wrong(0);
  const lastUsed = optionalTime(value.last_used_at, repairs);
  const digest = value.digest === undefined ? "" : pinText(value.digest, repairs);
  const record: Draft = {
    key,
    version: pinText(value.version, repairs),
    digest,
    weight: readWeight(value.weight, repairs),
    successes,
    failures,
    streak: 0,
    consecutive: 0,
    recentSuccesses: readSuccessTimes(value, runs, successes, repairs, lastUsed, regionLastUsed),
    evidence: readEvidence(value.evidence, successes, failures, repairs),
    lastUsed,
    lastFailure: readLastFailure(value.last_fail, repairs),
    sideEffects: readSideEffects(value.side_effects, repairs),
    skillMdChars: isCount(value.skill_md_chars) ? value.skill_md_chars : repairs.wrong(0),
    reflex: false,
    retentionDeclinedAt: optionalCount(value.retention_declined_at, repairs),
    examples: readExamples(value.examples, repairs),
  };
  const wroteBefore = readDigests(value.wrote_before, repairs);
  if (wroteBefore !== undefined) record.wroteBefore = wroteBefore;
  const unknown = readUnknown(value, runs, repairs);
  if (unknown !== undefined) record.unknown = unknown;
  readStreak(value, record, repairs);
  if (!repairs.sound) repairs.repaired("candidate", candidatePath(region, index), value);
  record.reflex = earnedReflex(record, evidenceRule);
  if (value.reflex === true && !record.reflex) {
    repairs.noted(
      "snapshot-reflex-unearned",
      `${candidatePath(region, index)} claims a reflex that its own record does not support.`,
    );
  }
  return record;
}

/** Where a candidate stands in the file. */
export function candidatePath(region: string, index: number): string {
  return `cortex.motor.${region}.candidates[${index}]`;
}

/** The record as the original format has it, with our fields after the original ones. */
export function writeCandidate(candidate: StoredCandidate): Fields {
  const { unknown, lastFailure } = candidate;
  const { slug, source, owner, key } = referenceFields(candidate.key);
  const runs = {
    success: candidate.successes,
    fail: candidate.failures,
    recent_successes_7d: candidate.recentSuccesses.length,
  };
  const lastFail = lastFailure && {
    type: lastFailure.type,
    detail: "",
    date: formatDate(lastFailure.at),
    at: lastFailure.at,
  };
  const fields = {
    slug,
    source,
    owner,
    key,
    version: candidate.version,
    weight: candidate.weight,
    runs: withUnknown(runs, unknown, "runs"),
    last_fail: lastFail === undefined ? null : withUnknown(lastFail, unknown, "last_fail"),
    side_effects: candidate.sideEffects,
    skill_md_chars: candidate.skillMdChars,
    reflex: candidate.reflex,
    digest: candidate.digest === "" ? undefined : candidate.digest,
    streak: candidate.streak,
    consecutive: candidate.consecutive,
    streak_runs: candidate.successes + candidate.failures,
    success_times: candidate.recentSuccesses,
    evidence: [candidate.evidence.successes, candidate.evidence.failures],
    last_used_at: candidate.lastUsed > 0 ? candidate.lastUsed : undefined,
    retention_declined_at: candidate.retentionDeclinedAt,
    examples: candidate.examples.length === 0 ? undefined : candidate.examples,
    wrote_before: candidate.wroteBefore,
  };
  return withUnknown(fields, unknown, "");
}

/** A record while it is read. */
type Draft = { -readonly [Name in keyof StoredCandidate]: StoredCandidate[Name] };

/**
 * The row of successes, if it can be one. A record with a wrong value keeps its history but earns reflex anew;
 * so does one whose runs were counted by a program that knows no streaks, because the row may be broken.
 */
function readStreak(value: Fields, record: Draft, repairs: Repairs): void {
  const streak = optionalCount(value.streak, repairs) ?? 0;
  const consecutive = optionalCount(value.consecutive, repairs) ?? streak;
  if (streak > consecutive || consecutive > record.successes) repairs.wrong(0);
  const current = value.streak_runs === record.successes + record.failures && record.digest !== "";
  if (!repairs.sound || !current) return;
  record.streak = streak;
  record.consecutive = consecutive;
}

function readUnknown(value: Fields, runs: Fields, repairs: Repairs): UnknownFields | undefined {
  let unknown = collectUnknown(value, KNOWN, "", undefined, repairs);
  unknown = collectUnknown(runs, KNOWN_RUNS, "runs", unknown, repairs);
  if (!isFields(value.last_fail)) return unknown;
  const known = value.last_fail.detail === "" ? KNOWN_OWN_FAILURE : KNOWN_FAILURE;
  return collectUnknown(value.last_fail, known, "last_fail", unknown, repairs);
}

function readWeight(value: unknown, repairs: Repairs): number {
  return typeof value === "number" && value >= 0 && value <= 1 ? value + 0 : repairs.wrong(INITIAL_WEIGHT);
}

function pinText(value: unknown, repairs: Repairs): string {
  return repairs.isPinText(value) ? value : repairs.wrong("");
}

function optionalTime(value: unknown, repairs: Repairs): number {
  if (value === undefined) return 0;
  return isTime(value) ? value + 0 : repairs.wrong(0);
}

function optionalCount(value: unknown, repairs: Repairs): number | undefined {
  return value === undefined || isCount(value) ? value : repairs.wrong(undefined);
}

/** Effects that can't be read are unknown ones, and those count as shell commands. */
function readSideEffects(value: unknown, repairs: Repairs): readonly string[] {
  if (!Array.isArray(value)) return repairs.wrong([]);
  let fine = value.length <= SIDE_EFFECTS_CAP;
  let distinct = true;
  for (let index = 0; fine && index < value.length; index += 1) {
    const effect: unknown = value[index];
    fine = typeof effect === "string" && effect.length > 0 && effect.length <= 200;
    distinct &&= value.indexOf(effect) === index;
  }
  if (fine && distinct) return value;
  return mergeSideEffects([], fine ? value : repairs.wrong(value));
}

function readDigests(value: unknown, repairs: Repairs): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const digests = Array.isArray(value)
    ? value.filter((digest) => repairs.isPinText(digest) && digest !== "")
    : [];
  const fine = Array.isArray(value) && digests.length === value.length && digests.length <= WROTE_BEFORE_CAP;
  const kept = fine ? digests : repairs.wrong(digests.slice(-WROTE_BEFORE_CAP));
  return kept.length === 0 ? undefined : kept;
}

function readLastFailure(value: unknown, repairs: Repairs): CandidateRecord["lastFailure"] {
  if (value === undefined || value === null) return undefined;
  if (!isFields(value)) return repairs.wrong(undefined);
  const type = FAILURES.find((failure) => failure === value.type) ?? repairs.wrong("runtime_error" as const);
  const day = typeof value.date === "string" ? parseDate(value.date) : undefined;
  return { type, at: exactTime(value.at, day) ?? repairs.wrong(0) };
}

function readEvidence(
  value: unknown,
  successes: number,
  failures: number,
  repairs: Repairs,
): CandidateRecord["evidence"] {
  if (value === undefined) return capEvidence(successes, failures);
  const pair: readonly unknown[] = Array.isArray(value) && value.length === 2 ? value : [];
  const good = pair[0];
  const bad = pair[1];
  if (typeof good !== "number" || typeof bad !== "number" || !(good >= 0) || !(bad >= 0)) {
    return repairs.wrong(capEvidence(successes, failures));
  }
  if (good + bad <= EVIDENCE_CAP + ROUNDING) return { successes: good + 0, failures: bad + 0 };
  return repairs.wrong(capEvidence(successes, failures));
}

/**
 * Times of recent successes. Original files have only a number: so many successes on the region's day. The same
 * goes for successes that a program without times has counted on top of ours.
 */
function readSuccessTimes(
  fields: Fields,
  runs: Fields,
  successes: number,
  repairs: Repairs,
  lastUsed: number,
  regionLastUsed: number,
): readonly number[] {
  const value = fields.success_times;
  const counted = runs.recent_successes_7d;
  const newest = lastUsed > 0 ? lastUsed : regionLastUsed;
  const most = Math.min(successes, SUCCESS_TIMES_CAP);
  const number = isCount(counted) ? Math.min(counted, most) : counted === undefined ? 0 : repairs.wrong(0);
  let known: number[] = [];
  if (isAscending(value, newest) && value.length <= most) known = value;
  else if (Array.isArray(value)) {
    let before = 0;
    for (const time of value) {
      if (!isTime(time) || time < before || time > newest || known.length >= most) {
        repairs.wrong(undefined);
        break;
      }
      known.push(time + 0);
      before = time;
    }
  } else if (value !== undefined) repairs.wrong(undefined);
  const extra = number - known.length;
  if (extra <= 0) return trimSuccessTimes(known, newest);
  const regionDay = regionLastUsed - (regionLastUsed % DAY_MS);
  const added = Array.from({ length: extra }, () => Math.min(regionDay, newest));
  return trimSuccessTimes(known.length === 0 ? added : [...known, ...added].sort((a, b) => a - b), newest);
}

/** Times in order, none of them negative zero, which the state has no room for. */
function isAscending(value: unknown, newest: number): value is number[] {
  if (!Array.isArray(value)) return false;
  let before = 0;
  for (let index = 0; index < value.length; index += 1) {
    const time: unknown = value[index];
    if (!isTime(time) || time === 0 || time < before || time > newest) return false;
    before = time;
  }
  return true;
}
