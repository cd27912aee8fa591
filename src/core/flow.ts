/**
 * START HERE. The whole protocol is these two functions: `begin` makes a flow with its first
 * pending effect, `transition` takes what happened and gives the flow with the next one.
 * Both are pure: time, ids and randomness arrive in the input, and effects are data.
 */

import { EFFECT_HANDLERS, type EffectHandlers } from "./flow-table.js";
import type { AbilityRequest, Flow, FlowEvent, Moment, OpenFlow, Rules, Work } from "./flow-types.js";
import { EMPTY_VIEW } from "./memory-view.js";
import { conclude } from "./phases/conclude.js";

const NOTHING_YET: Work = {
  view: EMPTY_VIEW,
  installed: [],
  seed: 0,
  hit: false,
  registry: 0,
  searched: false,
  listings: [],
  shortlist: [],
  refused: [],
  consent: undefined,
  queue: [],
  trial: undefined,
  switches: 0,
  attempts: [],
  batches: 0,
  facts: [],
  unsaved: undefined,
  leftovers: [],
  ending: undefined,
  retained: false,
};

/** A new flow that waits for memory. */
export function begin(
  rules: Rules,
  input: AbilityRequest & { readonly id: string; readonly at: number },
): OpenFlow {
  const { id, at, ...request } = input;
  return {
    schema: 1,
    id,
    seq: 1,
    startedAt: at,
    task: request.task,
    request,
    limits: rules.limits,
    policy: rules.policies[0].id,
    log: [{ at, event: "began", next: "recall" }],
    phase: "perception",
    pending: { id: `${id}:1`, started: false, effect: { kind: "recall", task: request.task } },
    work: NOTHING_YET,
  };
}

/** What happened, and what is to be done next. Events about anything but the pending effect change nothing. */
export function transition(rules: Rules, flow: Flow, event: FlowEvent): Flow {
  if (flow.phase === "done") return flow;
  const moment: Moment = {
    rules,
    flow,
    policy: rules.policies.find(({ id }) => id === flow.policy) ?? rules.policies[0],
    event: event.kind,
    at: Math.max(event.at, flow.log.at(-1)?.at ?? event.at),
  };
  if (event.kind === "cancelled" || event.kind === "expired") return stop(moment, event.kind);
  const { pending } = flow;
  if (event.effectId !== pending.id) return flow;
  // The table is typed per effect; which row it is, and that the answer fits it, is only known here.
  const handlers = EFFECT_HANDLERS[pending.effect.kind] as unknown as EffectHandlers<never>;
  const effect = pending.effect as never;
  switch (event.kind) {
    case "started":
      return pending.started ? flow : { ...flow, pending: { ...pending, started: true } };
    case "answered":
      return event.answer.kind === pending.effect.kind
        ? handlers.answered(moment, event.answer as never, effect)
        : flow;
    case "failed":
      return handlers.failed(moment, event.failure, effect);
    case "interrupted":
      return handlers.interrupted?.(moment, effect) ?? flow;
  }
}

/** The user or the time ended it. What is owed is still done: learning is saved, the skill is given back. */
function stop(moment: Moment, outcome: "cancelled" | "expired"): Flow {
  const { flow } = moment;
  const { effect } = flow.pending;
  if (effect.kind === "commit" || effect.kind === "release") {
    const { ending } = flow.work;
    return ending === undefined ? { ...flow, work: { ...flow.work, ending: outcome } } : flow;
  }
  return conclude(moment, flow.work, outcome);
}
