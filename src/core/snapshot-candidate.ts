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
import { isPinText, isTime } from "./names.js";
import { earnedReflex } from "./reflex.js";
import { mergeSideEffects, SIDE_EFFECTS_CAP } from "./side-effects.js";
import { readExamples } from "./snapshot-examples.js";
import { referenceFields, skillKeyFrom } from "./snapshot-keys.js";
import { collectUnknown, exactTime, type Fields, isCount, isFields, type Repairs } from "./snapshot-parts.js";
import { withUnknown } from "./snapshot-unknown.js";
import type { StoredCandidate } from "./state.js";
import { INITIAL_WEIGHT } from "./weights.js";

const KNOWN = new Set(
  (
    "slug source owner key version digest weight runs last_fail side_effects skill_md_chars reflex streak " +
    "consecutive streak_runs success_times evidence last_used_at retention_declined_at examples wrote_before"
  ).split(" "),
);
const KNOWN_RUNS = new Set(["success", "fail", "recent_successes_7d"]);
// `detail` is free text of the original format: it is kept for others and never read. An empty one is our own.
const KNOWN_FAILURE = new Set(["type", "date", "at"]);
const KNOWN_OWN_FAILURE = new Set([...KNOWN_FAILURE, "detail"]);

/** Rounding may carry evidence over its cap by this much. */
const ROUNDING = 1e-6;

/** A candidate of the file, with safe values in place of wrong ones; `undefined` when it names no skill. */
export function readCandidate(
  value: unknown,
  regionLastUsed: number,
  evidenceRule: Pick<Limits, "reflexEvidence">,
  repairs: Repairs,
  path: () => string,
): StoredCandidate | undefined {
  const key = isFields(value) ? skillKeyFrom(value) : undefined;
  if (!isFields(value) || key === undefined) {
    repairs.dropped("candidate", path(), value);
    return undefined;
  }
  // The first wrong value makes the whole record suspect: it keeps its history but must earn reflex anew.
  let sound = true;
  const wrong = <Safe>(safe: Safe): Safe => {
    sound = false;
    return safe;
  };

  const runs = isFields(value.runs) ? value.runs : wrong<Fields>({});
  const successes = isCount(runs.success) ? runs.success : wrong(0);
  const failures = isCount(runs.fail) ? runs.fail : wrong(0);
  const { weight: fileWeight, version: fileVersion, digest: fileDigest } = value;
  const weight =
    typeof fileWeight === "number" && fileWeight >= 0 && fileWeight <= 1
      ? fileWeight + 0
      : wrong(INITIAL_WEIGHT);
  const version = isPinText(fileVersion) ? fileVersion : wrong("");
  const digest = isPinText(fileDigest) ? fileDigest : fileDigest === undefined ? "" : wrong("");
  const lastUsed = isTime(value.last_used_at)
    ? value.last_used_at + 0
    : value.last_used_at === undefined
      ? 0
      : wrong(0);
  const skillMdChars = isCount(value.skill_md_chars) ? value.skill_md_chars : wrong(0);
  const declined = value.retention_declined_at;
  const retentionDeclinedAt = isCount(declined)
    ? declined
    : declined === undefined
      ? undefined
      : wrong(undefined);
  const sideEffects = readSideEffects(value.side_effects, wrong);
  const lastFailure = readLastFailure(value.last_fail, wrong);
  const evidence = readEvidence(value.evidence, successes, failures, wrong);
  const examples = readExamples(value.examples, wrong);
  const recentSuccesses = readSuccessTimes(value.success_times, runs.recent_successes_7d, successes, wrong, {
    newest: lastUsed > 0 ? lastUsed : regionLastUsed,
    regionDay: regionLastUsed - (regionLastUsed % 86_400_000),
  });

  const wroteBefore = readDigests(value.wrote_before, wrong);
  const streak = value.streak === undefined ? 0 : isCount(value.streak) ? value.streak : wrong(0);
  const consecutive =
    value.consecutive === undefined ? streak : isCount(value.consecutive) ? value.consecutive : wrong(0);
  if (streak > consecutive || consecutive > successes) sound = false;
  // A program that counts runs but knows no streaks has written since: the row may be broken.
  const current = value.streak_runs === successes + failures && digest !== "";

  let unknown = collectUnknown(value, KNOWN, "", undefined, repairs);
  unknown = collectUnknown(runs, KNOWN_RUNS, "runs", unknown, repairs);
  if (isFields(value.last_fail)) {
    const known = value.last_fail.detail === "" ? KNOWN_OWN_FAILURE : KNOWN_FAILURE;
    unknown = collectUnknown(value.last_fail, known, "last_fail", unknown, repairs);
  }
  if (!sound) repairs.repaired("candidate", path(), value);

  const record: CandidateRecord = {
    key,
    version,
    digest,
    weight,
    successes,
    failures,
    streak: sound && current ? streak : 0,
    consecutive: sound && current ? consecutive : 0,
    recentSuccesses,
    evidence,
    lastUsed,
    lastFailure,
    sideEffects,
    skillMdChars,
    reflex: false,
    retentionDeclinedAt,
    examples,
  };
  const reflex = earnedReflex(record, evidenceRule);
  if (value.reflex === true && !reflex) {
    repairs.noted(
      "snapshot-reflex-unearned",
      () => `${path()} claims a reflex that its own record does not support.`,
    );
  }
  return {
    ...record,
    reflex,
    ...(wroteBefore === undefined ? {} : { wroteBefore }),
    ...(unknown === undefined ? {} : { unknown }),
  };
}

