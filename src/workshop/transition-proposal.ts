import { err, ok, type Result } from "neverthrow";
import { type CortexFailure, failure } from "../core/errors.js";
import type { Assessment, WorkshopEvent } from "./events.js";
import type { Proposal, ProposalStatus, Transition } from "./proposal.js";
import type { EditFile } from "./state.js";

type ProposalEvent = Extract<
  WorkshopEvent,
  {
    type:
      | "revised"
      | "applied"
      | "recovered"
      | "rejected"
      | "quarantined"
      | "went-stale"
      | "reopened"
      | "released"
      | "rolled-back";
  }
>;

/** From which statuses each event is possible. Everything else is `proposal-state`. */
const ALLOWED: Readonly<Record<ProposalEvent["type"], readonly ProposalStatus[]>> = {
  revised: ["pending", "stale", "quarantined"],
  applied: ["pending"],
  recovered: ["pending"],
  rejected: ["pending", "stale", "quarantined"],
  quarantined: ["pending"],
  "went-stale": ["pending"],
  reopened: ["rejected", "stale"],
  released: ["quarantined"],
  "rolled-back": ["applied"],
};

/** The proposal after an event, or why the event is not allowed. The agent that made a proposal can't consent to it. */
export function transitionProposal(
  proposal: Proposal,
  event: ProposalEvent,
): Result<Proposal, CortexFailure> {
  if (!ALLOWED[event.type].includes(proposal.status)) return err(wrongStatus(proposal, event));
  if ("revision" in event && event.revision !== undefined && event.revision !== proposal.revision) {
    return err(revisedSince(proposal));
  }
  switch (event.type) {
    case "revised":
      return ok(
        moved(
          {
            ...assessed(proposal, event.assessment),
            title: event.title,
            change: event.change,
            revision: proposal.revision + 1,
            ...(event.redactions === undefined ? {} : { redactions: event.redactions }),
          },
          event,
          event.assessment.quarantineReason === undefined ? "pending" : "quarantined",
          "revised",
        ),
      );
    case "applied":
      return mayWrite(proposal, event).map(() =>
        moved({ ...proposal, editId: event.edit.id }, event, "applied", "applied"),
      );
    case "recovered":
      if (!isResult(proposal, event.edit.files)) {
        return err(failure("proposal-state", "The files are not what the proposal would make of them."));
      }
      return ok(moved({ ...proposal, editId: event.edit.id }, event, "applied", "applied"));
    case "rejected":
      return ok(moved(proposal, event, "rejected", "rejected"));
    case "quarantined":
      return ok(moved(assessed(proposal, event.assessment), event, "quarantined", "quarantined"));
    case "went-stale":
      return ok(moved(proposal, event, "stale", "stale"));
    case "reopened":
      if (proposal.status === "rejected" && !isPerson(event.actor))
        return err(personNeeded("reopen a rejected proposal"));
      return ok(
        moved(
          {
            ...assessed(proposal, event.assessment),
            change: event.change,
            // Bound to other files: what was shown before is no longer what would be written.
            revision: proposal.revision + 1,
          },
          event,
          event.assessment.quarantineReason === undefined ? "pending" : "quarantined",
          "reopened",
        ),
      );
    case "released": {
      if (!isPerson(event.actor)) return err(personNeeded("release a proposal from quarantine"));
      if (event.reason.trim() === "") {
        return err(failure("input-invalid", "Releasing a proposal from quarantine needs a reason."));
      }
      const { quarantineReason: _, ...rest } = proposal;
      return ok(moved({ ...rest, acceptedRules: event.acceptedRules }, event, "pending", "released"));
    }
    case "rolled-back":
      if (!isPerson(event.actor)) return err(personNeeded("roll an edit back"));
      return ok(moved(proposal, event, "rolled_back", "rolled_back"));
  }
}

/** Consent comes from a person or the host; the `auto` policy may write only what is clean and nobody held back. */
function mayWrite(
  proposal: Proposal,
  event: Extract<ProposalEvent, { type: "applied" }>,
): Result<void, CortexFailure> {
  if (isPerson(event.actor)) return ok(undefined);
  if (event.actor !== "policy") return err(personNeeded("approve a write"));
  if (isClean(proposal) && !proposal.held) return ok(undefined);
  return err(personNeeded("approve a write that is not clean or was held back"));
}

function isResult({ base }: Proposal, files: readonly EditFile[]): boolean {
  return (
    base.length > 0 &&
    base.length === files.length &&
    base.every(
      ({ path, digest, result }, index) =>
        path === files[index]?.path && digest === files[index].before && result === files[index].after,
    )
  );
}

/** True when neither the scanner nor a judge had anything to say. */
export function isClean(proposal: Pick<Proposal, "scanFindings" | "verdicts">): boolean {
  return (
    (proposal.scanFindings ?? []).length === 0 &&
    (proposal.verdicts ?? []).every((verdict) => verdict.status === "clean")
  );
}

function isPerson(actor: string): boolean {
  return actor === "human" || actor === "host";
}

function personNeeded(what: string): CortexFailure {
  return failure("approval-required", `Only a person or the host can ${what}.`);
}

function revisedSince(proposal: Proposal): CortexFailure {
  return failure("approval-invalid", "The proposal was revised after it was shown; look at it again.", {
    id: proposal.id,
    revision: proposal.revision,
  });
}

function wrongStatus(proposal: Proposal, event: ProposalEvent): CortexFailure {
  if (event.type === "applied" && proposal.status === "quarantined") {
    return failure("proposal-quarantined", "quarantined proposal cannot be applied", { id: proposal.id });
  }
  return failure(
    "proposal-state",
    `The proposal is ${proposal.status}, so it can't be ${VERBS[event.type]}.`,
    {
      id: proposal.id,
      status: proposal.status,
      allowed: ALLOWED[event.type],
    },
  );
}

const VERBS: Readonly<Record<ProposalEvent["type"], string>> = {
  revised: "revised; reopen it first",
  applied: "applied",
  recovered: "applied",
  rejected: "rejected",
  quarantined: "quarantined",
  "went-stale": "marked stale",
  reopened: "reopened",
  released: "released",
  "rolled-back": "rolled back",
};

function assessed(proposal: Proposal, assessment: Assessment): Proposal {
  const { scanFindings: _f, verdicts: _v, quarantineReason: _q, ...rest } = proposal;
  return {
    ...rest,
    base: assessment.base,
    ...(assessment.findings.length > 0 ? { scanFindings: assessment.findings } : {}),
    ...(assessment.verdicts.length > 0 ? { verdicts: assessment.verdicts } : {}),
    ...(assessment.quarantineReason === undefined ? {} : { quarantineReason: assessment.quarantineReason }),
  };
}

/** A late event never moves a time backwards. */
function moved(
  proposal: Proposal,
  event: ProposalEvent,
  to: ProposalStatus,
  what: Transition["what"],
): Proposal {
  const transition: Transition = {
    at: event.at,
    actor: event.actor,
    from: proposal.status,
    to,
    what,
    reason: event.reason,
  };
  return {
    ...proposal,
    status: to,
    updatedAt: Math.max(proposal.updatedAt, event.at),
    transitions: [...proposal.transitions, transition],
  };
}
