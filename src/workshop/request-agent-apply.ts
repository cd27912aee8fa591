import { applyProposal } from "./apply-proposal.js";
import { type Desk, orThrow, portContext, proposalOf } from "./desk.js";
import { planProposal } from "./plan-proposal.js";
import { requestApproval } from "./request-approval.js";
import { policyObstacle } from "./suggest.js";
import { type SuggestResult, written } from "./suggest-result.js";

/**
 * What an agent's `apply` means: under `auto` the policy may write what it would have written anyway;
 * everything else is a question to the user. The agent itself never consents.
 */
export async function requestAgentApply(desk: Desk, id: string): Promise<SuggestResult> {
  const state = orThrow(await desk.document.read(portContext(desk)));
  const proposal = proposalOf(state, id);
  if (desk.config.approvalPolicy === "auto" && proposal.status === "pending") {
    const limits = { files: desk.files, maxBytes: desk.config.maxSkillBytes };
    const plan = await planProposal(limits, state, proposal.skillName, proposal.change, portContext(desk));
    const mayWrite = plan.isOk() && (await policyObstacle(desk, proposal, plan.value)) === undefined;
    if (mayWrite)
      return written(
        await applyProposal(desk, id, {
          actor: "policy",
          reason: "approvalPolicy is auto and the proposal is clean",
        }),
      );
  }
  return requestApproval(desk, id);
}
