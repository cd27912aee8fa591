import { createCipheriv } from "node:crypto";
import type { StoredDocument } from "../ports/store.js";
import { closeQuietly, READ_FLAGS } from "./atomic-write.js";
import { unsafePath } from "./file-store-errors.js";
import { errnoOf, type FileStatus, type FileSystem } from "./file-system.js";
import { IS_WINDOWS } from "./platform.js";

/** One descriptor each. A process seldom works on more documents than its memory and a few flows. */
const MAXIMUM_PINNED = 8;

interface Pinned {
  readonly document: StoredDocument;
  readonly descriptor: number;
  readonly status: FileStatus;
}

/** The documents as they are on disk now, without reading again what did not change. */
export interface DocumentCache {
  read(path: string): StoredDocument | undefined;
  /** Takes over an open file that was just renamed to `path`. */
  pin(path: string, document: StoredDocument, descriptor: number): void;
  forget(path: string): void;
  clear(): void;
}

/**
 * Equal for equal texts, and by chance never for others. It is a checksum and no seal, and whoever could forge one may
 * write the file anyway: so the tag of AES-GCM, which processors compute five times as fast as SHA-256.
 */
export function revisionOf(bytes: Uint8Array): string {
  const checksum = createCipheriv("aes-128-gcm", NO_SECRET, NO_SECRET.subarray(4));
  checksum.setAAD(bytes);
  checksum.final();
  return checksum.getAuthTag().toString("base64url");
}

const NO_SECRET = Buffer.alloc(16);

/**
 * Documents are never changed in place, so the same file means the same text. Number, size and time of a file do
 * not prove that it is the same one: numbers are reused at once, and the clock of a file system ticks every few
 * milliseconds. An open descriptor does: as long as we hold it, its number can't be given to another file.
 */
export function createDocumentCache(files: FileSystem): DocumentCache {
  const pinned = new Map<string, Pinned>();

  const forget = (path: string): void => {
    const known = pinned.get(path);
    if (known === undefined) return;
    pinned.delete(path);
    closeQuietly(files, known.descriptor);
  };
  const pin = (path: string, document: StoredDocument, descriptor: number, status: FileStatus): void => {
    forget(path);
    // Windows can't replace files that are open.
    if (IS_WINDOWS) {
      closeQuietly(files, descriptor);
      return;
    }
    pinned.set(path, { document, descriptor, status });
    const oldest = pinned.size > MAXIMUM_PINNED ? pinned.keys().next().value : undefined;
    if (oldest !== undefined) forget(oldest);
  };

  return {
    forget,
    pin: (path, document, descriptor) => {
      try {
        pin(path, document, descriptor, files.statusOf(descriptor));
      } catch {
        forget(path);
        closeQuietly(files, descriptor);
      }
    },
    clear: () => {
      for (const path of [...pinned.keys()]) forget(path);
    },
    read: (path) => {
      const status = files.statusAt(path);
      if (status?.isSymbolicLink() === true)
        throw unsafePath(path, "A symbolic link stands where a document belongs.");
      if (status === undefined) {
        forget(path);
        return undefined;
      }
      const known = pinned.get(path);
      if (known !== undefined && isSameFile(known.status, status)) return known.document;
      const loaded = load(files, path);
      if (loaded === undefined) {
        forget(path);
        return undefined;
      }
      pin(path, loaded.document, loaded.descriptor, loaded.status);
      return loaded.document;
    },
  };
}

function isSameFile(one: FileStatus, two: FileStatus): boolean {
  return one.ino === two.ino && one.dev === two.dev && one.mtimeNs === two.mtimeNs && one.size === two.size;
}

function load(files: FileSystem, path: string): Pinned | undefined {
  let descriptor: number;
  try {
    descriptor = files.open(path, READ_FLAGS);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
  try {
    const status = files.statusOf(descriptor);
    if (!status.isFile())
      throw unsafePath(path, "Something that is no file stands where a document belongs.");
    const bytes = files.readAll(descriptor);
    return { document: { text: bytes.toString("utf8"), revision: revisionOf(bytes) }, descriptor, status };
  } catch (error) {
    closeQuietly(files, descriptor);
    throw error;
  }
}
