import { readFile, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { CortexError } from "../../core/errors.js";
import type { Finding } from "../../core/findings.js";
import { errnoOf } from "../../node/file-system.js";
import { readSkillFolder } from "../../node/read-skill-folder.js";
import type { Bundle } from "../../ports/bundle.js";
import { DEFAULT_ARCHIVE_LIMITS } from "../../registries/archive-limits.js";
import { scanBundle } from "../../safety/scan-bundle.js";
import type { SideEffect } from "../../safety/side-effects.js";
import { safeText } from "../../text/safe-text.js";
import type { Command } from "../command.js";
import { wrongUsageOf } from "../wrong-usage.js";

const USAGE = `
Usage: skill-cortex scan <folder or file> [--json]

Reads a skill without running any of it, and shows what a person should look at before trusting it: each finding with its
place, why it matters and what to do, and what the skill reaches (hosts, variables, files, commands).
Silence means that nothing was found, not that nothing is there.

Options:
  --json  for programs
Exit codes: 0 nothing found, 1 something found, 2 wrong usage, 3 the skill can't be read.
`;

const wrongUsage = wrongUsageOf(USAGE);

/** `skill-cortex scan`: what the scanner says of a skill on disk. */
export const command: Command = {
  name: "scan",
  summary: "look for what a skill should not contain",
  usage: USAGE,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: "boolean", default: false } },
    });
    const [place, extra] = positionals;
    if (place === undefined) return wrongUsage(io, "Name the folder or file of a skill.");
    if (extra !== undefined) return wrongUsage(io, `"scan" has no use for "${safeText(extra, 40)}".`);
    const bundle = await readSkill(resolve(io.workingDirectory, place), place);
    const { findings, sideEffects } = scanBundle(bundle);
    io.stdout(
      values.json
        ? `${JSON.stringify({ findings, sideEffects }, null, 2)}\n`
        : `${[...findings.map(printFinding), summary(findings, bundle), reach(sideEffects)].join("\n")}\n`,
    );
    return findings.length === 0 ? 0 : 1;
  },
};

async function readSkill(path: string, given: string): Promise<Bundle> {
  const place = safeText(given, 200);
  const status = await stat(path).catch((error: unknown) => {
    if (["ENOENT", "ENOTDIR"].includes(errnoOf(error))) return undefined;
    throw error;
  });
  if (status === undefined) throw new CortexError("input-invalid", `There is nothing at ${place}.`);
  if (status.isDirectory()) {
    const bundle = await readSkillFolder(path);
    if (bundle.files.length === 0) throw new CortexError("input-invalid", `There is no file in ${place}.`);
    return bundle;
  }
  if (!status.isFile()) throw new CortexError("input-invalid", `${place} is neither a folder nor a file.`);
  if (status.size > DEFAULT_ARCHIVE_LIMITS.fileBytes)
    throw new CortexError("archive-too-large", `${place} is larger than any file of a skill may be.`);
  return { files: [{ path: basename(path), bytes: await readFile(path) }] };
}

function printFinding({ severity, rule, file, line, excerpt, why, action }: Finding): string {
  const verdict = severity === "critical" ? "BLOCKED" : "look";
  return `${verdict}  ${rule}  ${safeText(file, 200)}:${line}\n  ${excerpt}\n  ${why}\n  ${action}\n`;
}

function summary(findings: readonly Finding[], { files }: Bundle): string {
  const read = files.length === 1 ? "1 file" : `${files.length} files`;
  if (findings.length === 0) return `Nothing found in ${read}.`;
  const blocked = findings.filter(({ severity }) => severity === "critical").length;
  const count = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
  return `${count} in ${read}${blocked > 0 ? `; ${blocked} would block an install` : ""}.`;
}

function reach(sideEffects: readonly SideEffect[]): string {
  return sideEffects.length === 0
    ? "It reaches nothing that was seen."
    : `It reaches: ${[...new Set(sideEffects.map(({ effect }) => safeText(effect, 80)))].join(", ")}`;
}
