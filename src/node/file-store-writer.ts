import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { CortexError } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import type { SwapResult } from "../ports/store.js";
import {
  closeQuietly,
  discard,
  READ_FLAGS,
  renamePatiently,
  syncDirectory,
  writeTemporary,
} from "./atomic-write.js";
import { acquireFileLock, type FileLock } from "./file-lock.js";
import { backupPath, keepPrevious } from "./file-store-backup.js";
import { type DocumentCache, revisionOf } from "./file-store-cache.js";
import type { FileSystem } from "./file-system.js";
import type { Platform } from "./platform.js";
import { scratchBytesOf } from "./scratch-buffer.js";
import { inTurn } from "./serial-queue.js";

/** What the writer of one store works with. */
export interface DocumentWriterOptions {
  readonly files: FileSystem;
  readonly platform: Platform;
  readonly cache: DocumentCache;
  readonly waitMs: number;
}

/** One change of one document. */
export interface DocumentChange {
  readonly path: string;
  readonly expected: string | undefined;
  readonly text: string | undefined;
  /** Whether the text that is replaced stays as `<path>.bak`. */
  readonly backup: boolean;
}

/** Changes documents under their locks. */
export interface DocumentWriter {
  swap(change: DocumentChange, context: PortContext): Promise<SwapResult>;
  /** Moves a document aside and says where to, together with its backup. */
  setAside(
    path: string,
    revision: string,
    context: PortContext,
  ): Promise<{ readonly movedTo: string; readonly backup: string | undefined }>;
}

const CONFLICT: SwapResult = { outcome: "conflict" };

/**
 * How long the answer "conflict" takes, by how many came in a row. Whoever loses at once reads, computes and loses again:
 * eight such writers burn the processor that the winner needs.
 */
const CONFLICT_PAUSES_MS = [0, 5, 10, 20, 40, 80, 100];

/** Carries out the write protocol of docs/store.md. */
export function createDocumentWriter({
  files,
  platform,
  cache,
  waitMs,
}: DocumentWriterOptions): DocumentWriter {
  const losses = new Map<string, number>();

  const lost = async (path: string, context: PortContext): Promise<SwapResult> => {
    const inRow = losses.get(path) ?? 0;
    losses.set(path, inRow + 1);
    const longest = CONFLICT_PAUSES_MS[Math.min(inRow, CONFLICT_PAUSES_MS.length - 1)] ?? 0;
    const pause = Math.min(longest * (0.5 + Math.random() / 2), context.deadline - Date.now());
    if (pause > 0) await platform.sleep(pause);
    return CONFLICT;
  };

  const isCurrent = (path: string, revision: string | undefined): boolean =>
    cache.read(path)?.revision === revision;

  /** Runs `work` under the lock if the document is still the expected one, before and after the wait. */
  const whileCurrent = <T>(
    path: string,
    expected: string | undefined,
    context: PortContext,
    work: (lock: FileLock) => Promise<T>,
  ): Promise<T | undefined> =>
    inTurn(path, async () => {
      if (!isCurrent(path, expected)) return undefined;
      const lock = await acquireFileLock(`${path}.lock`, {
        files,
        platform,
        signal: context.signal,
        waitMs: Math.max(0, Math.min(waitMs, context.deadline - Date.now())),
      });
      try {
        return isCurrent(path, expected) ? await work(lock) : undefined;
      } finally {
        lock.release();
      }
    });

  const replace = async (
    change: DocumentChange,
    text: string,
    lock: FileLock,
    afterwards: (() => void)[],
  ): Promise<string | undefined> => {
    const { path, expected } = change;
    const bytes = scratchBytesOf(text);
    const temporary = writeTemporary(files, path, bytes, platform.identity);
    try {
      const synced = files.sync(temporary.descriptor);
      // Costs nothing here when the disk is slower. Later the bytes are no longer ours.
      const revision = revisionOf(bytes);
      await synced;
      assertHeld(lock, path);
      // Programs that know nothing of our lock may have written meanwhile.
      if (!isCurrent(path, expected)) {
        discard(files, temporary);
        return undefined;
      }
      if (change.backup && expected !== undefined)
        afterwards.push(keepPrevious(files, path, platform.identity));
      await renamePatiently(files, platform, temporary.path, path);
      cache.pin(path, { text, revision }, temporary.descriptor);
      return revision;
    } catch (error) {
      discard(files, temporary);
      throw error;
    }
  };

  const remove = (path: string, lock: FileLock): string => {
    assertHeld(lock, path);
    // The backup first: a document without one is fine, the reverse would keep what was to be forgotten.
    if (files.statusAt(backupPath(path)) !== undefined) files.unlink(backupPath(path));
    files.unlink(path);
    cache.forget(path);
    return "";
  };

  return {
    swap: async (change, context) => {
      const { path, expected, text } = change;
      if (expected === undefined && text === undefined) {
        return isCurrent(path, undefined) ? { outcome: "committed", revision: "" } : CONFLICT;
      }
      const afterwards: (() => void)[] = [];
      const revision = await whileCurrent(path, expected, context, async (lock) =>
        text === undefined ? remove(path, lock) : replace(change, text, lock, afterwards),
      ).finally(() => {
        for (const work of afterwards) work();
      });
      if (revision === undefined) return lost(path, context);
      losses.delete(path);
      // After the lock is free: the next writer may go on meanwhile, and its own synchronisation covers ours.
      await syncDirectory(files, dirname(path));
      return { outcome: "committed", revision };
    },
    setAside: async (path, revision, context) => {
      const result = await whileCurrent(path, revision, context, async (lock) => {
        assertHeld(lock, path);
        const bytes = readIfThere(files, path) ?? Buffer.alloc(0);
        const movedTo = `${path}.corrupt-${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`;
        const backup = readIfThere(files, backupPath(path))?.toString("utf8");
        await renamePatiently(files, platform, path, movedTo);
        cache.forget(path);
        return { movedTo, backup };
      });
      if (result === undefined) {
        throw new CortexError("store-conflict", "The document changed before it was set aside.", {
          details: { path },
        });
      }
      await syncDirectory(files, dirname(path));
      return result;
    },
  };
}

function assertHeld(lock: FileLock, path: string): void {
  if (lock.isHeld()) return;
  throw new CortexError("store-busy", "The lock was taken away: this process showed no life for too long.", {
    details: { path },
  });
}

function readIfThere(files: FileSystem, path: string): Buffer | undefined {
  if (files.statusAt(path) === undefined) return undefined;
  const descriptor = files.open(path, READ_FLAGS);
  try {
    return Buffer.from(files.readAll(descriptor));
  } finally {
    closeQuietly(files, descriptor);
  }
}
