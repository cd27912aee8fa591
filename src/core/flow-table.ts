import type { AnswerOf, EffectKind, EffectOf } from "./effects.js";
import type { CortexFailure } from "./errors.js";
import type { Flow, Moment } from "./flow-types.js";
import { questionAnswered, questionFailed } from "./phases/answer-question.js";
import { notified, notifyFailed, notifyInterrupted } from "./phases/authorise.js";
import { released, releaseFailed } from "./phases/conclude.js";
import { execute, executed, executeFailed } from "./phases/execute.js";
import { inspected, inspectFailed } from "./phases/inspect.js";
import { installed, installFailed } from "./phases/install.js";
import { interrupted } from "./phases/interrupted.js";
import { commitFailed, committed } from "./phases/learn.js";
import { recalled, recallFailed, searched, searchFailed } from "./phases/perceive.js";
import { prepared, provisionFailed } from "./phases/plan.js";
import { waited } from "./phases/wait.js";

/** What can follow an effect; docs/architecture.md draws its diagram from this, and a test walks it. */
export type Next = EffectKind | "done";

export interface EffectHandlers<Kind extends EffectKind> {
  answered(moment: Moment, answer: AnswerOf<Kind>, effect: EffectOf<Kind>): Flow;
  failed(moment: Moment, failure: CortexFailure, effect: EffectOf<Kind>): Flow;
  /** Absent: the effect is safe to repeat after a crash. */
  readonly interrupted?: ((moment: Moment, effect: EffectOf<Kind>) => Flow) | undefined;
  readonly leadsTo: readonly Next[];
}

/** One row an effect: who handles its answer, its failure and a crash, and what can come next. */
export const EFFECT_HANDLERS: { readonly [Kind in EffectKind]: EffectHandlers<Kind> } = {
  recall: {
    answered: recalled,
    failed: recallFailed,
    leadsTo: ["inspect", "search"],
  },
  search: {
    answered: searched,
    failed: searchFailed,
    leadsTo: ["search", "inspect", "commit"],
  },
  inspect: {
    answered: inspected,
    failed: inspectFailed,
    leadsTo: ["notify", "confirm", "search", "commit"],
  },
  notify: {
    answered: notified,
    failed: notifyFailed,
    interrupted: notifyInterrupted,
    leadsTo: ["install", "wait", "confirm", "notify", "commit"],
  },
  confirm: {
    answered: questionAnswered,
    failed: questionFailed,
    leadsTo: ["install", "provision", "execute", "commit", "release", "confirm", "done"],
  },
  install: {
    answered: installed,
    failed: (moment, failure) => installFailed(moment, failure),
    interrupted: (moment) => interrupted(moment, "install"),
    leadsTo: ["prepare", "commit", "release", "confirm"],
  },
  prepare: {
    answered: prepared,
    failed: (moment, failure) => installFailed(moment, failure, "prepare"),
    leadsTo: ["confirm", "execute", "commit"],
  },
  provision: {
    answered: (moment) => execute(moment, moment.flow.work),
    failed: provisionFailed,
    interrupted: (moment) => interrupted(moment, "provision"),
    leadsTo: ["execute", "commit", "confirm"],
  },
  execute: {
    answered: executed,
    failed: executeFailed,
    interrupted: (moment) => (moment.flow.pending.started ? interrupted(moment, "execute") : moment.flow),
    leadsTo: ["commit", "wait", "confirm"],
  },
  wait: {
    answered: waited,
    failed: waited,
    leadsTo: ["execute", "install", "confirm"],
  },
  release: {
    answered: released,
    failed: (moment, failure, effect) => releaseFailed(moment, effect, failure),
    leadsTo: ["install", "confirm", "done"],
  },
  commit: {
    answered: committed,
    failed: commitFailed,
    leadsTo: ["release", "confirm", "done"],
  },
};
