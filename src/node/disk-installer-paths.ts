import { createHash } from "node:crypto";
import { CortexError } from "../core/errors.js";
import { parseSkillKey, type SkillKey } from "../core/identity.js";
import { type ClawHubName, clawHubName } from "../registries/clawhub-identity.js";
import { safeText } from "../text/safe-text.js";

/** Where a skill lies below the skills folder. */
export interface SkillPlace {
  /** The folder that groups skills of one owner or source; undefined for a bare ClawHub slug. */
  readonly group: string | undefined;
  readonly slug: string;
  /** Set for ClawHub skills, which the CLI's lock file tracks too. */
  readonly clawHub: ClawHubName | undefined;
}

const LONGEST_GROUP = 120;

/**
 * ClawHub skills lie where the CLI puts them (`slug` or `@owner/slug`); all others
 * under `+source+owner…/slug`, which no ClawHub name can be. The last part is
 * always the skill's own name, as the Agent Skills specification wants it.
 */
export function skillPlace(key: SkillKey): SkillPlace {
  const parsed = parseSkillKey(key);
  if (parsed === undefined)
    throw new CortexError("input-invalid", `"${safeText(key, 120)}" is not a skill key.`);
  if (parsed.source === "clawhub") {
    const clawHub = clawHubName(key);
    return {
      group: clawHub.owner === undefined ? undefined : `@${clawHub.owner}`,
      slug: clawHub.slug,
      clawHub,
    };
  }
  const before = parsed.reference.split("/").slice(0, -1);
  const group = `+${[parsed.source, ...before].join("+")}`.replaceAll(":", "+");
  return { group: shortened(group), slug: parsed.slug, clawHub: undefined };
}

/** The place as one path below the skills folder. */
export function placePath(place: SkillPlace): string {
  return place.group === undefined ? place.slug : `${place.group}/${place.slug}`;
}

function shortened(group: string): string {
  if (group.length <= LONGEST_GROUP) return group;
  return `${group.slice(0, LONGEST_GROUP - 13)}+${createHash("sha256").update(group).digest("hex").slice(0, 12)}`;
}
