import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Diagnostic } from "../../../core/diagnostics.js";
import { statusOf } from "../../../node/quiet-stat.js";
import { readSkillFile, type SkillFileRules } from "../../../node/skill-file.js";
import { createSkillLoader } from "../../../node/skill-loader.js";
import type { SkillCatalog } from "../../../skills/catalog.js";
import { type ValidationProfile, validateSkill } from "../../../skills/validate-skill.js";
import { safeText } from "../../../text/safe-text.js";
import { printDiagnostic } from "./check.js";
import type { SkillsWorld } from "./context.js";

interface Verdict {
  readonly file: string;
  readonly valid: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** `skills validate`: the files below a path, or all files of all sources. Exit code 1 when one is invalid. */
export async function runValidate(world: SkillsWorld): Promise<number> {
  const { io, json, subjects, strict } = world;
  if (subjects.length > 1) {
    io.stderr("Validate one path at a time: skill-cortex skills validate [path] [--strict]\n");
    return 2;
  }
  const [path] = subjects;
  const files = path === undefined ? await filesOfSources(world) : filesBelow(world, path);
  if (files === undefined) {
    const message = `There is no "${safeText(path ?? "", 200)}". Give a SKILL.md, a skill's folder, or a folder of skills; without a path, all sources are checked.`;
    if (json) io.stdout(`${JSON.stringify({ error: { code: "not-found", message } })}\n`);
    io.stderr(`${message}\n`);
    return 1;
  }
  const verdicts = [...files.entries()]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([file, refusal]) => judge(file, refusal, world));
  const valid = verdicts.filter((verdict) => verdict.valid).length;
  const invalid = verdicts.length - valid;
  if (json) {
    const report = {
      strict,
      profile: world.profile,
      valid,
      invalid,
      total: verdicts.length,
      files: verdicts,
    };
    io.stdout(`${JSON.stringify(report, null, 2)}\n`);
    return invalid === 0 ? 0 : 1;
  }
  io.stdout(`Skill Validation (${strict ? "strict" : "non-strict"})\n`);
  if (verdicts.length === 0) io.stdout("There are no skills to check.\n");
  for (const verdict of verdicts) {
    io.stdout(`${verdict.valid ? "PASS" : "FAIL"} ${safeText(verdict.file, 400)}\n`);
    for (const diagnostic of verdict.diagnostics) {
      const { file: _, ...told } = diagnostic;
      const at = told.line === undefined ? "" : ` (line ${told.line})`;
      io.stdout(`  - ${printDiagnostic({ ...told, code: `${told.code}${at}` })}\n`);
    }
  }
  io.stdout(`Validation summary: valid=${valid} invalid=${invalid} total=${verdicts.length}\n`);
  return invalid === 0 ? 0 : 1;
}

/** Files to check; a file that must not be read comes with the reason. */
type Files = ReadonlyMap<string, Diagnostic | undefined>;

async function filesOfSources({ skills }: SkillsWorld): Promise<Files> {
  return filesOf((await skills.load()).catalog);
}

function filesBelow({ io, skills, mode }: SkillsWorld, path: string): Files | undefined {
  const full = resolve(io.workingDirectory, path);
  const status = statusOf(full);
  if (status === undefined) return undefined;
  if (status.isFile()) return new Map([[full, undefined]]);
  const own = join(full, "SKILL.md");
  if (existsSync(own)) return new Map([[own, undefined]]);
  const limits = {
    ...skills.config.limits,
    maxCandidatesPerRoot: Number.MAX_SAFE_INTEGER,
    maxSkillsLoadedPerSource: Number.MAX_SAFE_INTEGER,
  };
  return filesOf(
    createSkillLoader({ plan: { tiers: [{ id: "path", roots: [full] }], mode }, limits }).load(),
  );
}

function filesOf({ skills, shadowed, rejected, diagnostics }: SkillCatalog): Files {
  const files = new Map<string, Diagnostic | undefined>();
  for (const { file } of skills) files.set(file, undefined);
  for (const { loser } of shadowed) files.set(loser.file, undefined);
  for (const { file, code } of rejected) {
    const told = diagnostics.find((one) => one.file === file && one.code === `skill-${code}`);
    files.set(file, MUST_NOT_READ.has(code) ? told : undefined);
  }
  return files;
}

/** A named file may be linked; what the loader would say about its place is asked of the loader. */
const ANY_FILE: SkillFileRules = {
  maximumBytes: 10_000_000,
  linksOut: true,
  hardLinks: true,
  headOnly: false,
};

/** Reasons that lie in the file system and not in the text. */
const MUST_NOT_READ: ReadonlySet<string> = new Set([
  "file-too-large",
  "file-unreadable",
  "outside-root",
  "hard-link",
]);

function judge(file: string, refusal: Diagnostic | undefined, { strict, profile }: SkillsWorld): Verdict {
  if (refusal !== undefined) return { file, valid: false, diagnostics: [refusal] };
  const read = readSkillFile(file, ANY_FILE);
  if (read.kind !== "read") {
    const { code, message, fix } =
      read.kind === "refused"
        ? read
        : { code: "file-unreadable", message: "There is no such file.", fix: "Check the path." };
    const problem: Diagnostic = { code: `skill-${code}`, severity: "error", message, file, fix };
    return { file, valid: false, diagnostics: [problem] };
  }
  const { text } = read;
  const profiles: ValidationProfile[] = [profile];
  if (strict) profiles.push("openpocket-strict");
  const diagnostics = new Map<string, Diagnostic>();
  for (const one of profiles) {
    // Both profiles tell of a header that can't be read; once is enough.
    for (const found of validateSkill(text, { file, profile: one }))
      diagnostics.set(`${found.code} ${found.line} ${found.message}`, found);
  }
  const all = [...diagnostics.values()].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { file, valid: !all.some(({ severity }) => severity === "error"), diagnostics: all };
}
