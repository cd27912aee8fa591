import type { QualityDetail, RunResult } from "./facts.js";
import type { SkillKey } from "./identity.js";
import type { Limits } from "./limits.js";

/** What memory knows of one candidate in one region, as policies and flows read it. */
export interface CandidateRecord {
  readonly key: SkillKey;
  readonly version: string;
  /** Empty for records of original v1 files, which never knew one. */
  readonly digest: string;
  readonly weight: number;
  readonly successes: number;
  readonly failures: number;
  /** Consecutive verified successes since the last failure or version change. */
  readonly streak: number;
  /** As `streak`, but also counting successes that only the model reported; at least `streak`. */
  readonly consecutive: number;
  /** Times of the successes of the seven days before `lastUsed`, ascending. */
  readonly recentSuccesses: readonly number[];
  /** Evidence with half-life decay, as of `lastUsed`: what a Bayesian policy reads. */
  readonly evidence: { readonly successes: number; readonly failures: number };
  readonly lastUsed: number;
  readonly lastFailure: { readonly type: RunResult; readonly at: number } | undefined;
  readonly sideEffects: readonly string[];
  readonly skillMdChars: number;
  readonly reflex: boolean;
  /** Successes at the time when retention was declined; offered again ten later. */
  readonly retentionDeclinedAt: number | undefined;
  /** Entity-filtered word sets of tasks that this candidate solved. */
  readonly examples: readonly (readonly string[])[];
}

/** Structured experience; free text is never learned. */
export type Lesson =
  | {
      readonly type: "dependency_warning";
      readonly region: string;
      readonly key: string;
      readonly action: "check_bin_before_install";
      readonly confidence: number;
      readonly created: number;
    }
  | {
      readonly type: "skill_quality_warning";
      readonly key: SkillKey;
      readonly detail: QualityDetail;
      readonly confidence: number;
      readonly created: number;
    }
  | {
      readonly type: "env_ready";
      readonly region: string;
      readonly key: string;
      readonly confidence: number;
      readonly created: number;
    };

export interface RegionView {
  readonly region: string;
  /** How well the task matches, 0..1. */
  readonly probability: number;
  readonly signals: readonly string[];
  readonly candidates: readonly CandidateRecord[];
}

/** The part of memory that a flow may see: matched regions, lessons, and what is off limits. */
export interface MemoryView {
  /** Best match first. */
  readonly regions: readonly RegionView[];
  /** Every lesson of memory: a search can lead to a region that did not match. */
  readonly lessons: readonly Lesson[];
  readonly blacklist: readonly SkillKey[];
  /** Handed over to the host's own management; never touched again. */
  readonly retained: readonly SkillKey[];
  /** Regions (by name) in which each known key already lives, for skills found again by search. */
  readonly known: readonly { readonly region: string; readonly candidate: CandidateRecord }[];
}

export const EMPTY_VIEW: MemoryView = Object.freeze({
  regions: [],
  lessons: [],
  blacklist: [],
  retained: [],
  known: [],
});

/** How candidates are ranked and when one may act as a reflex. Policies only read. */
export interface Policy {
  readonly id: string;
  /**
   * Usable candidates of the matched regions, best first. `seed` makes sampling repeatable;
   * `limits` are the flow's own, for policies that have a threshold.
   */
  rank(view: MemoryView, at: number, seed: number, limits?: Limits): readonly SkillKey[];
  /** The policy's own bar; boundary rules (no writes, version and digest lock, notice) are checked outside it. */
  mayReflex(record: CandidateRecord, at: number): boolean;
}
