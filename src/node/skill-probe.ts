import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Probe, ProbeAnswer } from "../ports/probe.js";

/** Where the host probe looks; the process's own by default. */
export interface HostProbeOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly platform?: string;
}

/**
 * Looks at this machine. Binaries that were found are remembered while they stay executable; ones that were
 * missing are looked for again every time, so that a skill works as soon as its program is installed.
 */
export function createHostProbe(
  options: HostProbeOptions = {},
): Probe & { probeNow(request: ProbeRequest): ProbeAnswer } {
  const environment = options.environment ?? process.env;
  const platform = options.platform ?? process.platform;
  const found = new Map<string, string>();
  const has = (name: string): boolean => {
    const known = found.get(name);
    if (known !== undefined && isExecutable(known)) return true;
    found.delete(name);
    const path = findBinary(name, environment, platform);
    if (path !== undefined) found.set(name, path);
    return path !== undefined;
  };
  const probeNow = (request: ProbeRequest): ProbeAnswer => ({
    platform,
    bins: request.bins.filter(has),
    env: request.env.filter((name) => (environment[name] ?? "").trim() !== ""),
  });
  return { specificationVersion: "v1", id: "host", probeNow, probe: async (request) => probeNow(request) };
}

/** The names that are asked for. */
export interface ProbeRequest {
  readonly bins: readonly string[];
  readonly env: readonly string[];
}

/** The first executable of this name on the PATH, with PATHEXT on Windows. */
function findBinary(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  platform: string,
): string | undefined {
  if (isAbsolute(name)) return isExecutable(name) ? name : undefined;
  if (name === "" || /[/\\\0]/.test(name)) return undefined;
  const windows = platform === "win32";
  const endings = windows ? ["", ...(environment.PATHEXT ?? ".EXE;.CMD;.BAT;.COM").split(";")] : [""];
  const path = (windows ? (environment.Path ?? environment.PATH) : environment.PATH) ?? "";
  for (const folder of path.split(delimiter)) {
    if (folder === "") continue;
    for (const ending of endings) {
      const candidate = join(folder, `${name}${ending}`);
      if (isExecutable(candidate)) return candidate;
    }
  }
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    // Most look-ups miss, and a miss must not cost an exception.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
