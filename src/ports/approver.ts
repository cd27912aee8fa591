import type { Finding } from "../core/findings.js";
import type { PortContext } from "./context.js";

/** What a person must see before text that an agent wrote becomes part of a skill. */
export interface ApprovalRequest {
  readonly kind: "apply" | "release" | "rollback";
  readonly proposalId: string;
  readonly skillName: string;
  /** Facts from the library. */
  readonly source: string;
  readonly findings: readonly Finding[];
  /** True when the file was not written by the workshop: somebody's own work would change. */
  readonly handWritten: boolean;
  /** Unified diff of every file that would change; untrusted text. */
  readonly diff: string;
  /** Written by the proposer: untrusted text. */
  readonly title: string;
  readonly reason: string;
}

/** `approve` alone lets the write happen; `later` leaves everything as it is. */
export interface ApproverAnswer {
  readonly decision: "approve" | "reject" | "later";
  readonly reason?: string;
}

/**
 * Asks the person whose workspace it is. Silence, a throw, a timeout or an unknown
 * decision is `later`: the proposal stays where it is.
 */
export interface Approver {
  readonly specificationVersion: "v1";
  /** Who answers: recorded with the decision. */
  readonly answers: "human" | "host";
  approve(request: ApprovalRequest, context: PortContext): Promise<ApproverAnswer>;
}
