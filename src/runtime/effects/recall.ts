import type { AnswerOf, EffectOf } from "../../core/effects.js";
import type { PortContext } from "../../ports/context.js";
import { loadMemory, viewFor } from "../memory.js";
import type { Session } from "../session.js";

/** Reads memory and what the user already has. */
export async function recall(
  { options }: Session,
  effect: EffectOf<"recall">,
  context: PortContext,
): Promise<AnswerOf<"recall">> {
  const { state } = await loadMemory(options, context);
  const owned = (await options.catalog?.list(context)) ?? [];
  const installed = await options.installer.list(context);
  return {
    kind: "recall",
    view: await viewFor(options, state, effect.task, context),
    installed: [
      ...owned.flatMap(({ key }) => key ?? []),
      ...installed.filter(({ ours }) => !ours).map(({ key }) => key),
    ],
    seed: Math.floor(options.randomness.number() * 2 ** 31),
  };
}
