import { join } from "node:path";
import { parseSkillKey } from "../core/identity.js";
import type { InstalledSkill } from "../ports/installer.js";
import { clawHubKey } from "../registries/clawhub-identity.js";
import type { ClawHubLock } from "./clawhub-lock.js";
import type { InstallerFiles } from "./installer-files.js";

/**
 * Skills in the folder that this installer did not install: those of the CLI under
 * their ClawHub key, and those that somebody copied there under `manual:`. They are listed so that nobody installs
 * them again, and never touched.
 */
export async function listOtherSkills(
  files: InstallerFiles,
  skills: string,
  lock: ClawHubLock,
  known: ReadonlySet<string>,
): Promise<readonly InstalledSkill[]> {
  const found: InstalledSkill[] = [];
  for (const reference of await references(files, skills)) {
    const location = join(skills, reference);
    if (known.has(location) || (await files.read(join(location, "SKILL.md"))) === undefined) continue;
    const entry = Object.hasOwn(lock.skills, reference) ? lock.skills[reference] : undefined;
    const slash = reference.indexOf("/");
    const slug = reference.slice(slash + 1);
    const owner = slash < 0 ? entry?.ownerHandle : reference.slice(0, slash);
    const key = entry === undefined ? `manual:${slug}` : clawHubKey(owner, slug);
    if (key === undefined || parseSkillKey(key) === undefined) continue;
    found.push({ key, version: entry?.version ?? "", location, ours: false, leases: [] });
  }
  return found;
}

async function references(files: InstallerFiles, skills: string): Promise<readonly string[]> {
  const all: string[] = [];
  for (const name of await files.list(skills)) {
    if (name.startsWith(".")) continue;
    if (!name.startsWith("@") && !name.startsWith("+")) all.push(name);
    else for (const slug of await files.list(join(skills, name))) all.push(`${name}/${slug}`);
  }
  return all;
}
