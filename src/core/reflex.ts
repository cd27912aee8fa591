import type { Limits } from "./limits.js";
import type { CandidateRecord, Policy } from "./memory-view.js";
import { classicPolicy } from "./policies/classic-policy.js";
import { isReadOnly } from "./side-effects.js";
import { REFLEX_SUCCESSES, REFLEX_WEIGHT } from "./weights.js";

/** Consecutive successes that a reflex needs, as evidence for exactly these bytes. */
export const REFLEX_STREAK = 5;

/** Successes after which a skill may be offered for keeping. */
export const RETENTION_SUCCESSES = 3;

/** Stored weight from which a skill may be offered for keeping. */
export const RETENTION_WEIGHT = 0.8;

/** Longer skills than this are never offered for keeping: they would cost every prompt too much. */
export const RETENTION_CHARS = 8000;

/** Successes between a declined offer and the next. */
export const RETENTION_PAUSE = 10;

/**
 * The boundary rules, which no policy can relax: bytes known, nothing but harmless side effects,
 * and an unbroken row of successes that somebody other than the model saw (unless the host takes its word).
 */
export function withinReflexBounds(record: CandidateRecord, limits: Pick<Limits, "reflexEvidence">): boolean {
  const row = limits.reflexEvidence === "any" ? record.consecutive : record.streak;
  return row >= REFLEX_STREAK && record.digest !== "" && isReadOnly(record.sideEffects);
}

/** What the `reflex` flag of a record must be; it is derived, in every batch and at every load. */
export function earnedReflex(record: CandidateRecord, limits: Pick<Limits, "reflexEvidence">): boolean {
  return (
    record.successes >= REFLEX_SUCCESSES &&
    record.weight >= REFLEX_WEIGHT &&
    withinReflexBounds(record, limits)
  );
}

/**
 * True when this candidate may act as a reflex now. The caller still compares version and digest with
 * the bytes at hand and delivers the notice.
 */
export function reflexEligible(
  record: CandidateRecord,
  limits: Pick<Limits, "reflexEvidence">,
  at: number,
  policy: Policy = classicPolicy,
): boolean {
  return withinReflexBounds(record, limits) && policy.mayReflex(record, at);
}

/** True when the user may be asked whether this skill should stay. */
export function retentionOffer(record: CandidateRecord): boolean {
  return (
    record.successes >= RETENTION_SUCCESSES &&
    record.weight >= RETENTION_WEIGHT &&
    record.skillMdChars < RETENTION_CHARS &&
    (record.retentionDeclinedAt === undefined ||
      record.successes - record.retentionDeclinedAt >= RETENTION_PAUSE)
  );
}
