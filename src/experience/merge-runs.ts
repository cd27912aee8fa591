import type { RedactedSession, RedactedStep } from "./redact-session.js";
import type { UiContext } from "./trace.js";

/** A step as several runs did it. */
export interface MergedStep extends RedactedStep {
  /** Arguments that differed between the runs: what the next user will want to choose. */
  readonly varies: ReadonlySet<string>;
}

/**
 * What several runs of one behaviour have in common: the latest run, with the arguments that differed marked, and only
 * those hints about targets that every run agrees on.
 */
export function mergeRuns(runs: readonly RedactedSession[]): readonly MergedStep[] {
  const latest = runs.at(-1);
  const earlier = runs.slice(0, -1);
  return (latest?.traces ?? []).map((step, index) => {
    const others = earlier
      .map((run) => run.traces[index])
      .filter((other): other is RedactedStep => other?.action.type === step.action.type);
    return { ...common(step, others), varies: variedArguments(step, others) };
  });
}

function common(step: RedactedStep, others: readonly RedactedStep[]): RedactedStep {
  const { uiContext, ...rest } = step;
  const hidden = step.hidden || others.some((other) => other.hidden);
  if (uiContext === undefined) return { ...rest, hidden };
  const shared = Object.entries(uiContext).filter(([key, value]) =>
    others.every((other) => other.uiContext?.[key as keyof UiContext] === value),
  );
  return { ...rest, hidden, uiContext: Object.fromEntries(shared) };
}

function variedArguments(step: RedactedStep, others: readonly RedactedStep[]): ReadonlySet<string> {
  const names = [step, ...others].flatMap(({ action }) => Object.keys(action));
  return new Set(
    names.filter((name) =>
      others.some(({ action }) => JSON.stringify(action[name]) !== JSON.stringify(step.action[name])),
    ),
  );
}
