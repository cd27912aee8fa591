import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { dirname } from "node:path";
import { errnoOf, type FileSystem } from "./file-system.js";
import { IS_WINDOWS, type Platform, type ProcessIdentity, WINDOWS_RETRY_DELAYS_MS } from "./platform.js";
import { ownerTag } from "./temporary-name.js";

// Not defined on Windows.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** Flags for reading a file of the store: never through a planted link, never waiting on a planted pipe. */
export const READ_FLAGS = constants.O_RDONLY | NO_FOLLOW | (constants.O_NONBLOCK ?? 0);
const CREATE_FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;

const FILE_MODE = 0o600;

/** A file that only its creator knows: complete, not yet durable, and open. */
export interface TemporaryFile {
  readonly path: string;
  readonly descriptor: number;
}

/**
 * Writes bytes to a new file beside `target`, under a name that can't be guessed and says whose it is.
 * After a failure nothing is left.
 */
export function writeTemporary(
  files: FileSystem,
  target: string,
  bytes: Uint8Array,
  owner: ProcessIdentity,
): TemporaryFile {
  const path = temporaryPath(target, owner);
  const descriptor = files.open(path, CREATE_FLAGS, FILE_MODE);
  try {
    writeAll(files, descriptor, bytes);
  } catch (error) {
    discard(files, { path, descriptor });
    throw error;
  }
  return { path, descriptor };
}

/** A name beside `target` that can't be guessed and says whose it is. */
export function temporaryPath(target: string, owner: ProcessIdentity): string {
  return `${target}.${ownerTag(owner)}-${randomBytes(8).toString("hex")}.tmp`;
}

/** One `write` may take less than it was given: a nearly full disk, a signal, a quota. */
function writeAll(files: FileSystem, descriptor: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) {
    const written = files.write(descriptor, bytes, offset);
    if (written === 0) throw Object.assign(new Error("The file takes no more bytes."), { code: "ENOSPC" });
    offset += written;
  }
}

/** Closes and removes a temporary file. */
export function discard(files: FileSystem, temporary: TemporaryFile): void {
  closeQuietly(files, temporary.descriptor);
  removeStubbornly(files, temporary.path);
}

/** Nothing was written through this descriptor that matters, or it is already synchronised. */
export function closeQuietly(files: FileSystem, descriptor: number): void {
  try {
    files.close(descriptor);
  } catch {
    // Linux frees the descriptor even when close fails.
  }
}

/** Removes a file; asks three times, since what stays behind would block or confuse others. False when it stays. */
export function removeStubbornly(files: FileSystem, path: string): boolean {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      files.unlink(path);
      return true;
    } catch (error) {
      if (errnoOf(error) === "ENOENT") return true;
    }
  }
  return false;
}

/** Makes the entries of a directory durable. Windows has no such call and journals them itself. */
export async function syncDirectory(files: FileSystem, directory: string): Promise<void> {
  if (IS_WINDOWS) return;
  const descriptor = files.open(directory, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
  try {
    await files.sync(descriptor);
  } finally {
    closeQuietly(files, descriptor);
  }
}

/** `rename`, asked again on Windows while somebody holds the target open. */
export async function renamePatiently(
  files: FileSystem,
  platform: Platform,
  from: string,
  to: string,
): Promise<void> {
  for (const pause of WINDOWS_RETRY_DELAYS_MS) {
    try {
      files.rename(from, to);
      return;
    } catch (error) {
      if (!IS_WINDOWS || !["EPERM", "EBUSY", "EACCES"].includes(errnoOf(error))) throw error;
    }
    await platform.sleep(pause);
  }
  files.rename(from, to);
}

/**
 * Replaces a whole file: afterwards, also after a power loss, it has the old or the new bytes, and once this
 * resolves, the new ones. No lock is taken: see `withFileLock`.
 */
export async function replaceFile(
  path: string,
  bytes: Uint8Array,
  { files, platform }: { readonly files: FileSystem; readonly platform: Platform },
): Promise<void> {
  const temporary = writeTemporary(files, path, bytes, platform.identity);
  try {
    await files.sync(temporary.descriptor);
    await renamePatiently(files, platform, temporary.path, path);
  } catch (error) {
    discard(files, temporary);
    throw error;
  }
  closeQuietly(files, temporary.descriptor);
  await syncDirectory(files, dirname(path));
}
