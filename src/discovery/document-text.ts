import type { DiscoverableSkill } from "./types.js";

/** Longer descriptions are cut for matching: what matters stands first, and repetition must not pay. */
const MAXIMUM_CHARACTERS = 4000;
const MAXIMUM_BODY = 20_000;

/** Slugs and identifiers as words: `pdf-toolkit`, `getCurrentWeather`, `math.sum`. */
export function nameWords(name: string): string {
  return name
    .slice(0, 200)
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/[-_./:#@]+/g, " ")
    .trim();
}

/** The description as far as it is compared. */
export function comparedDescription(skill: DiscoverableSkill): string {
  return skill.description.slice(0, MAXIMUM_CHARACTERS);
}

/** The body as far as its words are compared. */
export function comparedBody(skill: DiscoverableSkill): string {
  return skill.body?.slice(0, MAXIMUM_BODY) ?? "";
}

/** What stands for the whole skill in the vector space. */
export function documentText(skill: DiscoverableSkill): string {
  const name = nameWords(skill.name ?? skill.id);
  const description = comparedDescription(skill);
  return name === "" ? description : `${name}: ${description}`;
}
