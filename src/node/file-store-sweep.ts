import { join } from "node:path";
import { discard, removeStubbornly } from "./atomic-write.js";
import { livenessOfOwner, lookAt, writeCandidate } from "./file-lock-owner.js";
import { removeAbandoned } from "./file-lock-reaper.js";
import type { FileSystem } from "./file-system.js";
import type { Platform } from "./platform.js";
import { livenessOfTemporary } from "./temporary-name.js";

/** Temporary files live for milliseconds; whatever machine made one this old, it will not come back for it. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

const LOCK_OR_CLAIM = /^(.*\.lock)(?:\.[0-9a-fx-]+\.claim)?$/s;

/**
 * Removes what killed processes left in a directory: temporary files, claims and locks whose owner is dead.
 * What can't be judged or removed stays; nothing here is needed for correctness, so nothing here fails.
 */
export function sweepDirectory(files: FileSystem, platform: Platform, directory: string): void {
  for (const { name } of quietly(() => files.list(directory)) ?? []) {
    const path = join(directory, name);
    quietly(() => {
      const lock = LOCK_OR_CLAIM.exec(path)?.[1];
      if (lock !== undefined) removeDead(files, platform, lock, path);
      else if (isForgotten(files, platform, path, name)) removeStubbornly(files, path);
    });
  }
}

function isForgotten(files: FileSystem, platform: Platform, path: string, name: string): boolean {
  const liveness = livenessOfTemporary(name, platform);
  if (liveness !== "unknown") return liveness === "dead";
  const status = files.statusAt(path);
  return status !== undefined && Date.now() - Number(status.mtimeNs / 1_000_000n) > FORGOTTEN_AFTER_MS;
}

/** Locks and claims are only ever removed under a claim, also by the broom. */
function removeDead(files: FileSystem, platform: Platform, lock: string, path: string): void {
  const seen = lookAt(files, path);
  if (seen === undefined || livenessOfOwner(seen, platform) !== "dead") return;
  const candidate = writeCandidate(files, platform, lock);
  try {
    removeAbandoned({ files, lock, candidate, isAbandoned: () => false }, path, seen);
  } finally {
    discard(files, candidate);
  }
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
