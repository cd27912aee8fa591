import { type Candidate, type LockOwner, livenessOfOwner, lookAt, type SeenLock } from "./file-lock-owner.js";
import { removeAbandoned } from "./file-lock-reaper.js";
import type { FileSystem } from "./file-system.js";
import type { Platform } from "./platform.js";

/** Looks after the lock that somebody waits for. */
export interface LockWatcher {
  /** Removes the lock if its owner is gone; true when it is worth trying again at once. */
  clear(): boolean;
  /** Who was seen last. */
  holder(): LockOwner | undefined;
}

/** Locks change hands every few milliseconds; a younger one is not worth three system calls. */
const FIRST_LOOK_MS = 4;
const LOOK_EVERY_MS = 20;
/** A gap between two looks counts at most this much: while everything was frozen, nobody could show life. */
const LONGEST_GAP_MS = 1_000;

interface Observation {
  readonly seen: SeenLock;
  readonly at: number;
  readonly unchangedFor: number;
}

/**
 * Decides when a lock may be taken away: at once from a dead owner, never from a live one, and from one that
 * can't be checked only after its nonce and heartbeat were seen unchanged for the whole lease.
 */
export function createLockWatcher(
  waiter: {
    readonly files: FileSystem;
    readonly platform: Platform;
    readonly lock: string;
    readonly candidate: Candidate;
  },
  leaseMs: number,
): LockWatcher {
  const { files, platform, lock } = waiter;
  let nextLook = platform.now() + FIRST_LOOK_MS;
  const observations = new Map<string, Observation>();

  const unchangedFor = (path: string, seen: SeenLock): number => {
    const at = platform.now();
    const last = observations.get(path);
    const same =
      last !== undefined && last.seen.nonce === seen.nonce && last.seen.heartbeat === seen.heartbeat;
    const total = same ? last.unchangedFor + Math.min(at - last.at, LONGEST_GAP_MS) : 0;
    observations.set(path, { seen, at, unchangedFor: total });
    return total;
  };
  const isAbandoned = (path: string, seen: SeenLock): boolean => {
    const silence = unchangedFor(path, seen);
    const liveness = livenessOfOwner(seen, platform);
    return liveness === "dead" || (liveness === "unknown" && silence >= leaseMs);
  };

  return {
    clear: () => {
      if (platform.now() < nextLook) return false;
      nextLook = platform.now() + LOOK_EVERY_MS;
      const seen = lookAt(files, lock);
      if (seen === undefined) return true;
      return isAbandoned(lock, seen) && removeAbandoned({ ...waiter, isAbandoned }, lock, seen);
    },
    holder: () => observations.get(lock)?.seen.owner,
  };
}
