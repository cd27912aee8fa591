import { removeStubbornly } from "./atomic-write.js";
import { type Candidate, giveUp, lookAt, type SeenLock } from "./file-lock-owner.js";
import { errnoOf, type FileSystem } from "./file-system.js";

/** Longer chains of dead reapers are left to the next attempt. */
const MAXIMUM_CHAIN = 16;

/** What a reaper works with: `candidate` is its own owner record, ready to be linked. */
export interface Reaper {
  readonly files: FileSystem;
  /** The lock all claims are named after. */
  readonly lock: string;
  readonly candidate: Candidate;
  /** Whether the owner of a lock or claim is gone. */
  readonly isAbandoned: (path: string, seen: SeenLock) => boolean;
}

/**
 * Removes a lock (or a claim) whose owner is gone; true when it is worth trying to take the lock again.
 *
 * Removing by name could hit a lock that somebody took a moment ago. So a reaper first links a claim named after
 * the nonce of the dead owner: only the claim's holder may remove that owner's lock, and it looks again before it
 * does. A dead owner can't release, and no other reaper gets past the claim, so what it saw is what it removes.
 * A reaper that dies leaves its claim, which is removed in the same way by the next.
 */
export function removeAbandoned(reaper: Reaper, path: string, seen: SeenLock, depth = 0): boolean {
  const { files, lock, candidate } = reaper;
  const claim = claimPath(lock, seen.nonce);
  try {
    files.link(candidate.path, claim);
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
    const other = lookAt(files, claim);
    if (other === undefined) return true;
    if (depth >= MAXIMUM_CHAIN || !reaper.isAbandoned(claim, other)) return false;
    return removeAbandoned(reaper, claim, other, depth + 1);
  }
  try {
    const now = lookAt(files, path);
    if (now?.nonce === seen.nonce && now.heartbeat === seen.heartbeat) files.unlink(path);
  } finally {
    if (!removeStubbornly(files, claim)) giveUp(candidate.nonce);
  }
  return true;
}

/** Where the right to remove a dead owner's lock is claimed. */
export function claimPath(lock: string, nonce: string): string {
  return `${lock}.${nonce}.claim`;
}
