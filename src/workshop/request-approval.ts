import { CortexError } from "../core/errors.js";
import type { ApprovalRequest } from "../ports/approver.js";
import { safeText } from "../text/safe-text.js";
import { applyProposal } from "./apply-proposal.js";
import { askApprover } from "./consent.js";
import { type Desk, log, orThrow, portContext, proposalOf } from "./desk.js";
import { freshProposal, staleError } from "./freshness.js";
import { touchesHandWritten } from "./hand-written.js";
import { planProposal } from "./plan-proposal.js";
import type { Proposal } from "./proposal.js";
import { record } from "./record.js";
import { type SuggestResult, written } from "./suggest-result.js";
import { unifiedDiff } from "./unified-diff.js";

/** Asks the user whether a pending proposal may be written, and does what the answer says. */
export async function requestApproval(desk: Desk, id: string): Promise<SuggestResult> {
  const proposal = await freshProposal(desk, id);
  if (proposal.status === "stale") throw staleError(id);
  if (proposal.status === "quarantined") {
    throw new CortexError("proposal-quarantined", "quarantined proposal cannot be applied", {
      details: { id },
    });
  }
  if (proposal.status !== "pending") {
    throw new CortexError("proposal-state", `The proposal is ${proposal.status}, so it can't be applied.`, {
      details: { id, status: proposal.status },
    });
  }
  const outcome = await askApprover(desk, await approvalRequest(desk, proposal, "apply"), proposal.revision);
  if (outcome.decision === "later") {
    return {
      status: "pending",
      proposal,
      note: `Not written: approval is required and ${outcome.why}. It stays pending.`,
    };
  }
  const { by, ...words } = outcome.consent;
  if (outcome.decision === "reject") {
    const rejected = await record(desk, {
      type: "rejected",
      id,
      at: desk.clock.now(),
      actor: by,
      reason: words.reason,
    });
    log(desk, "info", `rejected ${proposal.skillName}`);
    return { status: "rejected", proposal: rejected, note: "The user declined it." };
  }
  return written(await applyProposal(desk, id, { actor: by, ...words }));
}

/** Everything a person needs to decide: the library's facts, then the proposer's own words. */
export async function approvalRequest(
  desk: Desk,
  proposal: Proposal,
  kind: ApprovalRequest["kind"],
  diff?: string,
): Promise<ApprovalRequest> {
  const state = orThrow(await desk.document.read(portContext(desk)));
  const plan = await planProposal(
    { files: desk.files, maxBytes: desk.config.maxSkillBytes },
    state,
    proposal.skillName,
    proposal.change,
    portContext(desk),
  );
  return {
    kind,
    proposalId: proposal.id,
    skillName: proposal.skillName,
    source: proposal.source,
    findings: proposal.scanFindings ?? [],
    handWritten: await touchesHandWritten(desk, proposal),
    diff: diff ?? unifiedDiff(orThrow(plan).writes),
    title: safeText(proposal.title),
    reason: safeText(proposal.reason, 400),
  };
}

/** The proposal as it is stored now. */
export async function proposalNow(desk: Desk, id: string): Promise<Proposal> {
  return proposalOf(orThrow(await desk.document.read(portContext(desk))), id);
}
