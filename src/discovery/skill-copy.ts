import type { DiscoverableSkill } from "./types.js";

/** Own lists, shared texts: ten thousand descriptions are not kept twice. */
export function copySkill({
  id,
  name,
  description,
  triggers,
  examples,
  body,
}: DiscoverableSkill): DiscoverableSkill {
  const none = [triggers?.any, triggers?.all, triggers?.none].every((list) => (list?.length ?? 0) === 0);
  return {
    id,
    ...(name === undefined ? {} : { name }),
    description,
    ...(triggers === undefined || none ? {} : { triggers: structuredClone(triggers) }),
    ...(examples === undefined || examples.length === 0 ? {} : { examples: structuredClone(examples) }),
    ...(body === undefined ? {} : { body }),
  };
}

/** Copies have their fields in one order, so equal texts are equal skills. */
export function isSameSkill(known: DiscoverableSkill | undefined, skill: DiscoverableSkill): boolean {
  return known !== undefined && JSON.stringify(known) === JSON.stringify(skill);
}
