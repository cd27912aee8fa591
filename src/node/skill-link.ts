import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { Tier } from "../skills/tiers.js";
import { ownStatusOf, statusOf } from "./quiet-stat.js";
import { isInside } from "./skill-file.js";
import type { Refusal } from "./skill-node.js";

/** What a symbolic link in a tier leads to, as far as the tier lets it. */
export type LinkTarget = "file" | "folder" | "loop" | Refusal;

const DANGLING: Refusal = {
  code: "file-unreadable",
  message: "The link leads nowhere.",
  fix: "Remove it, or correct its target.",
};
const OUTSIDE: Refusal = {
  code: "outside-root",
  message: "The folder is a link out of its root.",
  fix: "Add its real folder to skills.load.allowSymlinkTargets, or copy it.",
};

/** Judges a link by its tier's policy. `realRoot` is the real path of the tier's root. */
export function followLink(path: string, tier: Tier, realRoot: string): LinkTarget {
  const target = realPath(path);
  const status = target === undefined ? undefined : statusOf(target);
  if (target === undefined || status === undefined) return DANGLING;
  if (!status.isDirectory()) return "file";
  // A link to a folder above itself would be followed until the depth ends.
  if (isInside(path, target)) return "loop";
  const policy = tier.links ?? "contained";
  const trusted =
    policy === "follow" ||
    isInside(target, realRoot) ||
    (tier.linkTargets ?? []).some((folder) => isInside(target, realPath(folder) ?? folder)) ||
    (policy === "skill-folders" && ownStatusOf(join(path, "SKILL.md")) !== undefined);
  return trusted ? "folder" : OUTSIDE;
}

/** The path without links; undefined when it leads nowhere. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
