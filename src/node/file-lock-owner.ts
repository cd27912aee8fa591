import { randomBytes } from "node:crypto";
import { closeQuietly, READ_FLAGS, type TemporaryFile, writeTemporary } from "./atomic-write.js";
import { errnoOf, type FileStatus, type FileSystem } from "./file-system.js";
import type { Liveness, Platform, ProcessIdentity } from "./platform.js";

/** Who holds a lock or a claim. The nonce is fresh for every attempt to take one. */
export interface LockOwner extends ProcessIdentity {
  readonly nonce: string;
}

/** A lock file as it was at one moment. */
export interface SeenLock {
  /** Undefined when the record is not readable, as after a power loss that kept the name and lost the content. */
  readonly owner: LockOwner | undefined;
  readonly nonce: string;
  /** Changes with every heartbeat. */
  readonly heartbeat: bigint;
}

/** Nonces of locks that this process gave up but could not remove: their owner will not come back. */
const givenUp = new Set<string>();

/** Remembers that a lock of ours is nobody's any more, although its file could not be removed. */
export function giveUp(nonce: string): void {
  givenUp.add(nonce);
}

/** A complete owner record under a name of its own, ready to be linked: nobody ever sees half a record. */
export interface Candidate extends TemporaryFile {
  readonly nonce: string;
}

/** Writes the record of this process for one attempt to take `lock`. */
export function writeCandidate(files: FileSystem, platform: Platform, lock: string): Candidate {
  const owner: LockOwner = { ...platform.identity, nonce: randomBytes(8).toString("hex") };
  const record = Buffer.from(JSON.stringify(owner));
  return { ...writeTemporary(files, lock, record, platform.identity), nonce: owner.nonce };
}

/** Looks at a lock; undefined when nobody holds it. */
export function lookAt(files: FileSystem, path: string): SeenLock | undefined {
  let descriptor: number;
  try {
    descriptor = files.open(path, READ_FLAGS);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
  try {
    const status = files.statusOf(descriptor);
    const owner = parseOwner(files.readAll(descriptor).toString("utf8"));
    return { owner, nonce: owner?.nonce ?? standInNonce(status), heartbeat: status.mtimeNs };
  } finally {
    closeQuietly(files, descriptor);
  }
}

/** Whether whoever is named in the record can still act on the lock. */
export function livenessOfOwner(seen: SeenLock, platform: Platform): Liveness {
  if (givenUp.has(seen.nonce)) return "dead";
  if (seen.owner !== undefined) return platform.livenessOf(seen.owner);
  // Records are complete before they become locks: an unreadable one was cut off by a crash of the machine,
  // surely so when it is older than this boot.
  const { bootedAt } = platform;
  return bootedAt !== undefined && seen.heartbeat < BigInt(bootedAt) * 1_000_000n ? "dead" : "unknown";
}

function standInNonce(status: FileStatus): string {
  return `x${status.ino.toString(16)}-${status.mtimeNs.toString(16)}`;
}

function parseOwner(text: string): LockOwner | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { pid, started, namespace, boot, machine, nonce } = value as Record<string, unknown>;
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  // The nonce becomes part of a file name.
  if (typeof nonce !== "string" || !/^[0-9a-f]{16}$/.test(nonce)) return undefined;
  if (typeof started !== "string" || typeof namespace !== "string") return undefined;
  if (typeof boot !== "string" || typeof machine !== "string") return undefined;
  return { pid, started, namespace, boot, machine, nonce };
}
