import type { AnswerOf, EffectOf } from "../effects.js";
import type { CortexFailure } from "../errors.js";
import type { Flow, Moment, Trial, Work } from "../flow-types.js";
import type { Question } from "../questions.js";
import { noteFailure } from "./attempts.js";
import { chose } from "./authorise.js";
import { advance, conclude } from "./conclude.js";
import { execute, runFailed } from "./execute.js";
import { installCandidate, tryNext } from "./install.js";
import { retentionAnswered } from "./learn.js";
import { mayBeShown } from "./perceive.js";
import { askProvision, dependenciesAnswered, planAnswered } from "./plan.js";

type ConfirmAnswer = AnswerOf<"confirm">;

/** Nobody but a human or the host can say yes; whatever else answers is heard as silence. */
export function questionAnswered(moment: Moment, answer: ConfirmAnswer, effect: EffectOf<"confirm">): Flow {
  const { question } = effect;
  const offered = (question.choices as readonly string[]).includes(answer.choice);
  if (!offered || (answer.by !== "human" && answer.by !== "host")) return questionDenied(moment, effect);
  if (question.kind === "choose") return chose(moment, answer);
  return aboutTrial(moment, { ...moment.flow.work, view: answer.view }, answer, question);
}

/** Nobody could be asked, or nobody answered: denied, and the report says why. */
export function questionFailed(moment: Moment, reason: CortexFailure, effect: EffectOf<"confirm">): Flow {
  const work = noteFailure(moment.flow.work, "confirm", undefined, reason);
  return questionDenied({ ...moment, flow: { ...moment.flow, work } }, effect);
}

/** Silence, a throw or nonsense: denied, and nothing more is asked about it. */
function questionDenied(moment: Moment, { question }: EffectOf<"confirm">): Flow {
  const { work } = moment.flow;
  switch (question.kind) {
    case "choose":
    case "plan":
      return conclude(moment, work, "declined");
    case "interrupted":
      return conclude(moment, work, "interrupted");
    case "retain":
      // Silence gives the skill back but is no "no": it may be offered again.
      return advance(moment, { ...work, trial: work.trial && { ...work.trial, retentionAsked: true } });
    default: {
      const denied: ConfirmAnswer = { kind: "confirm", choice: "", by: "host", view: work.view };
      return aboutTrial(moment, work, denied, question);
    }
  }
}

function aboutTrial(
  moment: Moment,
  work: Work,
  answer: ConfirmAnswer,
  question: Exclude<Question, { kind: "choose" }>,
): Flow {
  const { trial } = work;
  if (trial === undefined) return advance(moment, work);
  const stillAllowed = question.kind === "retain" || mayBeShown(work, trial.candidate.listing.key);
  if (!stillAllowed && question.kind !== "switch") return conclude(moment, work, "declined");
  switch (question.kind) {
    case "plan":
      return planAnswered(moment, work, trial, answer.choice);
    case "dependencies":
      return dependenciesAnswered(moment, work, trial, answer, question.missing);
    case "credentials":
      return answer.choice === "retry"
        ? execute(moment, work)
        : runFailed(moment, work, trial, "auth_error", "runner");
    case "switch":
      return switchAnswered(moment, work, answer);
    case "interrupted":
      return interruptionAnswered(moment, work, trial, answer, question.during);
    case "retain":
      return retentionAnswered(moment, work, trial, answer.choice);
  }
}

/** A yes to switching is consent for the candidate shown, and renews the shortlist's if there was one. */
function switchAnswered(moment: Moment, work: Work, answer: ConfirmAnswer): Flow {
  if (answer.choice !== "switch") return conclude(moment, work, "failed");
  const covers = work.consent?.covers ?? "one";
  const [shown, ...queue] = work.queue;
  // Blocked while the question was open: whoever comes next was not shown, and is asked about first.
  if (covers === "one" && shown !== undefined && !mayBeShown(work, shown.listing.key))
    return advance(moment, { ...work, queue });
  return tryNext(moment, { ...work, consent: { questionId: moment.flow.pending.id, by: answer.by, covers } });
}

/** A grant does not survive its process: going on takes this new yes, bound to this question. */
function interruptionAnswered(
  moment: Moment,
  work: Work,
  trial: Trial,
  answer: ConfirmAnswer,
  during: "install" | "provision" | "execute",
): Flow {
  if (answer.choice !== "continue") return conclude(moment, work, "interrupted");
  const by = { questionId: moment.flow.pending.id, by: answer.by };
  switch (during) {
    case "install":
      return installCandidate(moment, work, trial.candidate, "standard", by);
    case "provision":
      return askProvision(
        moment,
        work,
        (trial.plan?.missing ?? []).flatMap(({ argv }) => argv),
        by,
      );
    case "execute":
      return execute(moment, work);
  }
}
