import { applyProposal } from "./apply-proposal.js";
import { type Desk, orThrow, portContext, proposalOf } from "./desk.js";
import { POLICY, policyObstacle } from "./policy.js";
import { requestApproval } from "./request-approval.js";
import { type SuggestResult, written } from "./suggest-result.js";

/**
 * What an agent's `apply` means: under `auto` the policy may write what it would have written anyway;
 * everything else is a question to the user. The agent itself never consents.
 */
export async function requestAgentApply(desk: Desk, id: string): Promise<SuggestResult> {
  const state = orThrow(await desk.document.read(portContext(desk)));
  const proposal = proposalOf(state, id);
  if (desk.config.approvalPolicy === "auto" && proposal.status === "pending") {
    const { revision } = proposal;
    if ((await policyObstacle(desk, proposal)) === undefined)
      return written(await applyProposal(desk, id, { ...POLICY, revision }));
  }
  return requestApproval(desk, id);
}
