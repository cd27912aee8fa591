import * as fs from "node:fs";
import { scratchBuffer } from "./scratch-buffer.js";

/** What the store and the lock need to know of a file. */
export interface FileStatus {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly nlink: bigint;
  readonly mode: bigint;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** One entry of a directory. */
export interface DirectoryEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/**
 * The file operations that durable writing stands on, one system call each, so that tests can fail every single
 * one of them and can model what a power loss leaves behind. Failures are Node's own errors with a `code`.
 * Only `sync` waits for the disk and is therefore asynchronous; everything else works in the page cache.
 */
export interface FileSystem {
  open(path: string, flags: number, mode?: number): number;
  close(descriptor: number): void;
  /** May write fewer bytes than asked; says how many. */
  write(descriptor: number, bytes: Uint8Array, offset: number): number;
  /** What is in the file. The bytes are valid until the next call: whoever keeps them makes a copy. */
  readAll(descriptor: number): Buffer;
  statusOf(descriptor: number): FileStatus;
  /** Of the entry itself, never of what a link points to; undefined when there is none. */
  statusAt(path: string): FileStatus | undefined;
  /** Sets the modification time, in seconds since the epoch. */
  touch(descriptor: number, seconds: number): void;
  link(existing: string, path: string): void;
  rename(from: string, to: string): void;
  unlink(path: string): void;
  makeDirectory(path: string, mode: number): void;
  list(path: string): readonly DirectoryEntry[];
  /** Resolves when the disk has it. */
  sync(descriptor: number): Promise<void>;
}

/** The file operations of Node. */
export const nodeFileSystem: FileSystem = {
  open: (path, flags, mode) => fs.openSync(path, flags, mode),
  close: (descriptor) => fs.closeSync(descriptor),
  write: (descriptor, bytes, offset) => fs.writeSync(descriptor, bytes, offset),
  readAll: readToEnd,
  statusOf: (descriptor) => fs.fstatSync(descriptor, { bigint: true }),
  statusAt: (path) => fs.lstatSync(path, { bigint: true, throwIfNoEntry: false }),
  touch: (descriptor, seconds) => fs.futimesSync(descriptor, seconds, seconds),
  link: (existing, path) => fs.linkSync(existing, path),
  rename: (from, to) => fs.renameSync(from, to),
  unlink: (path) => fs.unlinkSync(path),
  makeDirectory: (path, mode) => fs.mkdirSync(path, { mode }),
  list: (path) => fs.readdirSync(path, { withFileTypes: true }),
  sync: async (descriptor) => {
    const start = performance.now();
    if (usualSyncMs < INLINE_SYNC_MS) fs.fsyncSync(descriptor);
    else await syncInThreadPool(descriptor);
    usualSyncMs += (performance.now() - start - usualSyncMs) / 4;
  },
};

/**
 * Disks that answer this fast are waited for in place: no host notices, and the way to the thread pool and back costs more
 * (a commit of 20 KB on two busy cores: 0.67 ms against 1.65 ms).
 */
const INLINE_SYNC_MS = 2;
/** A moving average. It begins high: a disk is not waited for before it has shown that it is fast. */
let usualSyncMs = 1;

function readToEnd(descriptor: number): Buffer {
  // One byte more than there should be: then one short read proves the end.
  let buffer = scratchBuffer(fs.fstatSync(descriptor).size + 1);
  for (let length = 0; ; ) {
    const read = fs.readSync(descriptor, buffer, length, buffer.length - length, length);
    if (read === 0) return buffer.subarray(0, length);
    length += read;
    if (length === buffer.length) {
      const larger = scratchBuffer(length * 2);
      if (larger !== buffer) buffer.copy(larger);
      buffer = larger;
    }
  }
}

function syncInThreadPool(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fs.fsync(descriptor, (error) => (error === null ? resolve() : reject(error)));
  });
}

/** The `code` of a Node error, for example `ENOENT`; empty for anything else. */
export function errnoOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
}
