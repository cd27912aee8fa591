import { accessSync, constants, lstatSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Probe, ProbeAnswer } from "../ports/probe.js";
import { statusOf } from "./quiet-stat.js";
import { withoutScopes } from "./skill-env-scope.js";
import { isSame, type SkillStamp, stampOf } from "./skill-stamp.js";

/** Where the host probe looks; the process's own by default. */
export interface HostProbeOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly platform?: string;
}

/**
 * Looks at this machine. Binaries that were found are checked again each time; ones that were missing are looked for
 * again as soon as any folder of the PATH has changed, so that a skill works right after its program is installed.
 */
export function createHostProbe(
  options: HostProbeOptions = {},
): Probe & { probeNow(request: ProbeRequest): ProbeAnswer } {
  const environment = options.environment ?? process.env;
  const platform = options.platform ?? process.platform;
  const found = new Map<string, string>();
  const missing = new Set<string>();
  let path: readonly PathFolder[] = [];
  const has = (name: string): boolean => {
    if (missing.has(name)) return false;
    const known = found.get(name);
    if (known !== undefined && kindOf(known) === "program") return true;
    const place = findProgram(name, path, platform, environment);
    if (typeof place === "string") found.set(name, place);
    else {
      found.delete(name);
      if (place.lasting) missing.add(name);
    }
    return typeof place === "string";
  };
  const probeNow = (request: ProbeRequest): ProbeAnswer => {
    const folders = pathFolders(environment, platform);
    if (!isSamePath(path, folders)) {
      missing.clear();
      found.clear();
    }
    path = folders;
    const variables = withoutScopes(environment);
    return {
      platform,
      bins: request.bins.filter(has),
      env: request.env.filter((name) => (variables[name] ?? "").trim() !== ""),
    };
  };
  return { specificationVersion: "v1", id: "host", probeNow, probe: async (request) => probeNow(request) };
}

/** The names that are asked for. */
export interface ProbeRequest {
  readonly bins: readonly string[];
  readonly env: readonly string[];
}

/** One folder of the PATH as it was at the last look; without stamp when there is none. */
interface PathFolder {
  readonly path: string;
  readonly stamp: SkillStamp | undefined;
}

function pathFolders(
  environment: Readonly<Record<string, string | undefined>>,
  platform: string,
): readonly PathFolder[] {
  const path = (platform === "win32" ? (environment.Path ?? environment.PATH) : environment.PATH) ?? "";
  const now = Date.now();
  return path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => {
      const status = statusOf(folder);
      return { path: folder, stamp: status === undefined ? undefined : stampOf(status, now) };
    });
}

function isSamePath(before: readonly PathFolder[], after: readonly PathFolder[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ path, stamp }, index) => {
      const other = after[index];
      if (other === undefined || other.path !== path) return false;
      if (stamp === undefined || other.stamp === undefined) return stamp === other.stamp;
      return isSame(stamp, other.stamp);
    })
  );
}

/**
 * The first program of this name on the PATH, with PATHEXT on Windows. A miss is lasting when the folders' times
 * would show its end: no entry of that name anywhere, not even one that is no program yet.
 */
function findProgram(
  name: string,
  path: readonly PathFolder[],
  platform: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | { readonly lasting: boolean } {
  if (isAbsolute(name)) return kindOf(name) === "program" ? name : { lasting: false };
  if (name === "" || /[/\\\0]/.test(name)) return { lasting: true };
  const endings =
    platform === "win32" ? ["", ...(environment.PATHEXT ?? ".EXE;.CMD;.BAT;.COM").split(";")] : [""];
  let lasting = true;
  for (const folder of path) {
    if (folder.stamp === undefined) continue;
    if (folder.stamp.uncertain) lasting = false;
    for (const ending of endings) {
      const candidate = join(folder.path, `${name}${ending}`);
      const kind = kindOf(candidate);
      if (kind === "program") return candidate;
      if (kind === "other") lasting = false;
    }
  }
  return { lasting };
}

function kindOf(path: string): "program" | "other" | "absent" {
  try {
    // Most look-ups miss, and a miss must not cost an exception.
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return "absent";
    const file = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry;
    if (file?.isFile() !== true) return "other";
    accessSync(path, constants.X_OK);
    return "program";
  } catch {
    return "other";
  }
}
