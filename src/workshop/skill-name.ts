import { transliterate } from "./transliterate.js";

const VALID = /^[a-z0-9][a-z0-9_-]{1,79}$/;
const LONGEST = 80;
/** Device names that Windows reserves in every directory. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;
/** `skills/auto` belongs to the experience engine. */
const TAKEN = new Set(["auto"]);

/**
 * The directory name of a skill: lower case, `[a-z0-9_-]`, at most 80 characters. Letters of other scripts are
 * spelled in ASCII; a name of which nothing readable is left takes the first hint (title, description) that
 * has something, and at last a stable name made of its characters.
 */
export function normaliseSkillName(name: string, hints: readonly string[] = []): string | undefined {
  for (const candidate of [name, ...hints]) {
    const spelled = spelledName(candidate);
    if (spelled !== undefined) return spelled;
  }
  return name.trim() === "" ? undefined : `skill-${codes(name)}`;
}

/** A name spelled in ASCII; undefined when nothing readable is left of it. */
export function spelledName(name: string): string | undefined {
  const plain = asciiName(name);
  if (plain.length === 1) return `skill-${plain}`;
  if (RESERVED.test(plain) || TAKEN.has(plain)) return `${plain}-skill`;
  return VALID.test(plain) ? plain : undefined;
}

function asciiName(name: string): string {
  return transliterate(name)
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, "-")
    .replace(/^[^a-z0-9]+/, "")
    .slice(0, LONGEST)
    .replace(/[^a-z0-9]+$/, "");
}

/** The first characters as code points: the same name is always the same directory. */
function codes(name: string): string {
  return [...name.trim()]
    .slice(0, 6)
    .map((character) => (character.codePointAt(0) ?? 0).toString(16))
    .join("-");
}
