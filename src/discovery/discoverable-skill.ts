import type { Skill } from "../skills/skill.js";
import type { DiscoverableSkill } from "./types.js";

/** A loaded skill as discovery wants it, under its name. `examples` are the word sets that memory keeps of its successes. */
export function discoverableSkill(
  skill: Pick<Skill, "name" | "description" | "metadata">,
  examples: DiscoverableSkill["examples"] = [],
): DiscoverableSkill {
  const { any, all, none } = skill.metadata.triggers;
  return {
    id: skill.name,
    name: skill.name,
    description: skill.description,
    ...(any.length + all.length + none.length === 0 ? {} : { triggers: { any, all, none } }),
    ...(examples.length === 0 ? {} : { examples }),
  };
}
