import { CortexError } from "../core/errors.js";
import { closeQuietly, discard, removeStubbornly } from "./atomic-write.js";
import { type Candidate, giveUp, type LockOwner, writeCandidate } from "./file-lock-owner.js";
import { createLockWatcher } from "./file-lock-watcher.js";
import { storeError } from "./file-store-errors.js";
import { errnoOf, type FileSystem, nodeFileSystem } from "./file-system.js";
import { nodePlatform, type Platform } from "./platform.js";

/** How a lock is waited for. */
export interface FileLockOptions {
  /**
   * How long to wait for the lock, in milliseconds.
   * @defaultValue 40000
   */
  readonly waitMs?: number;
  /** Stops the waiting. */
  readonly signal?: AbortSignal;
  /**
   * How long an owner that can't be checked (another machine or container) must show no heartbeat before its lock
   * is taken away, in milliseconds of our own clock.
   * @defaultValue 30000
   */
  readonly leaseMs?: number;
  /**
   * How often a held lock shows that its owner lives, in milliseconds.
   * @defaultValue 5000
   */
  readonly heartbeatMs?: number;
  readonly files?: FileSystem;
  readonly platform?: Platform;
}

/** A lock that is held until it is released. */
export interface FileLock {
  /** False when it was taken away because this process showed no life for too long: then nothing may be written. */
  isHeld(): boolean;
  release(): void;
}

const DEFAULT_WAIT_MS = 40_000;
const DEFAULT_LEASE_MS = 30_000;
const DEFAULT_HEARTBEAT_MS = 5_000;

/** Turns of the event loop before a waiter begins to sleep: holders usually need less than a millisecond. */
const EAGER_ATTEMPTS = 3;
/**
 * Then it sleeps, each time longer: who polls often only takes processor time from the holder. With many writers
 * the whole gets further when one of them commits several times in a row and the others sleep meanwhile.
 */
const PAUSES_MS = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100];

/**
 * Runs `work` while holding the lock file at `path`, across processes. The lock of a process that died is taken
 * over at once; that of one that only sleeps, never.
 *
 * Rejects with `store-busy` when the lock is not free in time; otherwise with what `work` rejects with.
 */
export async function withFileLock<T>(
  path: string,
  work: (lock: FileLock) => T | Promise<T>,
  options: FileLockOptions = {},
): Promise<T> {
  const lock = await acquireFileLock(path, options);
  try {
    return await work(lock);
  } finally {
    lock.release();
  }
}

/** Takes the lock file at `path`. */
export async function acquireFileLock(path: string, options: FileLockOptions = {}): Promise<FileLock> {
  const { files = nodeFileSystem, platform = nodePlatform() } = options;
  try {
    const candidate = writeCandidate(files, platform, path);
    try {
      await waitFor(path, candidate, files, platform, options);
    } catch (error) {
      discard(files, candidate);
      throw error;
    }
    return held(path, candidate, files, options.heartbeatMs ?? DEFAULT_HEARTBEAT_MS);
  } catch (error) {
    throw storeError(error, "write", path);
  }
}

async function waitFor(
  path: string,
  candidate: Candidate,
  files: FileSystem,
  platform: Platform,
  options: FileLockOptions,
): Promise<void> {
  if (take(files, candidate.path, path)) return;
  const { waitMs = DEFAULT_WAIT_MS, leaseMs = DEFAULT_LEASE_MS, signal } = options;
  const giveUpAt = platform.now() + waitMs;
  const watcher = createLockWatcher({ files, platform, lock: path, candidate }, leaseMs);
  for (let attempt = 0; ; attempt += 1) {
    if (signal?.aborted === true) throw busy(path, "The wait for the lock was cancelled.");
    if (platform.now() >= giveUpAt) throw busy(path, "Somebody else holds the lock.", watcher.holder());
    if (!watcher.clear()) await pause(platform, attempt, signal);
    if (take(files, candidate.path, path)) return;
  }
}

function take(files: FileSystem, candidate: string, path: string): boolean {
  try {
    files.link(candidate, path);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Short at first, then longer, and never in step with other waiters. */
async function pause(platform: Platform, attempt: number, signal: AbortSignal | undefined): Promise<void> {
  if (attempt < EAGER_ATTEMPTS) return new Promise((resolve) => setImmediate(resolve));
  const longest = PAUSES_MS[Math.min(attempt - EAGER_ATTEMPTS, PAUSES_MS.length - 1)] ?? 0;
  await platform.sleep(longest * (0.5 + Math.random() / 2), signal);
}

function held(path: string, candidate: Candidate, files: FileSystem, heartbeatMs: number): FileLock {
  removeStubbornly(files, candidate.path);
  const { descriptor } = candidate;
  const heartbeat = setInterval(() => {
    try {
      files.touch(descriptor, Date.now() / 1000);
    } catch {
      // A missed heartbeat matters only after a whole lease of them.
    }
  }, heartbeatMs);
  heartbeat.unref();
  let released = false;
  // The open descriptor keeps our record apart from all others: without a name left, it was taken away.
  const isHeld = (): boolean => !released && files.statusOf(descriptor).nlink > 0n;
  return {
    isHeld,
    release: () => {
      if (released) return;
      const ours = quietly(isHeld) ?? true;
      released = true;
      clearInterval(heartbeat);
      closeQuietly(files, descriptor);
      if (ours && !removeStubbornly(files, path)) giveUp(candidate.nonce);
    },
  };
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function busy(path: string, message: string, holder?: LockOwner): CortexError {
  return new CortexError("store-busy", message, {
    details: holder === undefined ? { path } : { path, pid: holder.pid },
  });
}
