import type { ProposalPlan } from "./plan-proposal.js";
import type { Proposal } from "./proposal.js";
import { isOurs, type WorkshopState } from "./state.js";

/** True when somebody else's work would change. */
export function touchesHandWritten(
  state: WorkshopState,
  proposal: Pick<Proposal, "base">,
  plan: Pick<ProposalPlan, "writes">,
): boolean {
  const paths = new Set(plan.writes.map((write) => write.path));
  return proposal.base.some(
    (file) => paths.has(file.path) && file.digest !== null && !isOurs(state, file.path, file.digest),
  );
}
