import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";

/** Enough about a process to say later, without doubt, whether it is still the same one. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from boot to its start; empty where the system does not tell (macOS, Windows). */
  readonly started: string;
  /** The pid namespace: a pid means nothing outside it. */
  readonly namespace: string;
  /** Changes with every boot of the kernel. */
  readonly boot: string;
  /** A digest of the machine id; empty where there is none. */
  readonly machine: string;
}

/** `unknown` is the honest answer for processes of other machines and namespaces. */
export type Liveness = "alive" | "dead" | "unknown";

/** What locks ask of the operating system and the clock; replaced in tests. */
export interface Platform {
  readonly identity: ProcessIdentity;
  /** When the kernel booted, in milliseconds since the epoch, if known. */
  readonly bootedAt: number | undefined;
  livenessOf(owner: ProcessIdentity): Liveness;
  /** Monotonic milliseconds. */
  now(): number;
  /** Ends early when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Directories can be synchronised, and open files can be replaced, everywhere but on Windows. */
export const IS_WINDOWS = process.platform === "win32";

/** How often, and how long in total, Windows is asked again while a virus scanner or an indexer holds a file. */
export const WINDOWS_RETRY_DELAYS_MS: readonly number[] = [1, 5, 10, 25, 50, 100, 200, 400];

let current: Platform | undefined;

/** The real platform of this process. */
export function nodePlatform(): Platform {
  current ??= createNodePlatform();
  return current;
}

function createNodePlatform(): Platform {
  const identity = identityOfThisProcess();
  return {
    identity,
    bootedAt: bootTime(),
    livenessOf: (owner) => livenessOf(owner, identity),
    now: () => performance.now(),
    sleep: async (milliseconds, signal) => {
      if (signal?.aborted === true) return;
      // An aborted delay rejects; the caller looks at the signal itself.
      await delay(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    },
  };
}

function identityOfThisProcess(): ProcessIdentity {
  const machine = readText("/etc/machine-id");
  const boot = readText("/proc/sys/kernel/random/boot_id");
  return {
    pid: process.pid,
    started: processStatus(process.pid)?.started ?? "",
    namespace: quietly(() => readlinkSync("/proc/self/ns/pid")) ?? "",
    boot,
    machine: machineDigest(machine, boot),
  };
}

/** systemd asks applications not to publish the machine id itself. Systems without boot ids are told apart by name. */
function machineDigest(machine: string, boot: string): string {
  if (/^[0-9a-f]{32}$/.test(machine)) return shortDigest(`skill-cortex:${machine}`);
  return boot === "" ? shortDigest(`skill-cortex:${hostname()}`) : "";
}

/** Says `dead` only with proof: no such process, another process with its number, or an earlier boot of this machine. */
export function livenessOf(owner: ProcessIdentity, self: ProcessIdentity): Liveness {
  if (owner.boot !== self.boot) {
    return owner.machine !== "" && owner.machine === self.machine ? "dead" : "unknown";
  }
  if (owner.namespace !== self.namespace) return "unknown";
  // Without boot ids (macOS, Windows) a pid is only comparable on a machine that is at least named alike.
  if (owner.boot === "" && owner.machine !== self.machine) return "unknown";
  if (!existsByPid(owner.pid)) return "dead";
  const status = processStatus(owner.pid);
  if (status === undefined || owner.started === "") return owner.pid === self.pid ? "alive" : "unknown";
  // A zombie runs no more code.
  if (status.state === "Z" || status.state === "X") return "dead";
  return status.started === owner.started ? "alive" : "dead";
}

function existsByPid(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** Fields 3 and 22 of `/proc/<pid>/stat`; the name in between may contain spaces and parentheses. */
function processStatus(pid: number): { readonly state: string; readonly started: string } | undefined {
  const text = readText(`/proc/${pid}/stat`);
  if (!text.startsWith(`${pid} `)) return undefined;
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, started] = [fields[0], fields[19]];
  return state === undefined || started === undefined ? undefined : { state, started };
}

function bootTime(): number | undefined {
  const seconds = /^btime (\d+)$/m.exec(readText("/proc/stat"))?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

function readText(path: string): string {
  return quietly(() => readFileSync(path, "utf8").trim()) ?? "";
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function shortDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
