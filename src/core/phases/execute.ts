import type { AnswerOf } from "../effects.js";
import type { CortexFailure } from "../errors.js";
import type { Failure } from "../facts.js";
import type { Flow, Moment, Trial, Work } from "../flow-types.js";
import type { MissingDependency } from "../listing.js";
import { noteRun } from "./attempts.js";
import { advance, conclude } from "./conclude.js";
import { learnFailure, learnSuccess } from "./learn.js";
import { ask } from "./next-effect.js";
import { askDependencies } from "./plan.js";

/** Runs the skill; the only place where an execution is asked for, and only with an approved plan. */
export function execute(moment: Moment, work: Work): Flow {
  const { trial } = work;
  if (trial?.plan === undefined || !trial.planApproved) return conclude(moment, work, "declined");
  const attempt = trial.runs + 1;
  const next: Work = { ...work, trial: { ...trial, runs: attempt } };
  return ask(moment, next, { kind: "execute", pin: trial.plan.pin, plan: trial.plan, attempt });
}

/** The failure table of the protocol. */
export function executed(moment: Moment, answer: AnswerOf<"execute">): Flow {
  const { work } = moment.flow;
  if (work.trial === undefined) return advance(moment, work);
  const trial: Trial = {
    ...work.trial,
    observed: [...new Set([...work.trial.observed, ...answer.sideEffects])],
    missing: [...new Set([...work.trial.missing, ...(answer.missing ?? [])])],
  };
  const { result } = answer;
  if (result === "success")
    return advance(moment, learnSuccess(moment, { ...work, trial }, trial, answer.by));
  if (result === "api_error" && !trial.apiRetried) {
    const until = moment.at + moment.flow.limits.retryDelayMs;
    return ask(moment, { ...work, trial: { ...trial, apiRetried: true } }, { kind: "wait", until });
  }
  if (result === "dependency_missing" && !trial.dependenciesAsked) {
    return askDependencies(moment, noteMissing(work, trial), trial, missingOf(trial, answer.missing ?? []));
  }
  if (result === "auth_error" && !trial.credentialsAsked) {
    const asked: Trial = { ...trial, credentialsAsked: true };
    return ask(
      moment,
      { ...work, trial: asked },
      {
        kind: "confirm",
        question: {
          kind: "credentials",
          pin: trial.candidate.inspection.pin,
          env: credentialNames(trial),
          choices: ["retry", "stop"],
        },
      },
    );
  }
  return runFailed(moment, work, trial, result, answer.by);
}

/** A runner that throws, hangs or answers nonsense is an unclassified failure. */
export function executeFailed(moment: Moment, reason: CortexFailure): Flow {
  const { work } = moment.flow;
  if (work.trial === undefined) return advance(moment, work);
  const noted = noteRun(work, work.trial.candidate.listing.key, "runtime_error", reason.message);
  return advance(moment, learnFailure(moment, noted, work.trial, "runtime_error", "runner"));
}

/** The final failure of this candidate: learned once, whatever was retried before. */
export function runFailed(
  moment: Moment,
  work: Work,
  trial: Trial,
  failure: Failure,
  by: AnswerOf<"execute">["by"],
): Flow {
  const noted = noteRun(work, trial.candidate.listing.key, failure, trial.missing.join(", "));
  return advance(moment, learnFailure(moment, noted, trial, failure, by));
}

/** The variables that the skill wants: those that were set, and those that the user has provided since. */
function credentialNames({ plan }: Trial): readonly string[] {
  const provided = (plan?.missing ?? []).flatMap(({ kind, name }) => (kind === "env" ? name : []));
  return [...new Set([...(plan?.env ?? []), ...provided])];
}

/** A missing dependency teaches a lesson even when the user provides it and the run then succeeds. */
function noteMissing(work: Work, trial: Trial): Work {
  const { region } = trial.candidate;
  const facts = trial.missing.map((key) => ({ kind: "dependency", region, key, present: false }) as const);
  return { ...work, facts: [...work.facts, ...facts] };
}

function missingOf(trial: Trial, names: readonly string[]): readonly MissingDependency[] {
  const planned = trial.plan?.missing ?? [];
  return names.map(
    (name) => planned.find((dependency) => dependency.name === name) ?? { kind: "bin", name, argv: [] },
  );
}
