import { CortexError, failure } from "../core/errors.js";
import { admit, type Suggestion, wordsOf } from "./admit.js";
import type { Change } from "./change.js";
import { changeDigest } from "./change-digest.js";
import { askApprover, type Consent } from "./consent.js";
import { type Desk, log, orThrow, portContext } from "./desk.js";
import type { AcceptedRule, Actor, Proposal } from "./proposal.js";
import { record } from "./record.js";
import { approvalRequest, proposalNow } from "./request-approval.js";
import { planned, resolvedChange } from "./suggest.js";
import type { SuggestResult } from "./suggest-result.js";

/** Fields of a proposal to change; the rest stays. */
export type Revision = Partial<Omit<Suggestion, "skillName" | "relativePath">>;

/** Who acts, and why. */
export interface Action {
  readonly by: Extract<Actor, "human" | "host" | "model">;
  readonly reason?: string;
}

/** Changes a proposal in place and binds it to the files as they are now; the way out of `stale` and of quarantine. */
export async function revise(
  desk: Desk,
  id: string,
  revision: Revision,
  action: Action,
): Promise<SuggestResult> {
  const proposal = await proposalNow(desk, id);
  if (proposal.change.kind === "draft") {
    throw new CortexError("input-invalid", "A draft is revised by recording the task again.", {
      details: { id },
    });
  }
  const admitted = orThrow(admit({ skillName: proposal.skillName, ...suggestionOf(proposal, revision) }));
  const change = await resolvedChange(desk, proposal.skillName, admitted.change);
  return rebound(desk, proposal, change, action, {
    title: revision.title === undefined ? proposal.title : admitted.title,
    redactions: admitted.redactions,
  });
}

/** Replaces the change of an open proposal, for drafts of the same behaviour that were recorded anew. */
export async function rebound(
  desk: Desk,
  proposal: Proposal,
  change: Change,
  action: Action,
  texts: { readonly title: string; readonly redactions: NonNullable<Proposal["redactions"]> },
): Promise<SuggestResult> {
  const state = orThrow(await desk.document.read(portContext(desk)));
  const { assessment } = await planned(desk, state, proposal.skillName, change, proposal.acceptedRules);
  const revised = await record(desk, {
    type: "revised",
    id: proposal.id,
    at: desk.clock.now(),
    actor: action.by,
    reason: wordsOf(action, "revised"),
    title: texts.title,
    change,
    redactions: texts.redactions.length > 0 ? texts.redactions : undefined,
    assessment,
    maxPending: desk.config.maxPending,
  });
  return queuedAgain(desk, revised);
}

/** Puts a rejected or stale proposal back into the queue, bound to the files as they are now. */
export async function reopen(desk: Desk, id: string, action: Action): Promise<SuggestResult> {
  const proposal = await proposalNow(desk, id);
  const state = orThrow(await desk.document.read(portContext(desk)));
  const change = await resolvedChange(desk, proposal.skillName, proposal.change);
  const { assessment } = await planned(desk, state, proposal.skillName, change, proposal.acceptedRules);
  const reopened = await record(desk, {
    type: "reopened",
    id,
    at: desk.clock.now(),
    actor: action.by,
    reason: wordsOf(action, "reopened"),
    change,
    assessment,
    maxPending: desk.config.maxPending,
  });
  return queuedAgain(desk, reopened);
}

/** A proposal that was assessed anew, and what the operator reads about it. */
function queuedAgain(desk: Desk, proposal: Proposal): SuggestResult {
  const { status, skillName, quarantineReason } = proposal;
  if (status === "quarantined") {
    log(desk, "warn", `quarantined ${skillName}`);
    return { status, proposal, note: `Quarantined: ${quarantineReason ?? ""}` };
  }
  log(desk, "info", `queued ${skillName}`);
  return { status, proposal, note: "Waits for approval." };
}

/** Turns a proposal down. */
export async function reject(desk: Desk, id: string, action: Action): Promise<SuggestResult> {
  const rejected = await record(desk, {
    type: "rejected",
    id,
    at: desk.clock.now(),
    actor: action.by,
    reason: wordsOf(action, `rejected by ${action.by}`),
  });
  log(desk, "info", `rejected ${rejected.skillName}`);
  return { status: rejected.status, proposal: rejected };
}

/** Lets a quarantined proposal back into the queue, with exactly its present findings accepted for exactly its text. */
export async function release(desk: Desk, id: string, consent: Consent): Promise<SuggestResult> {
  const proposal = await proposalNow(desk, id);
  const digest = changeDigest(proposal.change);
  const rules = [
    ...(proposal.scanFindings ?? []).map((finding) => finding.rule),
    ...(proposal.verdicts ?? []).map((verdict) => verdict.by),
  ];
  const acceptedRules: readonly AcceptedRule[] = [...new Set(rules)].map((rule) => ({ rule, digest }));
  const released = await record(desk, {
    type: "released",
    id,
    at: desk.clock.now(),
    actor: consent.by,
    reason: wordsOf(consent, ""),
    ...(consent.revision === undefined ? {} : { revision: consent.revision }),
    acceptedRules,
  });
  log(desk, "info", `released ${released.skillName}`);
  return { status: released.status, proposal: released };
}

/** The agent's way to `release`: it can only ask. */
export async function requestRelease(desk: Desk, id: string): Promise<SuggestResult> {
  const proposal = await proposalNow(desk, id);
  if (proposal.status !== "quarantined") {
    const wrong = failure("proposal-state", `The proposal is ${proposal.status}, so it can't be released.`);
    throw new CortexError(wrong.code, wrong.message, { details: { id, status: proposal.status } });
  }
  const outcome = await askApprover(
    desk,
    await approvalRequest(desk, proposal, "release"),
    proposal.revision,
  );
  const waiting = (note: string): SuggestResult => ({ status: "quarantined", proposal, note });
  if (outcome.decision === "later") return waiting(`Not released: approval is required and ${outcome.why}.`);
  if (outcome.decision === "reject") return reject(desk, id, outcome.consent);
  if (!outcome.isReasoned)
    return waiting("Not released: the approval gave no reason, which a release needs.");
  return release(desk, id, outcome.consent);
}

function suggestionOf(
  { change, title, reason }: Proposal,
  revision: Revision,
): Revision & { relativePath?: string } {
  const base = { title, reason };
  switch (change.kind) {
    case "create":
      return { ...base, description: change.description, body: change.body, ...revision };
    case "append":
      return {
        ...base,
        section: change.section,
        body: change.body,
        ...(change.description === undefined ? {} : { description: change.description }),
        ...revision,
      };
    case "replace":
      return { ...base, oldText: change.oldText, newText: change.newText, ...revision };
    case "support_file":
      return { ...base, relativePath: change.relativePath, body: change.body, ...revision };
    case "draft":
      return { ...base, ...revision };
  }
}
