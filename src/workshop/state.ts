import type { Actor, Proposal } from "./proposal.js";

/** One file of an edit: the digests name texts in the content-addressed store. */
export interface EditFile {
  readonly path: string;
  /** Null when the file did not exist before. */
  readonly before: string | null;
  /** Null when the edit removed it. */
  readonly after: string | null;
  readonly executable: boolean;
}

/** What one apply or rollback did to the workspace. Append-only. */
export interface Edit {
  readonly id: string;
  readonly at: number;
  readonly actor: Actor;
  readonly proposalId: string;
  readonly skillName: string;
  readonly files: readonly EditFile[];
  readonly reason: string;
  /** Set on a rollback: the edit that it took back. */
  readonly rollbackOf?: string;
  /** Set on an edit that was taken back. */
  readonly rolledBackBy?: string;
}

/** When the next review is due; see `review-schedule.ts`. */
export interface ReviewState {
  readonly turnsSinceReview: number;
  readonly toolCallsSinceReview: number;
  /** Failed runs in a row. */
  readonly failures: number;
  readonly lastReviewAt?: number;
  /** A run that nobody finished is forgotten after this time. */
  readonly leaseUntil?: number;
}

/** A correction that was seen, but not often enough to be captured. */
export interface WatchedCorrection {
  readonly skillName: string;
  readonly text: string;
  /** One time per session. */
  readonly seen: readonly { readonly at: number; readonly sessionId: string }[];
}

/** What happened with one version of a skill. */
export interface EvidenceCounts {
  readonly selected: number;
  readonly applied: number;
  readonly succeeded: number;
  readonly corrected: number;
  readonly lastAt: number;
}
/** The four things that can be observed of a skill in use. */
export type EvidenceKind = "selected" | "applied" | "succeeded" | "corrected";

/** What is known of one skill of the workspace. */
export interface SkillRecord {
  readonly pinned: boolean;
  readonly lifecycle: "active" | "stale" | "archived";
  readonly lastUsedAt: number;
  /** By digest of SKILL.md. */
  readonly versions: Readonly<Record<string, EvidenceCounts>>;
}

/** The whole procedural memory of one workspace: one JSON document. */
export interface WorkshopState {
  readonly version: 1;
  /** Newest first. */
  readonly proposals: readonly Proposal[];
  /** Oldest first. */
  readonly edits: readonly Edit[];
  readonly review: ReviewState;
  readonly watch: readonly WatchedCorrection[];
  readonly skills: Readonly<Record<string, SkillRecord>>;
  /** Parts of a damaged document that could not be understood: kept, never used. */
  readonly unreadable: readonly unknown[];
}

/** A workspace in which nothing was learned yet. */
export const EMPTY_WORKSHOP: WorkshopState = Object.freeze({
  version: 1,
  proposals: Object.freeze([]),
  edits: Object.freeze([]),
  review: Object.freeze({ turnsSinceReview: 0, toolCallsSinceReview: 0, failures: 0 }),
  watch: Object.freeze([]),
  skills: Object.freeze({}),
  unreadable: Object.freeze([]),
});

/** True for proposals that take a place in the queue. */
export function isOpen(proposal: Proposal): boolean {
  return proposal.status === "pending" || proposal.status === "quarantined";
}

/** The newest edit that is still in force for a path. */
export function lastEditOf(state: WorkshopState, path: string): Edit | undefined {
  return state.edits.findLast((edit) => edit.files.some((file) => file.path === path));
}

/**
 * True when the workshop itself wrote the file as it is now, from its first line on. A skill that a
 * person wrote, or touched since, is never changed without being asked for.
 */
export function isOurs(state: WorkshopState, path: string, digest: string): boolean {
  const edits = state.edits.filter((edit) => edit.files.some((file) => file.path === path));
  let expected: string | null = null;
  for (const edit of edits) {
    const file = edit.files.find((candidate) => candidate.path === path);
    if (file === undefined) return false;
    // Somebody removed it and the workshop began anew: nothing of theirs is in it.
    if (file.before !== null && file.before !== expected) return false;
    expected = file.after;
  }
  return expected === digest;
}
