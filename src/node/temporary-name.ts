import { createHash } from "node:crypto";
import type { Liveness, Platform, ProcessIdentity } from "./platform.js";

const TEMPORARY_NAME = /\.([0-9a-f]{8})-(\d{1,10})-(\d*)-[0-9a-f]{16}\.tmp$/;

/** Says whose a temporary file is, in its name: `<namespace digest>-<pid>-<start>`. */
export function ownerTag(owner: ProcessIdentity): string {
  return `${scopeOf(owner)}-${owner.pid}-${owner.started}`;
}

/** Whether the process that made this temporary file still lives; undefined for other files. */
export function livenessOfTemporary(name: string, platform: Platform): Liveness | undefined {
  const match = TEMPORARY_NAME.exec(name);
  if (match === null) return undefined;
  const [, scope, pid, started] = match;
  if (scope !== scopeOf(platform.identity)) return "unknown";
  return platform.livenessOf({ ...platform.identity, pid: Number(pid), started: started ?? "" });
}

const scopes = new WeakMap<ProcessIdentity, string>();

function scopeOf(owner: ProcessIdentity): string {
  const known = scopes.get(owner);
  if (known !== undefined) return known;
  const text = [owner.machine, owner.boot, owner.namespace].join("\n");
  const scope = createHash("sha256").update(text).digest("hex").slice(0, 8);
  scopes.set(owner, scope);
  return scope;
}
