import type { AnswerOf, Grant } from "../effects.js";
import { type CortexFailure, failure } from "../errors.js";
import type { Flow, Moment, Trial, Work } from "../flow-types.js";
import { type SkillKey, samePin, sameSkill } from "../identity.js";
import type { MissingDependency, Plan } from "../listing.js";
import type { Lesson, MemoryView } from "../memory-view.js";
import { isReadOnly, severityMarks } from "../side-effects.js";
import { noteFailure } from "./attempts.js";
import { advance, conclude } from "./conclude.js";
import { execute, runFailed } from "./execute.js";
import { installFailed } from "./install.js";
import { ask } from "./next-effect.js";

/** The installed skill was read. A reflex goes on only if it is still what was trusted. */
export function prepared(moment: Moment, { plan }: AnswerOf<"prepare">): Flow {
  const { work } = moment.flow;
  const { trial } = work;
  if (trial === undefined) return advance(moment, work);
  const { pin, sideEffects } = trial.candidate.inspection;
  // Without a digest (an installer that downloads by itself) these are the first bytes that anybody saw.
  const expected = pin.digest === "" ? { ...pin, digest: plan.pin.digest } : pin;
  if (!samePin(plan.pin, expected))
    return installFailed(
      moment,
      failure("digest-mismatch", "The installed files are not the approved ones."),
      "prepare",
    );
  const critical = plan.findings.find(({ severity }) => severity === "critical");
  if (critical !== undefined) return installFailed(moment, failure("scan-blocked", critical.why), "prepare");
  const whole: Plan = { ...plan, sideEffects: [...new Set([...sideEffects, ...plan.sideEffects])] };
  const stillReflex = trial.mode === "reflex" && isReadOnly(whole.sideEffects) && plan.findings.length === 0;
  const next: Trial = {
    ...trial,
    plan: whole,
    mode: stillReflex ? "reflex" : "standard",
    planApproved: stillReflex,
  };
  return stillReflex ? ensureDependencies(moment, work, next) : askPlan(moment, work, next, whole);
}

function askPlan(moment: Moment, work: Work, trial: Trial, plan: Plan): Flow {
  return ask(
    moment,
    { ...work, trial },
    {
      kind: "confirm",
      question: {
        kind: "plan",
        task: moment.flow.task,
        pin: plan.pin,
        steps: plan.steps,
        marks: severityMarks(plan.sideEffects),
        sideEffects: plan.sideEffects,
        findings: plan.findings,
        lessons: lessonsFor(work.view, new Set([trial.candidate.region]), [plan.pin.key]),
        lookups: plan.lookups ?? [],
        choices: ["approve", "decline"],
      },
    },
  );
}

export function planAnswered(moment: Moment, work: Work, trial: Trial, choice: string): Flow {
  if (choice !== "approve") return conclude(moment, work, "declined");
  return ensureDependencies(moment, work, { ...trial, planApproved: true });
}

/** What is known to be missing is asked for before the run, separately from everything else. */
function ensureDependencies(moment: Moment, work: Work, trial: Trial): Flow {
  const missing = trial.plan?.missing ?? [];
  if (missing.length === 0) return execute(moment, { ...work, trial });
  return askDependencies(moment, work, trial, missing);
}

/** Installing system dependencies always has a question of its own. */
export function askDependencies(
  moment: Moment,
  work: Work,
  trial: Trial,
  missing: readonly MissingDependency[],
): Flow {
  const installable = missing.some(({ argv }) => argv.length > 0);
  return ask(
    moment,
    { ...work, trial: { ...trial, dependenciesAsked: true } },
    {
      kind: "confirm",
      question: {
        kind: "dependencies",
        pin: trial.candidate.inspection.pin,
        missing,
        choices: installable ? ["install", "ready", "decline"] : ["ready", "decline"],
      },
    },
  );
}

export function dependenciesAnswered(
  moment: Moment,
  work: Work,
  trial: Trial,
  answer: AnswerOf<"confirm">,
  missing: readonly MissingDependency[],
): Flow {
  const argv = missing.flatMap((dependency) => dependency.argv);
  if (answer.choice === "ready") return execute(moment, { ...work, trial });
  if (answer.choice === "install" && argv.length > 0)
    return askProvision(moment, { ...work, trial }, argv, {
      questionId: moment.flow.pending.id,
      by: answer.by,
    });
  return trial.runs === 0
    ? conclude(moment, work, "declined")
    : runFailed(moment, work, trial, "dependency_missing", "runner");
}

export function askProvision(
  moment: Moment,
  work: Work,
  argv: readonly (readonly string[])[],
  by: Pick<Grant, "questionId" | "by">,
): Flow {
  const grant: Grant = {
    ...by,
    at: moment.at,
    expiresAt: moment.at + moment.flow.limits.grantLifetimeMs,
    scope: { kind: "provision", argv },
  };
  return ask(moment, work, { kind: "provision", argv, grant });
}

export function provisionFailed(moment: Moment, reason: CortexFailure): Flow {
  const { trial } = moment.flow.work;
  const work = noteFailure(moment.flow.work, "provision", trial?.candidate.listing.key, reason);
  return advance(moment, {
    ...work,
    trial: trial && { ...trial, state: "failed", switchNeedsConsent: true },
  });
}

/** Lessons of these regions and skills, for the question that the user reads. */
export function lessonsFor(
  view: MemoryView,
  regions: ReadonlySet<string>,
  keys: readonly SkillKey[],
): readonly Lesson[] {
  return view.lessons.filter((lesson) =>
    lesson.type === "skill_quality_warning"
      ? keys.some((key) => sameSkill(key, lesson.key))
      : regions.has(lesson.region),
  );
}
