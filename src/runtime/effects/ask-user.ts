import type { AnswerOf, EffectOf } from "../../core/effects.js";
import { CortexError } from "../../core/errors.js";
import type { MemoryView } from "../../core/memory-view.js";
import type { PortContext } from "../../ports/context.js";
import { loadMemory, viewFor } from "../memory.js";
import type { Session } from "../session.js";

export async function confirm(
  session: Session,
  { question }: EffectOf<"confirm">,
  context: PortContext,
  task: string,
  effectId: string,
): Promise<AnswerOf<"confirm">> {
  const { confirmer } = session.options;
  if (confirmer === undefined)
    throw new CortexError("port-missing", "Nobody can be asked: no confirmer is configured.");
  const { choice, keys } = await confirmer.confirm({ questionId: effectId, question }, context);
  const view = await freshView(session, task, context);
  return { kind: "confirm", choice, by: confirmer.answers, view, ...(keys === undefined ? {} : { keys }) };
}

/** Memory is looked at again with every answer: somebody may have blocked or kept the skill meanwhile. */
export async function freshView(session: Session, task: string, context: PortContext): Promise<MemoryView> {
  const { state } = await loadMemory(session.options, context);
  return viewFor(session.options, state, task, context);
}

export async function notify(
  { options }: Session,
  { notice, until }: EffectOf<"notify">,
  context: PortContext,
  effectId: string,
): Promise<AnswerOf<"notify">> {
  if (options.notifier === undefined) return { kind: "notify", outcome: "undeliverable" };
  try {
    const outcome = await options.notifier.notify({ noticeId: effectId, notice, until }, context);
    return { kind: "notify", outcome };
  } catch {
    return { kind: "notify", outcome: "undeliverable" };
  }
}
