import type { Finding, Verdict } from "../core/findings.js";
import type { Change } from "./change.js";

/** Where a proposal stands. `rolled_back` is an applied one that was taken back. */
export const PROPOSAL_STATUSES = [
  "pending",
  "applied",
  "rejected",
  "quarantined",
  "stale",
  "rolled_back",
] as const;
/** One of {@link PROPOSAL_STATUSES}. */
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** Which path a proposal came by. */
export type ProposalSource = "tool" | "agent_end" | "reviewer" | "experience";

/** Who made a transition. `policy` is the host's standing `auto` rule; only `human` and `host` can consent. */
export type Actor = "human" | "host" | "model" | "policy" | "workshop";

/** One step of a proposal's life. */
export interface Transition {
  readonly at: number;
  readonly actor: Actor;
  readonly from: ProposalStatus | "new";
  readonly to: ProposalStatus;
  readonly what:
    | "suggested"
    | "revised"
    | "applied"
    | "rejected"
    | "quarantined"
    | "stale"
    | "reopened"
    | "released"
    | "rolled_back";
  readonly reason: string;
}

/** The file that a proposal was made for, as it was then. */
export interface BaseFile {
  readonly path: string;
  /** Null when it did not exist. */
  readonly digest: string | null;
  /** What the proposal makes of it: recognises a write whose record was lost in a crash. Null when it is removed. */
  readonly result: string | null;
  /** Set for programs. */
  readonly executable?: true;
}

/** A finding that a person accepted for exactly one text. */
export interface AcceptedRule {
  readonly rule: string;
  /** Digest of the whole change. */
  readonly digest: string;
}

/** One suggested change of one skill, with everything that happened to it. */
export interface Proposal {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly workspaceDir: string;
  readonly agentId?: string;
  readonly sessionId?: string;
  /** Messages that it was derived from. */
  readonly messageIds?: readonly string[];
  readonly skillName: string;
  /** The name that was asked for, when `skillName` could not be made of it: the same name means the same skill later. */
  readonly givenName?: string;
  readonly title: string;
  readonly reason: string;
  readonly source: ProposalSource;
  readonly status: ProposalStatus;
  readonly change: Change;
  readonly scanFindings?: readonly Finding[];
  readonly verdicts?: readonly Verdict[];
  readonly quarantineReason?: string;
  /** Starts at 1; `revise` and `reopen` count up. One revision means one exact result for one exact file. */
  readonly revision: number;
  readonly base: readonly BaseFile[];
  /** True when somebody asked for a review explicitly (`apply: false`): policy never writes it. */
  readonly held: boolean;
  readonly acceptedRules?: readonly AcceptedRule[];
  /** Kinds of secrets that were removed, with counts. */
  readonly redactions?: readonly { readonly kind: string; readonly count: number }[];
  /** The edit that applied it. */
  readonly editId?: string;
  readonly transitions: readonly Transition[];
}
