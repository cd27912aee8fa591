import { ok } from "neverthrow";
import { CortexError } from "../core/errors.js";
import { type Admitted, admit, type Suggestion } from "./admit.js";
import { applyProposal } from "./apply-proposal.js";
import { assess } from "./assess.js";
import type { Change } from "./change.js";
import { type Desk, log, orThrow, portContext } from "./desk.js";
import { findDuplicate } from "./duplicates.js";
import type { Assessment } from "./events.js";
import { judged } from "./judged.js";
import { knownAlready } from "./known-already.js";
import { type ProposalPlan, planProposal } from "./plan-proposal.js";
import { POLICY, policyObstacle } from "./policy.js";
import type { Actor, Proposal, ProposalSource } from "./proposal.js";
import { reduceWorkshop } from "./reduce-workshop.js";
import { requestApproval } from "./request-approval.js";
import { isOpen, type WorkshopState } from "./state.js";
import { type SuggestResult, written } from "./suggest-result.js";
import { skillPath } from "./workspace-paths.js";

/** Where a suggestion comes from. */
export interface Origin {
  readonly source: ProposalSource;
  readonly agentId?: string;
  readonly sessionId?: string;
  readonly messageIds?: readonly string[];
  /** True asks for a write now, false keeps it for review even under `auto`; absent leaves it to the policy. */
  readonly apply?: boolean;
}

/** Takes a suggestion in: cleaned, planned, scanned, compared with everything before, stored, and written if allowed. */
export async function suggest(desk: Desk, suggestion: Suggestion, origin: Origin): Promise<SuggestResult> {
  const state = orThrow(await desk.document.read(portContext(desk)));
  const admitted = sameSkillAsBefore(state, orThrow(admit(suggestion)));
  if (admitted.change.kind === "support_file") await requireSkill(desk, state, admitted.skillName);
  const change = await resolvedChange(desk, admitted.skillName, admitted.change);
  return propose(desk, state, { ...admitted, change }, origin);
}

/** A name that can't be spelled leads to the skill that it led to before, whatever title comes with it now. */
function sameSkillAsBefore(state: WorkshopState, admitted: Admitted): Admitted {
  const { givenName } = admitted;
  if (givenName === undefined) return admitted;
  const earlier = state.proposals.find((proposal) => proposal.givenName === givenName);
  return earlier === undefined ? admitted : { ...admitted, skillName: earlier.skillName };
}

/** Files belong to a skill that is there or proposed: a folder without one would be seen by nobody. */
async function requireSkill(desk: Desk, state: WorkshopState, skillName: string): Promise<void> {
  const isProposed = state.proposals.some(
    (proposal) =>
      proposal.skillName === skillName &&
      isOpen(proposal) &&
      (proposal.change.kind === "create" || proposal.change.kind === "append"),
  );
  if (isProposed) return;
  const present = await desk.files.read({ path: skillPath(skillName) }, portContext(desk));
  if (present !== undefined) return;
  throw new CortexError(
    "skill-not-found",
    `skill does not exist: ${skillName}. Suggest the skill first, then its files.`,
    { details: { skillName } },
  );
}

/** `create` for a skill that is already there is stored as what it will do: an addition to its workflow. */
export async function resolvedChange(desk: Desk, skillName: string, change: Change): Promise<Change> {
  if (change.kind !== "create") return change;
  const present = await desk.files.read({ path: skillPath(skillName) }, portContext(desk));
  if (present === undefined) return change;
  return { kind: "append", section: "Workflow", body: change.body, description: change.description };
}

/** A change that is ready to be stored. */
export interface Proposable extends Omit<Admitted, "change"> {
  readonly change: Change;
}

