import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CortexError } from "../../../core/errors.js";
import type { Finding } from "../../../core/findings.js";
import { readSkillFolder } from "../../../node/read-skill-folder.js";
import { scanBundle } from "../../../safety/scan-bundle.js";
import { scanText } from "../../../safety/scan-text.js";
import type { Skill } from "../../../skills/skill.js";

/** What became of one skill. */
export interface CopyResult {
  readonly name: string;
  readonly copied: boolean;
  readonly to: string;
  /** Why it was not copied; empty when it was. */
  readonly why: string;
}

/** Copies a skill's folder, or its single file, below `target`. A critical finding or an existing skill stops it. */
export async function copySkill(skill: Skill, target: string): Promise<CopyResult> {
  const isFolder = basename(skill.file).toLowerCase() === "skill.md";
  const to = join(target, isFolder ? basename(skill.directory) : basename(skill.file));
  const skipped = (why: string): CopyResult => ({ name: skill.name, copied: false, to, why });
  if ((await stat(to).catch(() => undefined)) !== undefined)
    return skipped("the workspace has it already; remove that one first");
  try {
    await mkdir(target, { recursive: true });
    const why = isFolder ? await copyFolder(skill.directory, to) : await copySingle(skill.file, to);
    return why === "" ? { name: skill.name, copied: true, to, why } : skipped(why);
  } catch (error) {
    if (CortexError.is(error)) return skipped(error.message);
    throw error;
  }
}

/** Written beside its place and moved there whole: a half-copied skill is never loaded. */
async function copyFolder(from: string, to: string): Promise<string> {
  const bundle = await readSkillFolder(from);
  const why = refusal(scanBundle(bundle).findings);
  if (why !== "") return why;
  // A dot in front: loaders and watchers pass it by.
  const staging = await mkdtemp(join(dirname(to), ".skill-cortex-load-"));
  try {
    for (const { path, bytes, executable } of bundle.files) {
      const file = join(staging, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes, { flag: "wx", mode: executable === true ? 0o755 : 0o644 });
    }
    await chmod(staging, 0o755);
    await rename(staging, to);
    return "";
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function copySingle(from: string, to: string): Promise<string> {
  const text = await readFile(from, "utf8");
  const why = refusal(scanText(text, { file: basename(from) }));
  if (why === "") await writeFile(to, text, { flag: "wx", mode: 0o644 });
  return why;
}

function refusal(findings: readonly Finding[]): string {
  const critical = findings.find(({ severity }) => severity === "critical");
  return critical === undefined
    ? ""
    : `the scan found ${critical.rule} in ${critical.file}, line ${critical.line}; look at it before you copy it by hand`;
}
