import type { EffectKind } from "../core/effects.js";
import { CortexError } from "../core/errors.js";
import { transition } from "../core/flow.js";
import type { Flow, FlowEvent, OpenFlow, Report, Rules } from "../core/flow-types.js";
import type { PortContext } from "../ports/context.js";
import { callPort, type PortOutcome, toFailure } from "./call-port.js";
import { decisionOf } from "./decision.js";
import { executionOrder } from "./effects/execute.js";
import { deleteFlow, type OpenDocument, writeFlow } from "./flow-documents.js";
import { performEffect } from "./perform-effect.js";
import type { Session } from "./session.js";
import type { Step } from "./steps.js";

/** The flow is on disk before any of these: a crash then loses nothing and repeats nothing unasked. */
const WRITTEN_BEFORE: ReadonlySet<EffectKind> = new Set([
  "confirm",
  "notify",
  "install",
  "provision",
  "execute",
  "release",
  "commit",
]);
/** Effects whose repetition would do something twice. */
const MARKED_STARTED: ReadonlySet<EffectKind> = new Set(["install", "provision", "execute"]);

/** Who answers questions and runs skills: the ports (`run`), or the caller, step by step. */
export type Driver = "ports" | "caller";

export interface Drive {
  readonly session: Session;
  readonly rules: Rules;
  readonly driver: Driver;
  /** Flows that could not be written stay here, so that a read-only store does not lose the task. */
  readonly volatile: Map<string, OpenDocument>;
}

/** Performs effect after effect until the flow is done or the caller has to act. */
export async function drive(driving: Drive, start: OpenDocument, first?: FlowEvent): Promise<Step> {
  const { session, rules, driver } = driving;
  const { clock } = session.options;
  let document = start;
  const next = (before: OpenFlow, event: FlowEvent): Flow => {
    const decision = decisionOf(before, event);
    if (decision !== undefined) session.report(decision);
    return transition(rules, before, event);
  };
  let flow: Flow = first === undefined ? start.flow : next(start.flow, first);
  let cancelled = false;
  for (;;) {
    if (flow.phase === "done") return finished(driving, document, flow.report);
    if (session.scope.signal?.aborted && !cancelled) {
      cancelled = true;
      flow = next(flow, { kind: "cancelled", at: clock.now() });
      continue;
    }
    const { kind } = flow.pending.effect;
    if (MARKED_STARTED.has(kind))
      flow = transition(rules, flow, { kind: "started", effectId: flow.pending.id, at: clock.now() });
    if (flow.phase === "done") continue;
    if (WRITTEN_BEFORE.has(kind)) document = await persist(driving, { ...document, flow });
    if (driver === "caller") {
      const step = await handOver(session, flow);
      if (step !== undefined) return step;
    }
    flow = next(flow, await performEffect(session, flow));
  }
}

/** A question, or an execution that no runner port takes, is the caller's. */
async function handOver(session: Session, flow: OpenFlow): Promise<Step | undefined> {
  const { id, effect } = flow.pending;
  if (effect.kind === "confirm")
    return { kind: "question", flowId: flow.id, questionId: id, question: effect.question };
  if (effect.kind !== "execute" || session.options.runner !== undefined) return undefined;
  const order = await callPort(session.scope, session.options.timeouts.prepare, (context) =>
    executionOrder(session, flow, effect, context),
  );
  if (order.kind !== "answered") return undefined;
  return { kind: "execute", flowId: flow.id, order: order.value };
}

/** A store that can't be written degrades: the flow goes on in this process. Only a conflict stops it. */
async function persist(driving: Drive, document: OpenDocument): Promise<OpenDocument> {
  const { session, volatile } = driving;
  const outcome = await storeCall(session, (context) => writeFlow(session.options.store, document, context));
  if (outcome.kind === "answered") {
    volatile.delete(document.flow.id);
    return outcome.value;
  }
  if (outcome.kind === "failed" && outcome.failure.code === "flow-not-waiting")
    throw new CortexError(outcome.failure.code, outcome.failure.message);
  const unconfirmed = [...(document.unconfirmed ?? []), JSON.stringify(document.flow)];
  const kept = { ...document, unconfirmed };
  volatile.set(document.flow.id, kept);
  return kept;
}

async function finished(driving: Drive, document: OpenDocument, report: Report): Promise<Step> {
  const { session, volatile } = driving;
  const { flow } = document;
  volatile.delete(flow.id);
  await storeCall(session, (context) => deleteFlow(session.options.store, document, context));
  session.report({ kind: "flow-ended", flowId: flow.id, at: report.endedAt, outcome: report.outcome });
  return { kind: "done", flowId: flow.id, report };
}

/** A store call of the runtime's own; a cancel does not stop it. */
export function storeCall<T>(
  session: Session,
  call: (context: PortContext) => Promise<T>,
): Promise<PortOutcome<T>> {
  return callPort({ ...session.scope, signal: undefined }, session.options.timeouts.commit, call);
}

/** For the facade: a failed call as the error it stands for. */
export function unwrapOutcome<T>(outcome: PortOutcome<T>): T {
  if (outcome.kind === "answered") return outcome.value;
  const { code, message, details } = outcome.kind === "failed" ? outcome.failure : toFailure(undefined);
  throw new CortexError(code, message, details === undefined ? {} : { details });
}