/** The common path of all suggestions and drafts. */
export async function propose(
  desk: Desk,
  state: WorkshopState,
  proposable: Proposable,
  origin: Origin,
): Promise<SuggestResult> {
  const { skillName, change } = proposable;
  const { duplicate: early, gone } = await knownAlready(desk, state, skillName, change);
  if (early !== undefined) return duplicateOf(desk, early);
  const { plan, assessment } = await planned(desk, state, skillName, change);
  const path = plan.writes[0]?.path ?? skillPath(skillName);
  if (!plan.changed) {
    log(desk, "debug", `unchanged ${skillName}`);
    return { status: "unchanged", skillPath: path, note: "The skill already says this." };
  }
  const proposal = newProposal(desk, proposable, origin, assessment);
  const outcome = orThrow(
    await desk.document.update((latest) => {
      const duplicate = findDuplicate(latest.proposals, skillName, change, gone);
      if (duplicate !== undefined) return ok({ state: latest, value: duplicate.proposal });
      return reduceWorkshop(latest, { type: "suggested", proposal, maxPending: desk.config.maxPending }).map(
        (next) => ({
          state: next,
          value: proposal,
        }),
      );
    }, portContext(desk)),
  );
  if (outcome !== proposal) return duplicateOf(desk, outcome);
  if (proposal.status === "quarantined") {
    log(desk, "warn", `quarantined ${skillName}`);
    return { status: "quarantined", proposal, note: `Quarantined: ${proposal.quarantineReason ?? ""}` };
  }
  log(desk, "info", `queued ${skillName}`);
  return afterQueueing(desk, proposal, origin);
}

/** Plan and assessment of a change against the files as they are now. */
export async function planned(
  desk: Desk,
  state: WorkshopState,
  skillName: string,
  change: Change,
  acceptedRules?: Proposal["acceptedRules"],
): Promise<{ readonly plan: ProposalPlan; readonly assessment: Assessment }> {
  const limits = { files: desk.files, maxBytes: desk.config.maxSkillBytes };
  const plan = orThrow(await planProposal(limits, state, skillName, change, portContext(desk)));
  const verdicts = await judged(desk, skillName, plan);
  return {
    plan,
    assessment: assess(plan, change, { verdicts, ...(acceptedRules === undefined ? {} : { acceptedRules }) }),
  };
}

async function afterQueueing(desk: Desk, proposal: Proposal, origin: Origin): Promise<SuggestResult> {
  const waiting = (note: string): SuggestResult => ({ status: "pending", proposal, note });
  if (origin.apply === false) return waiting("Kept for review, as asked.");
  if (desk.config.approvalPolicy === "auto") {
    const obstacle = await policyObstacle(desk, proposal);
    if (obstacle === undefined)
      return written(await applyProposal(desk, proposal.id, { ...POLICY, revision: 1 }));
    if (origin.apply !== true) return waiting(`Waits for approval: ${obstacle}.`);
  }
  if (origin.apply !== true) return waiting("Waits for approval.");
  return requestApproval(desk, proposal.id);
}

function duplicateOf(desk: Desk, proposal: Proposal): SuggestResult {
  log(desk, "debug", `duplicate of ${proposal.id} (${proposal.status}) for ${proposal.skillName}`);
  return {
    status: "duplicate",
    proposal,
    note: `The same was suggested before; that proposal is ${proposal.status}.`,
  };
}

function newProposal(desk: Desk, proposable: Proposable, origin: Origin, assessment: Assessment): Proposal {
  const at = desk.clock.now();
  const status = assessment.quarantineReason === undefined ? "pending" : "quarantined";
  const actor: Actor = origin.source === "tool" ? "model" : "workshop";
  return {
    id: `proposal-${desk.ids.id()}`,
    createdAt: at,
    updatedAt: at,
    workspaceDir: desk.files.workspaceDir,
    ...(origin.agentId === undefined ? {} : { agentId: origin.agentId }),
    ...(origin.sessionId === undefined ? {} : { sessionId: origin.sessionId }),
    ...(origin.messageIds === undefined ? {} : { messageIds: origin.messageIds }),
    skillName: proposable.skillName,
    ...(proposable.givenName === undefined ? {} : { givenName: proposable.givenName }),
    title: proposable.title,
    reason: proposable.reason,
    source: origin.source,
    status,
    change: proposable.change,
    ...(assessment.findings.length > 0 ? { scanFindings: assessment.findings } : {}),
    ...(assessment.verdicts.length > 0 ? { verdicts: assessment.verdicts } : {}),
    ...(assessment.quarantineReason === undefined ? {} : { quarantineReason: assessment.quarantineReason }),
    revision: 1,
    base: assessment.base,
    held: origin.apply === false,
    ...(proposable.redactions.length > 0 ? { redactions: proposable.redactions } : {}),
    transitions: [{ at, actor, from: "new", to: status, what: "suggested", reason: proposable.reason }],
  };
}
