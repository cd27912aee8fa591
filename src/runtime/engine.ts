import { CortexError, failure } from "../core/errors.js";
import { begin } from "../core/flow.js";
import type { AbilityRequest, FlowEvent, OpenFlow, Report, Rules } from "../core/flow-types.js";
import type { OwnedSkill } from "../ports/catalog.js";
import { safeText } from "../text/safe-text.js";
import { callPort, toFailure } from "./call-port.js";
import type { Cortex, OpenFlowSummary, RunContext } from "./cortex.js";
import type { ResolvedOptions } from "./cortex-options.js";
import { type Drive, type Driver, drive, storeCall, unwrapOutcome } from "./drive.js";
import { freshView } from "./effects/ask-user.js";
import { listFlows, type OpenDocument, readFlow } from "./flow-documents.js";
import { guardPorts } from "./guard-ports.js";
import { createMemoryFacade } from "./memory-facade.js";
import { executionOutcomeSchema } from "./port-answers.js";
import { previewRequest } from "./preview.js";
import { createSession, type Session } from "./session.js";
import type { Step } from "./steps.js";
import { sweepFlows } from "./sweep.js";

const TASK_CHARACTERS = 20_000;

/** A cortex over checked options: everything behind the front door. */
export function createEngine(resolved: ResolvedOptions): Cortex {
  const options = guardPorts(resolved);
  const rules: Rules = {
    limits: options.limits,
    policies: options.policies,
    registries: options.registries.length,
  };
  const volatile = new Map<string, OpenDocument>();
  const running = new Set<Promise<unknown>>();
  let closed = false;

  const sessionOf = (flowId: string, signal?: AbortSignal): Session => createSession(options, flowId, signal);
  const driving = (session: Session, driver: Driver): Drive => ({ session, rules, driver, volatile });

  /** Keeps `close` waiting, and refuses what comes after it. */
  async function tracked<T>(work: () => Promise<T>): Promise<T> {
    if (closed) throw new CortexError("closed", "This cortex is closed.");
    const promise = work();
    running.add(promise);
    try {
      return await promise;
    } finally {
      running.delete(promise);
    }
  }

  async function ownedFor(session: Session, task: string): Promise<readonly OwnedSkill[]> {
    const { catalog } = options;
    if (catalog === undefined) return [];
    const outcome = await callPort(session.scope, options.timeouts.recall, (context) =>
      catalog.match({ task }, context),
    );
    return outcome.kind === "answered" ? outcome.value : [];
  }

  async function start(
    request: AbilityRequest,
    context: RunContext | undefined,
    driver: Driver,
  ): Promise<Step> {
    const task = checkTask(request);
    const flowId = options.randomness.id();
    const session = sessionOf(flowId, context?.signal);
    const skills = await ownedFor(session, task);
    if (skills.length > 0) return { kind: "owned", skills };
    const at = options.clock.now();
    session.report({ kind: "flow-started", flowId, at });
    const flow = begin(rules, { ...request, id: flowId, at });
    return drive(driving(session, driver), { flow, revision: undefined });
  }

  async function open(session: Session, flowId: string): Promise<OpenDocument> {
    const kept = volatile.get(flowId);
    if (kept !== undefined) return kept;
    const document = unwrapOutcome(
      await storeCall(session, (context) => readFlow(options.store, flowId, context)),
    );
    if (document === undefined)
      throw new CortexError("flow-not-found", `There is no open flow ${flowId}; it has ended or never was.`);
    return document;
  }

  async function goOn(
    flowId: string,
    context: RunContext | undefined,
    eventOf: (session: Session, flow: OpenFlow) => Promise<FlowEvent>,
  ): Promise<Step> {
    const session = sessionOf(flowId, context?.signal);
    const document = await open(session, flowId);
    return drive(driving(session, "caller"), document, await eventOf(session, document.flow));
  }

  return {
    run: (request, context) =>
      tracked(async () => {
        if (options.runner === undefined)
          return emptyReport(
            options,
            request,
            "failed",
            failure("port-missing", "run needs a runner; use begin without one."),
          );
        try {
          const step = await start(request, context, "ports");
          if (step.kind === "done") return step.report;
          const owned = step.kind === "owned" ? step.skills : [];
          return { ...emptyReport(options, request, "owned", undefined), owned };
        } catch (reason) {
          if (CortexError.is(reason) && reason.category === "input") throw reason;
          return emptyReport(options, request, "failed", toFailure(reason));
        }
      }),
    begin: (request, context) => tracked(() => start(request, context, "caller")),
    answer: (flowId, { questionId, choice, keys, by }, context) =>
      tracked(() =>
        goOn(flowId, context, async (session, flow) => {
          if (by !== "human" && by !== "host")
            throw new CortexError("input-invalid", "Only a human or the host can answer a question.");
          if (flow.pending.effect.kind !== "confirm" || flow.pending.id !== questionId)
            throw new CortexError(
              "question-mismatch",
              `Flow ${flowId} does not wait for question ${questionId}.`,
            );
          const choices: readonly string[] = flow.pending.effect.question.choices;
          if (!choices.includes(choice))
            throw new CortexError(
              "input-invalid",
              `${safeText(JSON.stringify(choice) ?? "undefined", 40)} was not offered; the choices are ${choices.join(", ")}. The question stays open.`,
            );
          const view = unwrapOutcome(await storeCall(session, (call) => freshView(session, flow.task, call)));
          const answer = {
            kind: "confirm",
            choice,
            by,
            view,
            ...(keys === undefined ? {} : { keys }),
          } as const;
          return { kind: "answered", effectId: questionId, at: options.clock.now(), answer };
        }),
      ),
    reportExecution: (flowId, { by, ...outcome }, context) =>
      tracked(() =>
        goOn(flowId, context, async (_session, flow) => {
          if (flow.pending.effect.kind !== "execute")
            throw new CortexError("flow-not-waiting", `Flow ${flowId} does not wait for an execution.`);
          const parsed = executionOutcomeSchema.safeParse(outcome);
          if (!parsed.success)
            throw new CortexError(
              "input-invalid",
              "result must be success, dependency_missing, api_error, auth_error, task_mismatch or runtime_error.",
            );
          const { result, missing, sideEffects } = parsed.data;
          const effectId = flow.pending.id;
          const answer = {
            kind: "execute",
            result,
            by,
            sideEffects: sideEffects ?? [],
            ...(missing === undefined ? {} : { missing }),
          } as const;
          return { kind: "answered", effectId, at: options.clock.now(), answer };
        }),
      ),
    resume: (flowId, context) =>
      tracked(() =>
        goOn(flowId, context, async (_session, flow) => ({
          kind: "interrupted",
          effectId: flow.pending.id,
          at: options.clock.now(),
        })),
      ),
    cancel: (flowId) =>
      tracked(() => goOn(flowId, undefined, async () => ({ kind: "cancelled", at: options.clock.now() }))),
    flows: () =>
      tracked(async () => {
        const session = sessionOf("flows");
        const ids = unwrapOutcome(await storeCall(session, (context) => listFlows(options.store, context)));
        const all = await Promise.all(ids.map((id) => open(session, id).then(summaryOf, () => undefined)));
        return all
          .filter((summary) => summary !== undefined)
          .sort((left, right) => left.startedAt - right.startedAt);
      }),
    sweep: () =>
      tracked(() =>
        sweepFlows(driving(sessionOf("sweep"), "caller"), (flowId) => driving(sessionOf(flowId), "caller")),
      ),
    preview: (request) =>
      tracked(async () => {
        const task = checkTask(request);
        const session = sessionOf("preview");
        const owned = await ownedFor(session, task);
        return previewRequest(session, request, owned);
      }),
    memory: createMemoryFacade(() => sessionOf("memory")),
    async close() {
      closed = true;
      await Promise.allSettled([...running]);
      await options.store.close?.();
    },
  };
}

