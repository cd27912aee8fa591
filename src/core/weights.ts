import type { Failure } from "./facts.js";

/** One day in milliseconds. */
export const DAY_MS = 86_400_000;

/** The window in which earlier successes damp the next one. */
export const WEEK_MS = 7 * DAY_MS;

/** The weight of a skill that was never used. */
export const INITIAL_WEIGHT = 0.5;

/** Successes in total that a reflex needs. */
export const REFLEX_SUCCESSES = 5;

/** Stored weight from which a reflex is promoted, and effective weight from which it fires. */
export const REFLEX_WEIGHT = 0.9;

/** What a failure leaves of the weight. */
export const FAILURE_DECAY: Readonly<Record<Failure, number>> = Object.freeze({
  task_mismatch: 0.4,
  runtime_error: 0.6,
  auth_error: 0.8,
  dependency_missing: 0.85,
  api_error: 0.9,
});

const LEARNING_RATE = 0.15;
const FORGETTING_DAYS = 180;
const FORGETTING_FLOOR = 0.3;

/** The weight after a success; `recent` counts earlier successes of the last seven days. */
export function weightAfterSuccess(weight: number, recent: number): number {
  return weight + (1 - weight) * LEARNING_RATE * (1 / (1 + recent));
}

/** The weight after a failure of the given type. */
export function weightAfterFailure(weight: number, failure: Failure): number {
  return weight * FAILURE_DECAY[failure];
}

/**
 * How many of these successes lie strictly less than seven days before `at`. Times after `at`
 * count too: a fact that arrives late must not escape the damping that it would have met.
 */
export function countRecent(times: readonly number[], at: number): number {
  let count = 0;
  for (const time of times) if (at - time < WEEK_MS) count += 1;
  return count;
}

/**
 * The weight after forgetting, computed and never stored. A record without a time of its own
 * (from an original v1 file) uses its region's. Days are fractional; a time in the future counts as now.
 */
export function effectiveWeight(
  record: { readonly weight: number; readonly lastUsed: number },
  regionLastUsed: number,
  at: number,
): number {
  const lastUsed = record.lastUsed > 0 ? record.lastUsed : regionLastUsed;
  const days = Math.max(0, at - lastUsed) / DAY_MS;
  return record.weight * Math.max(FORGETTING_FLOOR, 1 - days / FORGETTING_DAYS);
}
