import type { AnswerOf, EffectOf } from "../../core/effects.js";
import { CortexError } from "../../core/errors.js";
import type { PortContext } from "../../ports/context.js";
import { loadSafety } from "../load-safety.js";
import { outlineSkill } from "../outline-skill.js";
import type { Session } from "../session.js";

/** Reads what really lies on disk: digests and scans it again, then outlines it. Runs nothing. */
export async function prepare(
  { options }: Session,
  { pin }: EffectOf<"prepare">,
  context: PortContext,
  task: string,
): Promise<AnswerOf<"prepare">> {
  const found = await options.installer.read({ pin }, context);
  if (found === undefined) throw new CortexError("not-installed", "The skill is not where it was installed.");
  const { bundle, location } = found;
  const { inspectBundle } = await loadSafety();
  const inspection = inspectBundle({
    key: pin.key,
    version: pin.version,
    bundle,
    verdicts: [],
    knownNames: [],
    declaredSideEffects: options.declaredSideEffects?.(pin.key) ?? [],
  });
  if (inspection.pin === undefined)
    throw new CortexError("skill-invalid", "The installed skill has no usable SKILL.md.");
  const outline = (await options.planner?.outline({ task, bundle, location }, context)) ?? {
    steps: outlineSkill(bundle),
    missing: [],
    env: [],
  };
  return {
    kind: "prepare",
    plan: {
      pin: inspection.pin,
      location,
      steps: outline.steps.slice(0, 12),
      sideEffects: inspection.sideEffects,
      skillMdChars: inspection.skillMdChars,
      missing: outline.missing,
      env: outline.env,
      findings: inspection.findings,
    },
  };
}
