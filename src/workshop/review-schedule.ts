import type { WorkshopConfig } from "./config.js";
import type { ReviewState } from "./state.js";

/** A failed review is tried again on this many following turns; then it waits for a whole window. */
const RETRIES = 3;

/** Why a review should run now; undefined when it should not. */
export function reviewDue(
  review: ReviewState,
  config: WorkshopConfig,
  turn: { readonly at: number; readonly correction: boolean },
): "retry" | "turns" | "tool-calls" | "correction" | undefined {
  if (review.leaseUntil !== undefined && review.leaseUntil > turn.at) return undefined;
  if (review.failures > 0) return "retry";
  if (review.turnsSinceReview >= config.reviewInterval) return "turns";
  if (review.toolCallsSinceReview >= config.reviewMinToolCalls) return "tool-calls";
  // Without the heuristic path a correction would otherwise wait for a threshold.
  if (config.reviewMode === "llm" && turn.correction) return "correction";
  return undefined;
}

/** Counters stay as they are until the run has succeeded: a failure must not cost a window. */
export function startedReview(review: ReviewState, until: number): ReviewState {
  return { ...review, leaseUntil: until };
}

/** Starts a new window after a success, and after the last retry. */
export function finishedReview(review: ReviewState, at: number, failed: boolean): ReviewState {
  const failures = failed ? review.failures + 1 : 0;
  const { leaseUntil: _, ...rest } = review;
  if (failed && failures <= RETRIES) return { ...rest, failures };
  return { turnsSinceReview: 0, toolCallsSinceReview: 0, failures: 0, lastReviewAt: at };
}
