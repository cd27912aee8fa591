import type { Pin, SkillKey } from "./identity.js";

/** Who says that something is so. Only some of them count as evidence for reflex. */
export type By = "human" | "host" | "runner" | "model";

/** The closed failure table of the protocol; anything unclassified is `runtime_error`. */
export const FAILURES = [
  "dependency_missing",
  "api_error",
  "auth_error",
  "task_mismatch",
  "runtime_error",
] as const;
export type Failure = (typeof FAILURES)[number];
export type RunResult = "success" | Failure;

/** The ways in which a skill can be less than its description says. Closed, so that no free text is learned. */
export const QUALITY_DETAILS = [
  "description-mismatch",
  "missing-capability",
  "no-batch-support",
  "read-only-only",
  "wrong-platform",
  "outdated",
] as const;
export type QualityDetail = (typeof QUALITY_DETAILS)[number];

/**
 * Memory facts are observations, never deltas: weights, reflex, lessons and
 * pruning are derived by `reduce`, so that facts can be replayed on any state.
 */
export type Fact =
  | {
      readonly kind: "outcome";
      readonly region: string;
      readonly pin: Pin;
      readonly result: RunResult;
      readonly by: By;
      /** Derived, declared and observed together, for example `network:api.todoist.com`. */
      readonly sideEffects: readonly string[];
      /** SKILL.md length in code points. */
      readonly skillMdChars: number;
      /** Entity-filtered words of the task: an example query for discovery, kept on success, taken back on failure. */
      readonly words?: readonly string[];
    }
  /** Entity-filtered signal words of a task that was resolved by search. */
  | { readonly kind: "signals"; readonly region: string; readonly words: readonly string[] }
  | { readonly kind: "dependency"; readonly region: string; readonly key: string; readonly present: boolean }
  | { readonly kind: "env"; readonly region: string; readonly key: string; readonly present: boolean }
  | {
      readonly kind: "quality";
      readonly key: SkillKey;
      readonly detail: QualityDetail;
      readonly contradicted: boolean;
    }
  | { readonly kind: "retention"; readonly region: string; readonly key: SkillKey; readonly keep: boolean }
  | { readonly kind: "blacklist"; readonly key: SkillKey; readonly on: boolean }
  | { readonly kind: "count"; readonly what: "search" | "install" | "cache-hit" | "reflex" };

/** Facts that became true together. The id makes a replay harmless. */
export interface Batch {
  /** `${flow.id}#${n}` */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly facts: readonly Fact[];
}
