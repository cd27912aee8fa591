import type { AnswerOf, EffectOf } from "../../core/effects.js";
import { CortexError } from "../../core/errors.js";
import type { OpenFlow } from "../../core/flow-types.js";
import type { PortContext } from "../../ports/context.js";
import type { SkillOutline } from "../../ports/planner.js";
import { loadSafety } from "../load-safety.js";
import { outlineSkill } from "../outline-skill.js";
import type { Session } from "../session.js";

/** Reads what really lies on disk: digests and scans it again, then outlines it. Runs nothing. */
export async function prepare(
  { options }: Session,
  { pin }: EffectOf<"prepare">,
  context: PortContext,
  { task, work }: OpenFlow,
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
  const region = work.trial?.candidate.region;
  const programs = work.view.lessons.flatMap((lesson) =>
    lesson.type === "dependency_warning" && lesson.region === region ? lesson.key : [],
  );
  const request = { task, bundle, location, ...(programs.length > 0 && { programs }) };
  const outline: SkillOutline = (await options.planner?.outline(request, context)) ?? {
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
      ...(outline.lookups && { lookups: outline.lookups }),
      findings: inspection.findings,
    },
  };
}