/** The record as the original format has it, with our fields after the original ones. */
export function writeCandidate(candidate: StoredCandidate): Fields {
  const { unknown, lastFailure } = candidate;
  const failureFields = lastFailure && {
    type: lastFailure.type,
    detail: "",
    date: formatDate(lastFailure.at),
    at: lastFailure.at,
  };
  return withUnknown(
    {
      ...referenceFields(candidate.key),
      version: candidate.version,
      weight: candidate.weight,
      runs: withUnknown(
        {
          success: candidate.successes,
          fail: candidate.failures,
          recent_successes_7d: candidate.recentSuccesses.length,
        },
        unknown,
        "runs",
      ),
      last_fail: failureFields === undefined ? null : withUnknown(failureFields, unknown, "last_fail"),
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
    },
    unknown,
    "",
  );
}

type Wrong = <Safe>(safe: Safe) => Safe;

/** Effects that can't be read are unknown ones, and those count as shell commands. */
function readSideEffects(value: unknown, wrong: Wrong): readonly string[] {
  if (!Array.isArray(value)) return wrong([]);
  const fine =
    value.length <= SIDE_EFFECTS_CAP &&
    value.every((effect) => typeof effect === "string" && effect.length > 0 && effect.length <= 200);
  return mergeSideEffects([], fine ? value : wrong(value));
}

function readDigests(value: unknown, wrong: Wrong): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const digests = Array.isArray(value) ? value.filter((digest) => isPinText(digest) && digest !== "") : [];
  const fine = Array.isArray(value) && digests.length === value.length && digests.length <= WROTE_BEFORE_CAP;
  const kept = fine ? digests : wrong(digests.slice(-WROTE_BEFORE_CAP));
  return kept.length === 0 ? undefined : kept;
}

function readLastFailure(value: unknown, wrong: Wrong): CandidateRecord["lastFailure"] {
  if (value === undefined || value === null) return undefined;
  if (!isFields(value)) return wrong(undefined);
  const type = FAILURES.find((failure) => failure === value.type) ?? wrong("runtime_error" as const);
  const day = typeof value.date === "string" ? parseDate(value.date) : undefined;
  return { type, at: exactTime(value.at, day) ?? wrong(0) };
}

function readEvidence(
  value: unknown,
  successes: number,
  failures: number,
  wrong: Wrong,
): CandidateRecord["evidence"] {
  if (value === undefined) return capEvidence(successes, failures);
  const [good, bad] = Array.isArray(value) && value.length === 2 ? value : [];
  if (typeof good !== "number" || typeof bad !== "number" || !(good >= 0) || !(bad >= 0)) {
    return wrong(capEvidence(successes, failures));
  }
  if (good + bad <= EVIDENCE_CAP + ROUNDING) return { successes: good + 0, failures: bad + 0 };
  return wrong(capEvidence(successes, failures));
}

/**
 * Times of recent successes. Original files have only a number: so many successes on the region's day. The same
 * goes for successes that a program without times has counted on top of ours.
 */
function readSuccessTimes(
  value: unknown,
  counted: unknown,
  successes: number,
  wrong: Wrong,
  when: { readonly newest: number; readonly regionDay: number },
): readonly number[] {
  const most = Math.min(successes, SUCCESS_TIMES_CAP);
  const number = isCount(counted) ? Math.min(counted, most) : counted === undefined ? 0 : wrong(0);
  const known: number[] = [];
  if (Array.isArray(value)) {
    let before = 0;
    for (const time of value) {
      if (!isTime(time) || time < before || time > when.newest || known.length >= most) {
        wrong(undefined);
        break;
      }
      known.push(time + 0);
      before = time;
    }
  } else if (value !== undefined) wrong(undefined);
  const extra = number - known.length;
  if (extra <= 0) return trimSuccessTimes(known, when.newest);
  const added = Array.from({ length: extra }, () => Math.min(when.regionDay, when.newest));
  return trimSuccessTimes(
    known.length === 0 ? added : [...known, ...added].sort((a, b) => a - b),
    when.newest,
  );
}
