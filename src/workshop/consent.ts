import type { ApprovalRequest, ApproverAnswer } from "../ports/approver.js";
import { type Desk, log, portContext } from "./desk.js";

/** A decision of somebody who may decide. */
export interface Consent {
  readonly by: "human" | "host";
  readonly reason: string;
}

/** What became of a question: `later` also stands for silence, errors and a missing approver. */
export type ApproverOutcome =
  | { readonly decision: "approve" | "reject"; readonly consent: Consent }
  | { readonly decision: "later"; readonly why: string };

/** Asks the person; only a clear answer in time counts. */
export async function askApprover(desk: Desk, request: ApprovalRequest): Promise<ApproverOutcome> {
  const { approver } = desk;
  if (approver === undefined) return { decision: "later", why: "nobody is there to approve it" };
  const stop = new AbortController();
  const timeMs = desk.config.approvalTimeoutMs;
  const silence = desk.clock.sleep(timeMs, stop.signal).then(
    () => undefined,
    () => undefined,
  );
  const question = new AbortController();
  try {
    const context = portContext(desk, { timeMs, signal: question.signal });
    const answer: ApproverAnswer | undefined = await Promise.race([approver.approve(request, context), silence]);
    if (answer === undefined) {
      question.abort();
      return { decision: "later", why: "nobody answered in time" };
    }
    const { decision } = answer;
    if (decision !== "approve" && decision !== "reject") return { decision: "later", why: "the decision was put off" };
    const reason = typeof answer.reason === "string" && answer.reason !== "" ? answer.reason : `${decision} by ${approver.answers}`;
    return { decision, consent: { by: approver.answers === "host" ? "host" : "human", reason } };
  } catch (error) {
    log(desk, "warn", `approver failed: ${error instanceof Error ? error.message : "unknown error"}`);
    return { decision: "later", why: "the approver failed" };
  } finally {
    stop.abort();
  }
}
