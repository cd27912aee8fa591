import type { Permission } from "./apply-proposal.js";
import type { Desk } from "./desk.js";
import { touchesHandWritten } from "./hand-written.js";
import type { Proposal } from "./proposal.js";
import { isClean } from "./transition-proposal.js";

/** The host's standing rule `approvalPolicy: "auto"`, as the one who lets a write happen. */
export const POLICY: Permission = {
  actor: "policy",
  reason: "approvalPolicy is auto and the proposal is clean",
};

/** Why the `auto` policy must not write a proposal; undefined when it may. */
export async function policyObstacle(desk: Desk, proposal: Proposal): Promise<string | undefined> {
  if (proposal.held) return "it was kept for review";
  if (!isClean(proposal)) return "the scanner or the judge had something to say";
  return (await touchesHandWritten(desk, proposal))
    ? "it would change a skill that the workshop did not write"
    : undefined;
}
