import { hash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats } from "node:fs";
import { dirname, sep } from "node:path";
import type { RejectionCode } from "../skills/skill.js";
import { errnoOf } from "./file-system.js";

/** The content of a skill's file, or why it may not be read. `absent` when there is no such file. */
export type SkillFile =
  | { readonly kind: "absent" }
  | {
      readonly kind: "refused";
      readonly code: RejectionCode;
      readonly message: string;
      readonly fix: string;
      readonly status?: Stats;
    }
  | {
      readonly kind: "read";
      readonly text: string;
      readonly digest: string;
      /** Of the file itself; absent for a link, whose own status says nothing about the content. */
      readonly status?: Stats;
      /** The real folder of the file, when it is reached through a link. */
      readonly target?: string;
    };

/** What the tier allows. */
export interface SkillFileRules {
  readonly maximumBytes: number;
  /** Whether the file itself may be a link out of its folder, or a second name of another file. */
  readonly linksOut: boolean;
  readonly hardLinks: boolean;
  /** Only the frontmatter is wanted; the rest of the text may be left out. */
  readonly headOnly: boolean;
}

// Windows has neither flag. Without O_NONBLOCK, opening a pipe called SKILL.md would wait for ever.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

let shared = Buffer.allocUnsafeSlow(64 * 1024);

/** Opens, checks and reads one file with four system calls; links are looked into only where there are some. */
export function readSkillFile(path: string, rules: SkillFileRules): SkillFile {
  let descriptor: number;
  let target: string | undefined;
  try {
    descriptor = openSync(path, FLAGS);
  } catch (error) {
    const code = errnoOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "absent" };
    if (code !== "ELOOP") return unreadable(code);
    const followed = openLink(path, rules);
    if ("kind" in followed) return followed;
    ({ descriptor, target } = followed);
  }
  try {
    const file = readOpen(descriptor, rules);
    if (target === undefined || file.kind === "absent") return file;
    const { status: _, ...rest } = file;
    return rest.kind === "read" ? { ...rest, target } : rest;
  } catch (error) {
    return unreadable(errnoOf(error));
  } finally {
    closeSync(descriptor);
  }
}

function readOpen(descriptor: number, rules: SkillFileRules): SkillFile {
  const status = fstatSync(descriptor);
  if (status.isDirectory()) return { kind: "absent" };
  if (!status.isFile()) return { ...unreadable("it is not a regular file"), status };
  if (status.nlink > 1 && !rules.hardLinks) {
    return {
      kind: "refused",
      code: "hard-link",
      message: "The file is a hard link: it could be any other file of this disk.",
      fix: "Replace it by a copy.",
      status,
    };
  }
  if (status.size > rules.maximumBytes) {
    const message = `The file has ${status.size} bytes; ${rules.maximumBytes} are allowed.`;
    return {
      kind: "refused",
      code: "file-too-large",
      message,
      fix: "Move details into `references/`, or raise skills.limits.maxSkillFileBytes.",
      status,
    };
  }
  // One byte more than expected shows a file that grew meanwhile.
  if (shared.length <= status.size) shared = Buffer.allocUnsafeSlow(status.size * 2);
  const bytes = shared.subarray(0, readFully(descriptor, status.size));
  if (bytes.length > rules.maximumBytes) return { ...unreadable("it is changing"), status };
  return {
    kind: "read",
    text: decode(rules.headOnly ? headOf(bytes) : bytes),
    digest: hash("sha256", bytes),
    status,
  };
}

/** Reads up to one byte more than expected. A short read that has all expected bytes is the end of the file. */
function readFully(descriptor: number, expected: number): number {
  let length = 0;
  while (length <= expected) {
    const wanted = expected + 1 - length;
    const count = readSync(descriptor, shared, length, wanted, length);
    length += count;
    if (count === 0 || (count < wanted && length === expected)) break;
  }
  return length;
}

const NEW_LINE = 0x0a;

/**
 * The bytes up to the closing fence where the fences are plain `---` lines, else all of them. A body is most of
 * a file, and every text that is cut out of a decoded file keeps that file in memory.
 */
function headOf(bytes: Buffer): Buffer {
  if (bytes.toString("latin1", 0, 4) !== "---\n") return bytes;
  const fence = bytes.indexOf("\n---", 3, "latin1");
  return fence !== -1 && bytes[fence + 4] === NEW_LINE ? bytes.subarray(0, fence + 5) : bytes;
}

/** UTF-8, or UTF-16 with the mark that Windows editors write. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString("utf16le");
  return bytes.toString("utf8");
}

function openLink(
  path: string,
  rules: SkillFileRules,
): SkillFile | { readonly descriptor: number; readonly target: string } {
  try {
    const real = realpathSync(path);
    if (!rules.linksOut && !isInside(real, realpathSync(dirname(path)))) {
      return {
        kind: "refused",
        code: "outside-root",
        message: "The file is a link out of its folder.",
        fix: "Replace the link by the file.",
      };
    }
    return { descriptor: openSync(real, FLAGS), target: dirname(real) };
  } catch (error) {
    return unreadable(errnoOf(error));
  }
}

/** True for the folder itself and everything below it; both are real paths. */
export function isInside(path: string, folder: string): boolean {
  if (path === folder) return true;
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function unreadable(reason: string): Extract<SkillFile, { kind: "refused" }> {
  return {
    kind: "refused",
    code: "file-unreadable",
    message: `The file can't be read (${reason}).`,
    fix: "Check the file and its permissions.",
  };
}
