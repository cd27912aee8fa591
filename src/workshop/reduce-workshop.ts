import { err, ok, type Result } from "neverthrow";
import { type CortexFailure, failure } from "../core/errors.js";
import type { WorkshopEvent } from "./events.js";
import type { Proposal } from "./proposal.js";
import { finishedReview, startedReview } from "./review-schedule.js";
import { reduceSkills } from "./skill-records.js";
import { isOpen, type WorkshopState } from "./state.js";
import { transitionProposal } from "./transition-proposal.js";
import { captured, seen } from "./watch.js";

/**
 * The workshop's memory after an event. Total and deterministic: it never throws, and an
 * event that is not allowed is a failure that leaves the state as it was.
 */
export function reduceWorkshop(
  state: WorkshopState,
  event: WorkshopEvent,
): Result<WorkshopState, CortexFailure> {
  switch (event.type) {
    case "suggested": {
      if (state.proposals.some((proposal) => proposal.id === event.proposal.id)) {
        return err(
          failure("input-invalid", "A proposal with this id exists already.", { id: event.proposal.id }),
        );
      }
      const isFull = isOpen(event.proposal) && openProposals(state) >= event.maxPending;
      if (isFull) return err(limitReached(event.maxPending));
      return ok({ ...state, proposals: [event.proposal, ...state.proposals] });
    }
    case "turn-ended":
      return ok({
        ...state,
        review: {
          ...state.review,
          turnsSinceReview: state.review.turnsSinceReview + 1,
          toolCallsSinceReview:
            state.review.toolCallsSinceReview + Math.max(0, Math.trunc(event.toolCalls) || 0),
        },
      });
    case "review-started":
      return ok({ ...state, review: startedReview(state.review, event.until) });
    case "review-finished":
      return ok({ ...state, review: finishedReview(state.review, event.at, event.failed) });
    case "correction-seen":
      return ok({ ...state, watch: seen(state.watch, event) });
    case "correction-captured":
      return ok({ ...state, watch: captured(state.watch, event) });
    case "evidence":
    case "pinned":
    case "swept":
      return ok({ ...state, skills: reduceSkills(state.skills, event) });
    default:
      return reduceProposal(state, event);
  }
}

type ProposalEvent = Parameters<typeof transitionProposal>[1];

function reduceProposal(state: WorkshopState, event: ProposalEvent): Result<WorkshopState, CortexFailure> {
  const index = state.proposals.findIndex((proposal) => proposal.id === event.id);
  const proposal = state.proposals[index];
  if (proposal === undefined) return err(proposalNotFound(event.id));
  const takesAPlace = (event.type === "revised" || event.type === "reopened") && !isOpen(proposal);
  if (takesAPlace && openProposals(state) >= event.maxPending) return err(limitReached(event.maxPending));
  return transitionProposal(proposal, event).andThen((next) => withEdit(replaced(state, index, next), event));
}

/** Applying and rolling back also write the append-only list of edits. */
function withEdit(state: WorkshopState, event: ProposalEvent): Result<WorkshopState, CortexFailure> {
  if (event.type !== "applied" && event.type !== "recovered" && event.type !== "rolled-back")
    return ok(state);
  if (state.edits.some((edit) => edit.id === event.edit.id)) {
    return err(failure("input-invalid", "An edit with this id exists already.", { id: event.edit.id }));
  }
  if (event.type !== "rolled-back")
    return ok(overtaken({ ...state, edits: [...state.edits, event.edit] }, event));
  const target = state.edits.find((edit) => edit.id === event.editId);
  if (target === undefined || target.proposalId !== event.id || target.rolledBackBy !== undefined) {
    return err(
      failure("proposal-state", "This edit was taken back already or never made.", { id: event.editId }),
    );
  }
  const edits = state.edits.map((edit) =>
    edit === target ? { ...edit, rolledBackBy: event.edit.id } : edit,
  );
  return ok(overtaken({ ...state, edits: [...edits, event.edit] }, event));
}

/** An edit changes files that other waiting proposals were made for: those turn stale with it. */
function overtaken(
  state: WorkshopState,
  { edit, at }: Extract<ProposalEvent, { type: "applied" | "recovered" | "rolled-back" }>,
): WorkshopState {
  const now = new Map(edit.files.map((file) => [file.path, file.after]));
  const isOvertaken = ({ id, status, base }: Proposal): boolean =>
    id !== edit.proposalId &&
    status === "pending" &&
    base.some(({ path, digest }) => now.has(path) && now.get(path) !== digest);
  if (!state.proposals.some(isOvertaken)) return state;
  const proposals = state.proposals.map((proposal) => {
    if (!isOvertaken(proposal)) return proposal;
    const { id } = proposal;
    const reason = `another edit changed the file: ${edit.id}`;
    return transitionProposal(proposal, { type: "went-stale", id, at, actor: "workshop", reason }).unwrapOr(
      proposal,
    );
  });
  return { ...state, proposals };
}

function replaced(state: WorkshopState, index: number, proposal: Proposal): WorkshopState {
  return { ...state, proposals: state.proposals.with(index, proposal) };
}

function openProposals(state: WorkshopState): number {
  let open = 0;
  for (const proposal of state.proposals) if (isOpen(proposal)) open += 1;
  return open;
}

function limitReached(maximum: number): CortexFailure {
  return failure(
    "proposal-limit",
    `There are already ${maximum} proposals waiting. Apply or reject some of them first.`,
    { maximum },
  );
}

/** The failure for an id that names no proposal. */
export function proposalNotFound(id: string): CortexFailure {
  return failure("proposal-not-found", `proposal not found: ${id}`, { id });
}
