import { filterEntities, isGenericWord, signalsOf } from "../../text/index.js";
import type { AnswerOf } from "../effects.js";
import { type CortexFailure, failure } from "../errors.js";
import type { By, Fact, Failure, RunResult } from "../facts.js";
import type { Flow, Moment, OpenFlow, Trial, Work } from "../flow-types.js";
import { sameSkill } from "../identity.js";
import { retentionOffer } from "../reflex.js";
import { advance } from "./conclude.js";
import { recordOf } from "./records.js";

/** Words kept of a task, as an example query for discovery. */
const EXAMPLE_WORDS = 12;
/** Signals of a task that search resolved (source document, 4.2). */
const SIGNAL_WORDS = 4;

export function learnSuccess(moment: Moment, work: Work, trial: Trial, by: By): Work {
  const { flow } = moment;
  const { region } = trial.candidate;
  const signals: Fact[] = work.hit ? [] : [{ kind: "signals", region, words: taskSignals(flow) }];
  return {
    ...work,
    trial: { ...trial, state: "succeeded" },
    facts: [
      ...work.facts,
      ...environmentFacts(work, trial, "success"),
      outcome(flow, trial, "success", by),
      ...warningsDisproved(work, trial),
      ...signals,
    ],
  };
}

/** Only the last result counts for the weight; a mismatch also says that the description misled. */
export function learnFailure(moment: Moment, work: Work, trial: Trial, result: Failure, by: By): Work {
  const { key } = trial.candidate.listing;
  const quality: Fact[] =
    result === "task_mismatch"
      ? [{ kind: "quality", key, detail: "description-mismatch", contradicted: false }]
      : [];
  return {
    ...work,
    trial: { ...trial, state: "failed", switchNeedsConsent: true },
    facts: [
      ...work.facts,
      ...environmentFacts(work, trial, result),
      outcome(moment.flow, trial, result, by),
      ...quality,
    ],
  };
}

function outcome(flow: OpenFlow, trial: Trial, result: RunResult, by: By): Fact {
  const { pin, sideEffects, skillMdChars } = trial.candidate.inspection;
  return {
    kind: "outcome",
    region: trial.candidate.region,
    pin,
    result,
    by,
    sideEffects: [...new Set([...sideEffects, ...(trial.plan?.sideEffects ?? []), ...trial.observed])],
    skillMdChars: trial.plan?.skillMdChars ?? skillMdChars,
    words: taskWords(flow).slice(0, EXAMPLE_WORDS),
  };
}

/** A run that succeeded speaks against every warning that the skill is less than it says. */
function warningsDisproved(work: Work, trial: Trial): readonly Fact[] {
  const { key } = trial.candidate.listing;
  return work.view.lessons.flatMap((lesson): Fact[] =>
    lesson.type === "skill_quality_warning" && sameSkill(lesson.key, key)
      ? [{ kind: "quality", key: lesson.key, detail: lesson.detail, contradicted: true }]
      : [],
  );
}

/** What the run showed of the environment: variables set or not, programs missing, warned-of programs that were there. */
function environmentFacts(work: Work, trial: Trial, result: RunResult): readonly Fact[] {
  const { region } = trial.candidate;
  const { missing = [], env = [], lookups = [] } = trial.plan ?? {};
  const variable = (key: string, present: boolean): Fact => ({ kind: "env", region, key, present });
  const program = (key: string, present: boolean): Fact => ({ kind: "dependency", region, key, present });
  const absent = new Set([
    ...missing.flatMap(({ kind, name }) => (kind === "bin" ? name : [])),
    ...lookups.flatMap(({ name, present }) => (present ? [] : name)),
  ]);
  // Whatever a run itself reported missing became a fact at once.
  const missed = [...absent].filter((name) => !trial.missing.includes(name));
  const warned = new Set(
    work.view.lessons.flatMap((lesson) =>
      lesson.type === "dependency_warning" && lesson.region === region ? lesson.key : [],
    ),
  );
  // Where nobody looked, only a run that went well shows that nothing was missing.
  const seen = (name: string) => result === "success" || lookups.some((lookup) => lookup.name === name);
  const found = [...warned].filter(
    (name) => seen(name) && !absent.has(name) && !trial.missing.includes(name),
  );
  return [
    ...env.map((name) => variable(name, true)),
    ...missing.flatMap(({ kind, name }) => (kind === "env" ? variable(name, false) : [])),
    ...missed.map((name) => program(name, false)),
    ...found.map((name) => program(name, true)),
  ];
}

function taskSignals(flow: OpenFlow): readonly string[] {
  const signals = signalsOf(flow.task);
  return signals.length >= 2 ? signals : taskWords(flow).slice(0, SIGNAL_WORDS);
}

/** The task's own safe words, and the model's where the task's language gives none. */
function taskWords(flow: OpenFlow): readonly string[] {
  const keywords = (flow.request.keywords ?? []).map((word) => word.toLowerCase()).filter(isGenericWord);
  return [...new Set([...filterEntities(flow.task), ...keywords])];
}

/** Memory took the batch, or said why not; the task's result stands either way. */
export function committed(moment: Moment, answer: AnswerOf<"commit">): Flow {
  const { work } = moment.flow;
  const saved: Work = {
    ...work,
    facts: [],
    batches: work.batches + 1,
    view: answer.saved ? answer.view : work.view,
    unsaved: answer.saved
      ? work.unsaved
      : (work.unsaved ?? failure("store-conflict", "Memory did not take the facts.")),
  };
  return advance(moment, saved);
}

export function commitFailed(moment: Moment, reason: CortexFailure): Flow {
  const { work } = moment.flow;
  return advance(moment, { ...work, facts: [], batches: work.batches + 1, unsaved: reason });
}

/** True when the user should be asked whether the skill stays. */
export function offersRetention(work: Work, trial: Trial): boolean {
  if (trial.state !== "succeeded" || trial.retentionAsked || trial.released || work.ending !== undefined)
    return false;
  const known = recordOf(work.view, trial.candidate.listing.key);
  return known !== undefined && work.unsaved === undefined && retentionOffer(known.candidate);
}

export function retentionAnswered(moment: Moment, work: Work, trial: Trial, choice: string): Flow {
  const keep = choice === "keep";
  const { region, listing } = trial.candidate;
  const fact: Fact = { kind: "retention", region, key: listing.key, keep };
  return advance(moment, {
    ...work,
    retained: keep,
    trial: { ...trial, retentionAsked: true, keep },
    facts: [...work.facts, fact],
  });
}
