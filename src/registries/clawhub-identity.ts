import { CortexError } from "../core/errors.js";
import { parseSkillKey, type SkillKey } from "../core/identity.js";
import { safeText } from "../text/safe-text.js";

/** A skill as ClawHub names it; the owner is absent for a bare slug. */
export interface ClawHubName {
  readonly slug: string;
  readonly owner: string | undefined;
}

/** Splits `clawhub:@owner/slug` or `clawhub:slug`; anything else is `input-invalid`. */
export function clawHubName(key: SkillKey): ClawHubName {
  const parsed = parseSkillKey(key);
  if (parsed === undefined || parsed.source !== "clawhub") {
    throw new CortexError("input-invalid", `"${safeText(key, 120)}" is not a ClawHub skill key.`);
  }
  return { slug: parsed.slug, owner: parsed.owner };
}

/** The key of a name, or undefined when the name does not follow the pattern. */
export function clawHubKey(owner: string | null | undefined, slug: string): SkillKey | undefined {
  const handle = owner?.replace(/^@/, "").toLowerCase();
  const key = handle === undefined || handle === "" ? `clawhub:${slug}` : `clawhub:@${handle}/${slug}`;
  return parseSkillKey(key) === undefined ? undefined : key;
}

/** `@owner/slug` or `slug`: how people and the CLI write it. */
export function clawHubReference({ owner, slug }: ClawHubName): string {
  return owner === undefined ? slug : `@${owner}/${slug}`;
}
