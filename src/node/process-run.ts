import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { CortexError } from "../core/errors.js";
import { safeText } from "../text/safe-text.js";
import { errnoOf } from "./file-system.js";
import { IS_WINDOWS } from "./platform.js";

/** One command. It is an argument vector: nothing ever goes through a shell. */
export interface ProcessRequest {
  readonly argv: readonly string[];
  readonly cwd?: string;
  /** The whole environment of the child; nothing else of ours reaches it. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly timeoutMs: number;
  /** Bytes kept of each of stdout and stderr; what comes after is read and dropped. */
  readonly maximumOutputBytes: number;
  readonly signal?: AbortSignal;
}

/** How a process ended, and what it said. */
export interface ProcessResult {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** True when output was dropped. */
  readonly truncated: boolean;
}

/** Time between asking a process to stop and ending it. */
const GRACE_MS = 500;
/** A grandchild that left the group can hold the pipes open; they are not waited for. */
const DRAIN_MS = 250;

const running = new Set<ChildProcess>();
let watching = false;

/**
 * Runs a command in a process group of its own and resolves when it has ended,
 * with whatever exit code. Rejects with `binary-missing`, `process-timeout`,
 * `cancelled` or `process-failed`. Afterwards nobody of the group is left.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  const [command, ...args] = request.argv;
  if (command === undefined || command === "" || request.argv.some((part) => part.includes("\0"))) {
    throw new CortexError("input-invalid", "A command needs a program and no NUL characters.");
  }
  if (request.signal?.aborted === true) throw cancelled(command);
  const child = spawn(command, args, {
    cwd: request.cwd,
    env: { ...request.env },
    shell: false,
    windowsHide: true,
    detached: !IS_WINDOWS,
    stdio: ["pipe", "pipe", "pipe"],
  });
  track(child);
  const stdout = collect(child.stdout, request.maximumOutputBytes);
  const stderr = collect(child.stderr, request.maximumOutputBytes);
  // A child that does not read its input closes the pipe; that is its right.
  child.stdin.on("error", () => {});
  child.stdin.end(request.stdin ?? "");
  let stopped: "timeout" | "cancelled" | undefined;
  const stop = (reason: "timeout" | "cancelled") => {
    stopped ??= reason;
    endGroup(child, "SIGTERM");
    force = setTimeout(() => endGroup(child, "SIGKILL"), GRACE_MS);
  };
  let force: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => stop("timeout"), request.timeoutMs);
  const onAbort = () => stop("cancelled");
  request.signal?.addEventListener("abort", onAbort, { once: true });
  try {
    const exitCode = await exited(child);
    endGroup(child, "SIGKILL");
    await drained(child);
    if (stopped === "timeout") {
      throw new CortexError(
        "process-timeout",
        `${safeText(command, 80)} did not end within ${request.timeoutMs} ms.`,
        { details: { timeoutMs: request.timeoutMs } },
      );
    }
    if (stopped === "cancelled") throw cancelled(command);
    return {
      exitCode,
      stdout: stdout.text(),
      stderr: stderr.text(),
      truncated: stdout.truncated() || stderr.truncated(),
    };
  } catch (error) {
    if (CortexError.is(error)) throw error;
    throw startFailure(command, errnoOf(error));
  } finally {
    clearTimeout(timer);
    clearTimeout(force);
    request.signal?.removeEventListener("abort", onAbort);
    running.delete(child);
  }
}

function cancelled(command: string): CortexError {
  return new CortexError("cancelled", `${safeText(command, 80)} was cancelled.`);
}

function startFailure(command: string, errno: string): CortexError {
  const name = safeText(command, 80);
  return errno === "ENOENT"
    ? new CortexError("binary-missing", `${name} is not installed, or its folder is missing.`, {
        details: { command: name },
      })
    : new CortexError("process-failed", `${name} could not be started (${errno || "unknown"}).`, {
        details: { command: name, errno },
      });
}

function exited(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code));
  });
}

function drained(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve();
    };
    const timer = setTimeout(done, DRAIN_MS);
    child.once("close", done);
  });
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (IS_WINDOWS) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}

/** A group of its own does not get the terminal's Ctrl-C, so it must end with us. */
function track(child: ChildProcess): void {
  running.add(child);
  if (watching) return;
  watching = true;
  process.on("exit", () => {
    for (const other of running) endGroup(other, "SIGKILL");
  });
}

function collect(stream: Readable, maximum: number) {
  const chunks: Buffer[] = [];
  let kept = 0;
  let dropped = false;
  stream.on("error", () => {});
  stream.on("data", (chunk: Buffer) => {
    const part = chunk.subarray(0, Math.max(0, maximum - kept));
    if (part.length < chunk.length) dropped = true;
    if (part.length > 0) chunks.push(part);
    kept += part.length;
  });
  return { text: () => Buffer.concat(chunks).toString("utf8"), truncated: () => dropped };
}
