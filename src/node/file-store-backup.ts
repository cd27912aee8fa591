import { closeQuietly, READ_FLAGS, removeStubbornly, temporaryPath } from "./atomic-write.js";
import { unsafePath } from "./file-store-errors.js";
import { errnoOf, type FileSystem } from "./file-system.js";
import { IS_WINDOWS, type ProcessIdentity } from "./platform.js";

/** Where the previous text of a document stays. */
export function backupPath(path: string): string {
  return `${path}.bak`;
}

/**
 * Makes the present document its own backup. By link and rename: at no moment is there no document, or no backup.
 * Returns what lets the old backup go. Freeing half a megabyte takes the disk a while, and need not take the lock.
 */
export function keepPrevious(files: FileSystem, path: string, owner: ProcessIdentity): () => void {
  const backup = backupPath(path);
  const old = openOld(files, backup);
  const link = temporaryPath(path, owner);
  const letGo = (): void => {
    if (old !== undefined) closeQuietly(files, old);
  };
  try {
    files.link(path, link);
    files.rename(link, backup);
    return letGo;
  } catch (error) {
    letGo();
    throw error;
  } finally {
    // Two names of one file are left alone by rename: a killed writer may have got this far before.
    removeStubbornly(files, link);
  }
}

/** While it is open it is not freed. Windows can't replace files that are open. */
function openOld(files: FileSystem, backup: string): number | undefined {
  let descriptor: number;
  try {
    descriptor = files.open(backup, READ_FLAGS);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    if (errnoOf(error) === "ELOOP") throw noFile(backup);
    throw error;
  }
  try {
    if (!files.statusOf(descriptor).isFile()) throw noFile(backup);
    if (!IS_WINDOWS) return descriptor;
  } catch (error) {
    closeQuietly(files, descriptor);
    throw error;
  }
  closeQuietly(files, descriptor);
  return undefined;
}

function noFile(backup: string): Error {
  return unsafePath(backup, "Something that is no file stands where a backup belongs.");
}
