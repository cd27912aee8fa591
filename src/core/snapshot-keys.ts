import type { SkillKey } from "./identity.js";
import { isSkillKey } from "./names.js";
import type { Fields } from "./snapshot-parts.js";

const SEGMENT = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** The skill that an object with `slug`, `source` and perhaps `owner` or `key` names. */
export function skillKeyFrom(fields: Fields): SkillKey | undefined {
  const { slug, owner, key, source = "clawhub" } = fields;
  if (typeof slug !== "string" || typeof source !== "string") return undefined;
  if (typeof key === "string") return key.startsWith(`${source}:`) && isSkillKey(key) ? key : undefined;
  if (owner === undefined) return checked(`${source}:${slug}`);
  if (typeof owner !== "string") return undefined;
  // Almost every record: spares the general pattern.
  if (source === "clawhub" && SEGMENT.test(slug) && SEGMENT.test(owner)) return `clawhub:@${owner}/${slug}`;
  return checked(joined(source, owner, slug));
}

/** The fields that give the key back; `key` itself only where the others can't. */
export function referenceFields(skill: SkillKey): {
  slug: string;
  source: string;
  owner?: string;
  key?: string;
} {
  const colon = skill.indexOf(":");
  const source = skill.slice(0, colon);
  const reference = skill.slice(colon + 1);
  const slash = reference.indexOf("/");
  // On GitHub the whole path is the name: that is how original files have it.
  if (slash < 0 || source === "github") return { slug: reference, source };
  const owner = reference.slice(reference.startsWith("@") ? 1 : 0, slash);
  const slug = reference.slice(reference.lastIndexOf("/") + 1);
  return joined(source, owner, slug) === skill
    ? { slug, source, owner }
    : { slug, source, owner, key: skill };
}

/** All that the original format knows of a skill. */
export function slugOf(skill: SkillKey): string {
  return referenceFields(skill).slug;
}

/** A key from a list of the original format: a bare slug, `@owner/slug`, or `owner/repository` of GitHub. */
export function keyFromSlug(slug: string): SkillKey | undefined {
  if (slug.includes(":")) return checked(slug);
  return checked(slug.includes("/") && !slug.startsWith("@") ? `github:${slug}` : `clawhub:${slug}`);
}

function joined(source: string, owner: string, slug: string): SkillKey {
  return source === "clawhub" ? `clawhub:@${owner}/${slug}` : `${source}:${owner}/${slug}`;
}

function checked(key: string): SkillKey | undefined {
  return isSkillKey(key) ? key : undefined;
}
