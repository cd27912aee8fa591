import type { Effect } from "../effects.js";
import type { DoneFlow, Moment, OpenFlow, Outcome, Phase, Work } from "../flow-types.js";

/** The flow goes on: one new pending effect, one log entry. */
export function ask(moment: Moment, work: Work, effect: Effect): OpenFlow {
  const { flow, at, event } = moment;
  const seq = flow.seq + 1;
  return {
    ...flow,
    seq,
    phase: phaseOf(effect),
    pending: { id: `${flow.id}:${seq}`, started: false, effect },
    work,
    log: [...flow.log, { at, event, next: effect.kind }],
  };
}

/** The flow is over: only the report stays. */
export function finish(moment: Moment, work: Work, outcome: Outcome): DoneFlow {
  const { phase: _phase, pending: _pending, work: _work, ...head } = moment.flow;
  const { trial } = work;
  return {
    ...head,
    seq: head.seq + 1,
    log: [...head.log, { at: moment.at, event: moment.event, next: "done" }],
    phase: "done",
    report: {
      flowId: head.id,
      task: head.task,
      outcome,
      pin: trial?.candidate.inspection.pin,
      region: trial?.candidate.region,
      mode: trial?.mode,
      attempts: work.attempts,
      refused: work.refused,
      switches: work.switches,
      learning: { saved: work.batches > 0 && work.unsaved === undefined, failure: work.unsaved },
      retained: work.retained,
      leftovers: work.leftovers,
      startedAt: head.startedAt,
      endedAt: moment.at,
    },
  };
}

function phaseOf(effect: Effect): Phase {
  switch (effect.kind) {
    case "recall":
    case "search":
    case "inspect":
      return "perception";
    case "notify":
      return "validation";
    case "confirm":
      if (effect.question.kind === "choose") return "validation";
      return effect.question.kind === "retain" ? "learning" : "execution";
    case "commit":
    case "release":
      return "learning";
    default:
      return "execution";
  }
}
