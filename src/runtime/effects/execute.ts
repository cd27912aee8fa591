import type { AnswerOf, EffectOf } from "../../core/effects.js";
import { CortexError } from "../../core/errors.js";
import type { OpenFlow } from "../../core/flow-types.js";
import { lessonsFor } from "../../core/phases/plan.js";
import type { PortContext } from "../../ports/context.js";
import type { ExecutionOrder } from "../../ports/runner.js";
import { skillText } from "../outline-skill.js";
import type { Session } from "../session.js";

/** Everything the runner, or the model, needs to do the task with the skill. */
export async function executionOrder(
  { options }: Session,
  flow: OpenFlow,
  { pin, plan, attempt }: EffectOf<"execute">,
  context: PortContext,
): Promise<ExecutionOrder> {
  const found = await options.installer.read({ pin }, context);
  if (found === undefined) throw new CortexError("not-installed", "The skill is not where it was installed.");
  const region = flow.work.trial?.candidate.region ?? "";
  return {
    task: flow.task,
    pin,
    plan,
    location: found.location,
    skillMd: skillText(found.bundle),
    lessons: lessonsFor(flow.work.view, new Set([region]), [pin.key]),
    attempt,
  };
}

export async function execute(
  session: Session,
  flow: OpenFlow,
  effect: EffectOf<"execute">,
  context: PortContext,
): Promise<AnswerOf<"execute">> {
  const { runner } = session.options;
  if (runner === undefined) throw new CortexError("port-missing", "No runner is configured.");
  const order = await executionOrder(session, flow, effect, context);
  const { result, missing, sideEffects } = await runner.execute(order, context);
  return {
    kind: "execute",
    result,
    sideEffects: sideEffects ?? [],
    by: runner.reports,
    ...(missing === undefined ? {} : { missing }),
  };
}
