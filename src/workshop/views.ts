import { type Desk, orThrow, portContext, proposalOf } from "./desk.js";
import { freshProposal } from "./freshness.js";
import { planEdit } from "./plan-edit.js";
import { planProposal } from "./plan-proposal.js";
import type { Proposal, ProposalStatus, Transition } from "./proposal.js";
import { spelledName } from "./skill-name.js";
import { oneLine } from "./skill-text.js";
import type { Edit, WorkshopState } from "./state.js";
import { unifiedDiff } from "./unified-diff.js";

/** How many proposals are in each status. */
export interface WorkshopStatus {
  readonly workspaceDir: string;
  readonly pending: number;
  readonly quarantined: number;
  readonly applied: number;
  readonly rejected: number;
  readonly stale: number;
  readonly rolledBack: number;
}

/** One line of a workspace's history. */
export interface HistoryEntry extends Transition {
  readonly proposalId: string;
  readonly skillName: string;
  /** With `applied` and `rolled_back`: the edit to name in `rollback`. */
  readonly editId?: string;
}

/** Counts proposals by status. */
export async function statusOf(desk: Desk): Promise<WorkshopStatus> {
  const counts: Record<ProposalStatus, number> = {
    pending: 0,
    applied: 0,
    rejected: 0,
    quarantined: 0,
    stale: 0,
    rolled_back: 0,
  };
  for (const proposal of (await stateOf(desk)).proposals) counts[proposal.status] += 1;
  const { rolled_back: rolledBack, ...rest } = counts;
  return { workspaceDir: desk.files.workspaceDir, ...rest, rolledBack };
}

/** Proposals of one status, newest first. */
export async function listProposals(
  desk: Desk,
  status: ProposalStatus = "pending",
): Promise<readonly Proposal[]> {
  return (await stateOf(desk)).proposals.filter((proposal) => proposal.status === status);
}

/** One proposal, checked against its files; an unknown id is an error. */
export async function inspectProposal(desk: Desk, id: string): Promise<Proposal> {
  return freshProposal(desk, id);
}

/** What a proposal would change, or has changed, as a unified diff of all its files. */
export async function diffProposal(desk: Desk, id: string): Promise<string> {
  const state = await stateOf(desk);
  const proposal = proposalOf(state, id);
  const edit = state.edits.find((candidate) => candidate.id === proposal.editId);
  if (edit !== undefined) return diffEdit(desk, proposal, edit);
  const limits = { files: desk.files, maxBytes: desk.config.maxSkillBytes };
  const plan = await planProposal(limits, state, proposal.skillName, proposal.change, portContext(desk));
  return unifiedDiff(orThrow(plan).writes);
}

/** What replaced a text follows from that text and the change: planning is deterministic. */
async function diffEdit(desk: Desk, proposal: Proposal, edit: Edit): Promise<string> {
  const context = portContext(desk);
  const changes = [];
  for (const file of edit.files) {
    const before = file.before === null ? undefined : await desk.document.recall(file.before, context);
    changes.push({
      path: file.path,
      before,
      after: file.after === null ? undefined : textAfter(proposal, file.path, before),
    });
  }
  return unifiedDiff(changes);
}

function textAfter(
  { change, skillName }: Proposal,
  path: string,
  current: string | undefined,
): string | undefined {
  if (change.kind === "draft") return change.files.find((file) => file.path === path)?.text;
  const plan = planEdit({ skillName, current, change, maxBytes: Number.POSITIVE_INFINITY });
  return plan.isOk() ? plan.value.text : undefined;
}

/** Everything that happened, newest first; of one skill when it is named. */
export async function historyOf(desk: Desk, skillName?: string): Promise<readonly HistoryEntry[]> {
  const state = await stateOf(desk);
  const entries = state.proposals
    .filter((proposal) => skillName === undefined || isOf(proposal, skillName))
    .flatMap((proposal) => proposal.transitions.map((transition) => entryOf(state, proposal, transition)));
  return entries.sort((a, b) => b.at - a.at);
}

/** By the skill's own name, or by any spelling that a suggestion would have led to it. */
function isOf(proposal: Proposal, name: string): boolean {
  const given = oneLine(name, name.length);
  return (
    proposal.skillName === given || proposal.skillName === spelledName(given) || proposal.givenName === given
  );
}

function entryOf(state: WorkshopState, proposal: Proposal, transition: Transition): HistoryEntry {
  const entry = { ...transition, proposalId: proposal.id, skillName: proposal.skillName };
  if (transition.what !== "applied" && transition.what !== "rolled_back") return entry;
  const isRollback = transition.what === "rolled_back";
  const edit = state.edits.find(
    (candidate) =>
      candidate.proposalId === proposal.id && (candidate.rollbackOf !== undefined) === isRollback,
  );
  return edit === undefined ? entry : { ...entry, editId: edit.id };
}

async function stateOf(desk: Desk): Promise<WorkshopState> {
  return orThrow(await desk.document.read(portContext(desk)));
}