function checkTask(request: AbilityRequest): string {
  const { task } = request;
  if (typeof task !== "string" || task.trim() === "")
    throw new CortexError("input-invalid", "A request needs a task: what the user wants, in their words.");
  if (task.length > TASK_CHARACTERS)
    throw new CortexError(
      "input-invalid",
      `The task is longer than ${TASK_CHARACTERS} characters; summarise it.`,
    );
  return task;
}

function summaryOf({ flow }: OpenDocument): OpenFlowSummary {
  const { effect } = flow.pending;
  const waitingFor = effect.kind === "confirm" ? `confirm:${effect.question.kind}` : effect.kind;
  return { flowId: flow.id, task: flow.task, startedAt: flow.startedAt, waitingFor };
}

function emptyReport(
  options: { readonly clock: { now(): number } },
  request: AbilityRequest,
  outcome: Report["outcome"],
  reason: Report["learning"]["failure"],
): Report {
  const at = options.clock.now();
  return {
    flowId: "",
    task: request.task,
    outcome,
    pin: undefined,
    region: undefined,
    mode: undefined,
    attempts:
      reason === undefined
        ? []
        : [{ stage: "recall", key: undefined, reason: reason.code, remedy: "none", detail: reason.message }],
    refused: [],
    switches: 0,
    learning: { saved: false, failure: reason },
    retained: false,
    leftovers: [],
    startedAt: at,
    endedAt: at,
  };
}
