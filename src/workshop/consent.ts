import type { ApprovalRequest } from "../ports/approver.js";
import { type Desk, log } from "./desk.js";
import { TIMED_OUT, withTimeLimit } from "./time-limit.js";

/** A decision of somebody who may decide. */
export interface Consent {
  readonly by: "human" | "host";
  readonly reason: string;
  /** The revision of the proposal that was shown; when it was revised since, the consent is void. */
  readonly revision?: number;
}

/** What became of a question: `later` also stands for silence, errors and a missing approver. */
export type ApproverOutcome =
  | { readonly decision: "approve" | "reject"; readonly consent: Consent; readonly isReasoned: boolean }
  | { readonly decision: "later"; readonly why: string };

/** Asks the person; only a clear answer in time counts. */
export async function askApprover(
  desk: Desk,
  request: ApprovalRequest,
  revision: number,
): Promise<ApproverOutcome> {
  const { approver } = desk;
  if (approver === undefined) return { decision: "later", why: "nobody is there to approve it" };
  try {
    const answer = await withTimeLimit(desk, desk.config.approvalTimeoutMs, async (context) =>
      approver.approve(request, context),
    );
    if (answer === TIMED_OUT) return { decision: "later", why: "nobody answered in time" };
    const { decision } = answer;
    if (decision !== "approve" && decision !== "reject")
      return { decision: "later", why: "the decision was put off" };
    const given = typeof answer.reason === "string" ? answer.reason.trim() : "";
    const by = approver.answers === "host" ? "host" : "human";
    const reason = given === "" ? `${decision} by ${by}` : given;
    return { decision, consent: { by, reason, revision }, isReasoned: given !== "" };
  } catch (error) {
    log(desk, "warn", `approver failed: ${error instanceof Error ? error.message : "unknown error"}`);
    return { decision: "later", why: "the approver failed" };
  }
}
