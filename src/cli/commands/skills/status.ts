import type { LoadedSkills } from "../../../node/skill-judgement.js";
import type { IneligibleReason } from "../../../skills/eligibility.js";
import { describeReason } from "../../../skills/explain.js";
import type { Skill } from "../../../skills/skill.js";

/** One skill as the tables show it. */
export interface SkillLine {
  readonly name: string;
  readonly tier: string;
  readonly status: "ready" | "hidden" | "excluded";
  readonly description: string;
  readonly file: string;
  readonly reasons: readonly IneligibleReason[];
}

/** All skills by name, usable or not. */
export function skillLines({ catalog, excluded }: LoadedSkills): readonly SkillLine[] {
  const reasons = new Map(excluded.map((one) => [one.skill, one.reasons]));
  return catalog.skills.map((skill) => lineOf(skill, reasons.get(skill)));
}

function lineOf(skill: Skill, reasons: readonly IneligibleReason[] | undefined): SkillLine {
  const usable = skill.invocation.disableModelInvocation ? "hidden" : "ready";
  return {
    name: skill.name,
    tier: skill.tier,
    status: reasons === undefined ? usable : "excluded",
    description: skill.description,
    file: skill.file,
    reasons: reasons ?? [],
  };
}

/** Why a skill is left out, in one line; empty for usable ones. */
export function whyLeftOut({ reasons }: Pick<SkillLine, "reasons">): string {
  return reasons.map(describeReason).join(" ");
}
