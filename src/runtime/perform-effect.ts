import type { Answer, EffectKind } from "../core/effects.js";
import { CortexError } from "../core/errors.js";
import type { FlowEvent, OpenFlow } from "../core/flow-types.js";
import type { SkillKey } from "../core/identity.js";
import type { PortContext } from "../ports/context.js";
import { callPort } from "./call-port.js";
import { confirm, notify } from "./effects/ask-user.js";
import { execute } from "./effects/execute.js";
import { inspect } from "./effects/inspect.js";
import { install, provision, release } from "./effects/install.js";
import { prepare } from "./effects/prepare.js";
import { recall } from "./effects/recall.js";
import { search } from "./effects/search.js";
import { applyBatch, updateMemory, viewFor } from "./memory.js";
import type { Session } from "./session.js";

/** Cleaning up and saving go on after a cancel. */
const UNCANCELLABLE: ReadonlySet<EffectKind> = new Set(["commit", "release"]);

/** Performs the pending effect through its port and says what happened. Never rejects. */
export async function performEffect(session: Session, flow: OpenFlow): Promise<FlowEvent> {
  const { options, scope } = session;
  const { id: effectId, effect } = flow.pending;
  const { kind } = effect;
  const about = { flowId: flow.id, effectId, effect: kind } as const;
  session.report({ kind: "effect-started", ...about, at: options.clock.now() });
  const cleanup = UNCANCELLABLE.has(kind);
  const outcome = await callPort(
    cleanup ? { ...scope, signal: undefined } : scope,
    options.timeouts[kind] + (effect.kind === "notify" ? flow.limits.noticeWindowMs : 0),
    (context) => perform(session, flow, context),
  );
  const at = options.clock.now();
  const failed = outcome.kind === "failed" ? { failure: outcome.failure } : {};
  session.report({ kind: "effect-ended", ...about, at, ...failed });
  switch (outcome.kind) {
    case "answered":
      return { kind: "answered", effectId, at, answer: outcome.value };
    case "cancelled":
      return { kind: "cancelled", at };
    case "failed":
      return { kind: "failed", effectId, at, failure: outcome.failure };
  }
}

async function perform(session: Session, flow: OpenFlow, context: PortContext): Promise<Answer> {
  const { options } = session;
  const { id, effect } = flow.pending;
  switch (effect.kind) {
    case "recall":
      return recall(session, effect, context);
    case "search":
      return search(session, effect, context, flow.task);
    case "inspect":
      return inspect(session, effect, context, id, trustedSkills(flow));
    case "confirm":
      return confirm(session, effect, context, flow.task, id);
    case "notify":
      return notify(session, effect, context, id);
    case "install":
      return install(session, effect, context);
    case "prepare":
      return prepare(session, effect, context, flow);
    case "provision":
      return provision(session, effect, context);
    case "execute":
      return execute(session, flow, effect, context);
    case "wait":
      await options.clock.sleep(Math.max(0, effect.until - options.clock.now()), context.signal);
      return { kind: "wait" };
    case "release":
      return release(session, effect, context);
    case "commit": {
      const {
        saved,
        state,
        failure: reason,
      } = await updateMemory(options, context, applyBatch(options, effect.batch));
      if (!saved) throw new CortexError(reason?.code ?? "store-conflict", reason?.message ?? "Not saved.");
      return { kind: "commit", saved, view: await viewFor(options, state, flow.task, context) };
    }
  }
}

/** Memory's skills and those that the user manages: the names that a clone would imitate. */
function trustedSkills({ work: { view, installed } }: OpenFlow): readonly SkillKey[] {
  return [...view.known.map(({ candidate }) => candidate.key), ...view.retained, ...installed];
}
