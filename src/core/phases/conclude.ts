import type { AnswerOf, EffectOf } from "../effects.js";
import type { CortexFailure } from "../errors.js";
import type { Attempt, Flow, Moment, Outcome, Trial, Work } from "../flow-types.js";
import { noteFailure } from "./attempts.js";
import { tryNext } from "./install.js";
import { offersRetention } from "./learn.js";
import { ask, finish } from "./next-effect.js";
import { mayBeShown } from "./perceive.js";
import { recordOf } from "./records.js";

/** The flow will end like this; what is still owed (learning, release) comes first. */
export function conclude(moment: Moment, work: Work, outcome: Outcome): Flow {
  return advance(moment, { ...work, ending: work.ending ?? outcome });
}

/**
 * What is owed next, in this order: learning is saved, the user is asked about keeping the
 * skill, the skill is given back; then the flow ends or the next approved candidate is tried.
 */
export function advance(moment: Moment, work: Work): Flow {
  const { trial } = work;
  if (work.facts.length > 0) return commit(moment, work);
  if (trial !== undefined && !trial.released) {
    if (offersRetention(work, trial)) return askRetention(moment, work, trial);
    return ask(moment, work, { kind: "release", pin: trial.candidate.inspection.pin, keep: trial.keep });
  }
  if (trial?.state === "succeeded") return finish(moment, work, "succeeded");
  if (work.ending !== undefined) return finish(moment, work, work.ending);
  return switchOrFail(moment, work);
}

function switchOrFail(moment: Moment, before: Work): Flow {
  const work: Work = {
    ...before,
    queue: before.queue.filter(({ listing }) => mayBeShown(before, listing.key)),
  };
  const { trial } = work;
  const [next] = work.queue;
  if (trial === undefined || next === undefined || work.switches >= moment.flow.limits.switches)
    return finish(moment, work, "failed");
  if (!trial.switchNeedsConsent && work.consent?.covers === "shortlist") return tryNext(moment, work);
  return ask(moment, work, {
    kind: "confirm",
    question: {
      kind: "switch",
      failed: trial.candidate.inspection.pin,
      failure: reasonOf(work, trial),
      next: next.card,
      choices: ["switch", "stop"],
    },
  });
}

/** Why this candidate is out: its last failure that is not about giving it back. */
function reasonOf({ attempts }: Work, trial: Trial): Attempt["reason"] {
  const { key } = trial.candidate.listing;
  const last = attempts.findLast((attempt) => attempt.key === key && attempt.stage !== "release");
  return last?.reason ?? "runtime_error";
}

function commit(moment: Moment, work: Work): Flow {
  const batch = { id: `${moment.flow.id}#${work.batches + 1}`, at: moment.at, facts: work.facts };
  return ask(moment, work, { kind: "commit", batch });
}

function askRetention(moment: Moment, work: Work, trial: Trial): Flow {
  const { pin } = trial.candidate.inspection;
  const record = recordOf(work.view, pin.key)?.candidate;
  return ask(moment, work, {
    kind: "confirm",
    question: {
      kind: "retain",
      pin,
      successes: record?.successes ?? 0,
      weight: record?.weight ?? 0,
      choices: ["keep", "release"],
    },
  });
}

export function released(moment: Moment, _answer: AnswerOf<"release">): Flow {
  const { work } = moment.flow;
  return advance(moment, { ...work, trial: work.trial && { ...work.trial, released: true } });
}

/** Nothing is hidden: what could not be removed is in the report. */
export function releaseFailed(moment: Moment, effect: EffectOf<"release">, reason: CortexFailure): Flow {
  const work = noteFailure(moment.flow.work, "release", effect.pin.key, reason);
  return advance(moment, {
    ...work,
    leftovers: [...work.leftovers, effect.pin],
    trial: work.trial && { ...work.trial, released: true },
  });
}
