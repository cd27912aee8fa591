import type { Finding, Verdict } from "../core/findings.js";
import type { Change } from "./change.js";
import type { AcceptedRule, Actor, BaseFile, Proposal } from "./proposal.js";
import type { Edit, EvidenceKind } from "./state.js";

/** A proposal seen with the eyes of a scanner, against the files as they are now. */
export interface Assessment {
  readonly base: readonly BaseFile[];
  readonly findings: readonly Finding[];
  readonly verdicts: readonly Verdict[];
  /** Set when it must not be applied. */
  readonly quarantineReason?: string;
}

/** What every event about a proposal records. */
export interface Step {
  readonly id: string;
  readonly at: number;
  readonly actor: Actor;
  readonly reason: string;
}

/** Consent is to what was shown: a proposal that was revised since needs to be shown again. */
export interface Shown {
  readonly revision?: number;
}

/** Everything that can happen to the workshop's memory. Time and ids are fields. */
export type WorkshopEvent =
  | { readonly type: "suggested"; readonly proposal: Proposal; readonly maxPending: number }
  | (Step & {
      readonly type: "revised";
      readonly title: string;
      readonly change: Change;
      readonly redactions: Proposal["redactions"];
      readonly assessment: Assessment;
      readonly maxPending: number;
    })
  | (Step & Shown & { readonly type: "applied"; readonly edit: Edit })
  /** Its bytes were found on disk: the process that wrote them died before it could say so. */
  | (Step & { readonly type: "recovered"; readonly edit: Edit })
  | (Step & { readonly type: "rejected" })
  | (Step & { readonly type: "quarantined"; readonly assessment: Assessment })
  | (Step & { readonly type: "went-stale" })
  | (Step & {
      readonly type: "reopened";
      /** A new skill that exists by now becomes an addition to it. */
      readonly change: Change;
      readonly assessment: Assessment;
      readonly maxPending: number;
    })
  | (Step & Shown & { readonly type: "released"; readonly acceptedRules: readonly AcceptedRule[] })
  | (Step & { readonly type: "rolled-back"; readonly editId: string; readonly edit: Edit })
  | { readonly type: "turn-ended"; readonly toolCalls: number }
  | { readonly type: "review-started"; readonly at: number; readonly until: number }
  | { readonly type: "review-finished"; readonly at: number; readonly failed: boolean }
  | {
      readonly type: "correction-seen";
      readonly at: number;
      readonly skillName: string;
      readonly text: string;
      readonly sessionId: string;
      /** Sightings before this time are forgotten. */
      readonly since: number;
    }
  | { readonly type: "correction-captured"; readonly skillName: string; readonly text: string }
  | {
      readonly type: "evidence";
      readonly at: number;
      readonly skillName: string;
      readonly digest: string;
      readonly what: EvidenceKind;
    }
  | { readonly type: "pinned"; readonly skillName: string; readonly on: boolean; readonly at: number }
  | {
      readonly type: "swept";
      readonly at: number;
      /** Skills whose files are exactly what the workshop wrote, with the time of that write. */
      readonly ours: readonly { readonly skillName: string; readonly writtenAt: number }[];
      readonly staleAfterMs: number;
      readonly archiveAfterMs: number;
    };
