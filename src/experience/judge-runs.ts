import { STEPS_COMPARED } from "./fingerprint.js";
import { PROBES } from "./probes.js";
import type { RedactedSession, RedactedStep } from "./redact-session.js";

/** How far a draft can be trusted to work again. `high` needs several runs that agree. */
export type Confidence = "low" | "medium" | "high";

const STEPS_FOR_MEDIUM = 4;
const KINDS_FOR_MEDIUM = 2;
const RUNS_FOR_HIGH = 3;

/** `medium` from four steps of two kinds on, `high` when three runs agreed on that. */
export function confidenceOf(runs: readonly RedactedSession[]): Confidence {
  const steps = (runs.at(-1)?.traces ?? []).slice(0, STEPS_COMPARED);
  const kinds = new Set(steps.map((step) => step.action.type));
  if (steps.length < STEPS_FOR_MEDIUM || kinds.size < KINDS_FOR_MEDIUM) return "low";
  return runs.length >= RUNS_FOR_HIGH ? "high" : "medium";
}

/**
 * True when a probe reported that the user's data is at stake and no person was asked: in the steps that a draft describes,
 * or in the whole run, which its script repeats.
 */
export function lacksHumanAuth(runs: readonly { readonly traces: readonly RedactedStep[] }[]): boolean {
  return runs.some(({ traces }) => isUnasked(traces) || isUnasked(traces.slice(0, STEPS_COMPARED)));
}

function isUnasked(steps: readonly RedactedStep[]): boolean {
  return (
    steps.some((step) => PROBES.some((probe) => step.result.includes(probe))) &&
    !steps.some((step) => step.action.type === "request_human_auth")
  );
}
