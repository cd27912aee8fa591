import { CortexError } from "../core/errors.js";
import type { Bundle } from "../ports/bundle.js";

/** A SKILL.md is read by people and models; beyond this it is something else. */
export const MAXIMUM_SKILL_MD_BYTES = 1024 * 1024;

/** The text of `SKILL.md` at the root of a bundle, or `skill-invalid`. */
export function requireSkillMd(bundle: Bundle): string {
  const file = bundle.files.find((candidate) => candidate.path === "SKILL.md");
  if (file === undefined) {
    throw new CortexError("skill-invalid", "There is no SKILL.md at the root of this skill.");
  }
  if (file.bytes.length > MAXIMUM_SKILL_MD_BYTES) {
    throw new CortexError("skill-invalid", "SKILL.md is larger than one megabyte.");
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(file.bytes);
  } catch (cause) {
    throw new CortexError("skill-invalid", "SKILL.md is not UTF-8 text.", { cause });
  }
  if (text.trim() === "") throw new CortexError("skill-invalid", "SKILL.md is empty.");
  return text;
}
