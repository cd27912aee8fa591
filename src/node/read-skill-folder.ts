import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { CortexError } from "../core/errors.js";
import type { Bundle, BundleFile } from "../ports/bundle.js";
import { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS } from "../registries/archive-limits.js";
import { checkArchivePath, PathClashes } from "../registries/archive-path.js";
import { safeText } from "../text/safe-text.js";
import { errnoOf } from "./file-system.js";
import { IS_WINDOWS } from "./platform.js";

/** Bookkeeping of installers: beside the skill, not part of it. */
const BOOKKEEPING: ReadonlySet<string> = new Set([".clawhub", ".clawdhub"]);
const OWNER_EXECUTE = 0o100;

/** Options of `readSkillFolder`. */
export interface ReadSkillFolderOptions {
  readonly limits?: Partial<ArchiveLimits>;
  /** Where the file system has no execute bit, the paths that have one. */
  readonly executables?: ReadonlySet<string>;
  /** Folder names at the top that are not part of the skill, besides installers' bookkeeping. */
  readonly ignore?: ReadonlySet<string>;
}

/**
 * Reads a skill from disk with the rules for archives: links, devices and pipes
 * are refused, sizes are bounded, and no link is followed even if one is swapped in while reading.
 */
export async function readSkillFolder(root: string, options: ReadSkillFolderOptions = {}): Promise<Bundle> {
  const limits = { ...DEFAULT_ARCHIVE_LIMITS, ...options.limits };
  const clashes = new PathClashes();
  const files: BundleFile[] = [];
  let total = 0;

  async function walk(folder: string, prefix: string): Promise<void> {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (prefix === "" && (BOOKKEEPING.has(entry.name) || options.ignore?.has(entry.name) === true))
        continue;
      const path = checkArchivePath(`${prefix}${entry.name}`, limits);
      const full = join(folder, entry.name);
      if (entry.isDirectory()) {
        await walk(full, `${path}/`);
        continue;
      }
      if (!entry.isFile()) throw refuse(path, "it is a link or a device");
      clashes.addFile(path);
      const { bytes, mode } = await readPlainFile(
        full,
        path,
        Math.min(limits.fileBytes, limits.totalBytes - total),
      );
      total += bytes.length;
      const executable = IS_WINDOWS ? options.executables?.has(path) === true : (mode & OWNER_EXECUTE) !== 0;
      files.push(executable ? { path, bytes, executable } : { path, bytes });
      if (files.length > limits.files) {
        throw new CortexError("archive-too-large", `The skill has more than ${limits.files} files.`);
      }
    }
  }
  await walk(root, "");
  files.sort((left, right) => (left.path < right.path ? -1 : 1));
  return { files };
}

/** Reads one regular file without following a link at its end. */
async function readPlainFile(
  full: string,
  path: string,
  maximum: number,
): Promise<{ readonly bytes: Uint8Array; readonly mode: number }> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(full, flags).catch((error: unknown) => {
    if (errnoOf(error) === "ELOOP") throw refuse(path, "it is a link or a device");
    throw error;
  });
  try {
    const status = await handle.stat();
    if (!status.isFile()) throw refuse(path, "it is a link or a device");
    if (status.size > maximum) {
      throw new CortexError("archive-too-large", `Refused "${safeText(path, 120)}": it is too large.`, {
        details: { path: safeText(path, 120), maximum },
      });
    }
    return { bytes: new Uint8Array(await handle.readFile()), mode: status.mode };
  } finally {
    await handle.close();
  }
}

function refuse(path: string, reason: string): CortexError {
  return new CortexError("archive-unsafe", `Refused "${safeText(path, 120)}": ${reason}.`, {
    details: { path: safeText(path, 120) },
  });
}
