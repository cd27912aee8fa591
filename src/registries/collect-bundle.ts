import { CortexError } from "../core/errors.js";
import type { Bundle, BundleFile } from "../ports/bundle.js";
import { safeText } from "../text/safe-text.js";
import { type ArchiveLimits, RATIO_FLOOR_BYTES } from "./archive-limits.js";
import { checkArchivePath, PathClashes } from "./archive-path.js";

/** What zip and tar have in common. `other` is a link, a device, a pipe or a socket. */
export interface ArchiveEntry {
  readonly path: string;
  readonly kind: "file" | "folder" | "other";
  readonly size: number;
  readonly packedSize: number;
  readonly executable: boolean;
  /** Unpacks; throws when the content is not what the entry says. */
  read(): Uint8Array;
}

/** Where in the archive the skill lies. */
export interface BundleRoot {
  /** Code hosts put everything into one folder named after the commit. @defaultValue false */
  readonly stripFirstFolder?: boolean;
  /** The skill's folder below that; the rest of the archive is ignored. @defaultValue "" */
  readonly subpath?: string;
  /** Whether permission bits are kept. ClawHub drops them, so its adapters do too. @defaultValue true */
  readonly executables?: boolean;
}

/**
 * Turns checked entries into a bundle. All or nothing: one bad entry inside the
 * skill's folder refuses the archive, because leaving it out would hide the attack.
 */
export function collectBundle(
  entries: readonly ArchiveEntry[],
  archiveBytes: number,
  limits: ArchiveLimits,
  root: BundleRoot = {},
): Bundle {
  const clashes = new PathClashes();
  const selected: { path: string; entry: ArchiveEntry }[] = [];
  let total = 0;
  let firstFolder: string | undefined;
  for (const entry of entries) {
    if (entry.path === "" && entry.kind === "folder") continue;
    let path = entry.path;
    if (root.stripFirstFolder === true) {
      const slash = path.indexOf("/");
      const folder = slash < 0 ? path : path.slice(0, slash);
      firstFolder ??= folder;
      if (folder !== firstFolder || (slash < 0 && entry.kind !== "folder")) {
        throw new CortexError("archive-invalid", "The archive does not have exactly one root folder.");
      }
      if (slash < 0) continue;
      path = path.slice(slash + 1);
    }
    const inside = relativeTo(path, root.subpath ?? "");
    if (inside === undefined) continue;
    checkArchivePath(inside, limits);
    if (entry.kind === "other") {
      throw new CortexError(
        "archive-unsafe",
        `Refused "${safeText(inside, 120)}": it is a link or a device.`,
        {
          details: { path: safeText(inside, 120) },
        },
      );
    }
    if (entry.kind === "folder") {
      clashes.addFolder(inside);
      continue;
    }
    clashes.addFile(inside);
    total += entry.size;
    checkSizes(inside, entry.size, total, archiveBytes, limits);
    selected.push({ path: inside, entry });
    if (selected.length > limits.files) {
      throw new CortexError("archive-too-large", `The skill has more than ${limits.files} files.`);
    }
  }
  const files = selected.map(({ path, entry }): BundleFile => {
    const bytes = entry.read();
    return entry.executable && root.executables !== false
      ? { path, bytes, executable: true }
      : { path, bytes };
  });
  files.sort((left, right) => (left.path < right.path ? -1 : 1));
  return { files };
}

function relativeTo(path: string, folder: string): string | undefined {
  if (folder === "") return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

function checkSizes(
  path: string,
  size: number,
  total: number,
  archiveBytes: number,
  limits: ArchiveLimits,
): void {
  const tooLarge = (reason: string, maximum: number) =>
    new CortexError("archive-too-large", `Refused "${safeText(path, 120)}": ${reason}.`, {
      details: { path: safeText(path, 120), maximum },
    });
  if (size > limits.fileBytes)
    throw tooLarge(`it is larger than ${limits.fileBytes} bytes`, limits.fileBytes);
  if (total > limits.totalBytes) {
    throw tooLarge(`the skill is larger than ${limits.totalBytes} bytes`, limits.totalBytes);
  }
  if (total > RATIO_FLOOR_BYTES && total > archiveBytes * limits.ratio) {
    throw tooLarge(`it unpacks to more than ${limits.ratio} times its size`, limits.ratio);
  }
}
