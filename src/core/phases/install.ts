import type { AnswerOf, Grant } from "../effects.js";
import { type CortexFailure, failure } from "../errors.js";
import type { Candidate, Flow, Moment, Trial, Work } from "../flow-types.js";
import { samePin } from "../identity.js";
import { noteFailure } from "./attempts.js";
import { advance } from "./conclude.js";
import { ask } from "./next-effect.js";
import { mayBeShown } from "./perceive.js";

/** Takes the next approved candidate that is still allowed. The first is no switch; every other one is. */
export function tryNext(moment: Moment, work: Work): Flow {
  const [candidate, ...queue] = work.queue.filter(({ listing }) => mayBeShown(work, listing.key));
  const { consent } = work;
  if (candidate === undefined || consent === undefined) return advance(moment, { ...work, queue: [] });
  const switches = work.trial === undefined ? work.switches : work.switches + 1;
  return installCandidate(moment, { ...work, queue, switches }, candidate, "standard", consent);
}

/** The only place where an install is asked for: always with a grant for exactly these bytes and effects. */
export function installCandidate(
  moment: Moment,
  work: Work,
  candidate: Candidate,
  mode: Trial["mode"],
  by: Pick<Grant, "questionId" | "by">,
): Flow {
  const { pin, sideEffects } = candidate.inspection;
  const trial: Trial = {
    candidate,
    mode,
    plan: undefined,
    planApproved: false,
    runs: 0,
    apiRetried: false,
    dependenciesAsked: false,
    credentialsAsked: false,
    missing: [],
    observed: [],
    state: "open",
    switchNeedsConsent: false,
    released: false,
    retentionAsked: false,
    keep: false,
  };
  const grant: Grant = {
    questionId: by.questionId,
    by: by.by,
    at: moment.at,
    expiresAt: moment.at + moment.flow.limits.grantLifetimeMs,
    scope: { kind: "install", pin, sideEffects },
  };
  return ask(moment, { ...work, trial }, { kind: "install", pin, grant });
}

export function installed(moment: Moment, answer: AnswerOf<"install">): Flow {
  const { work } = moment.flow;
  const { trial } = work;
  if (trial === undefined) return advance(moment, work);
  const { pin } = trial.candidate.inspection;
  if (!samePin(answer.pin, pin))
    return installFailed(moment, failure("digest-mismatch", "What was installed is not what was approved."));
  const next: Work = { ...work, facts: [...work.facts, { kind: "count", what: "install" }] };
  return ask(moment, next, { kind: "prepare", pin });
}

/**
 * Switches by itself, inside the approved shortlist. The failed one is released all the
 * same: an installer that timed out may have finished behind our back.
 */
export function installFailed(
  moment: Moment,
  reason: CortexFailure,
  stage: "install" | "prepare" = "install",
): Flow {
  const { trial } = moment.flow.work;
  const work = noteFailure(moment.flow.work, stage, trial?.candidate.listing.key, reason);
  return advance(moment, { ...work, trial: trial && { ...trial, state: "failed" } });
}
