import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PortContext } from "../../src/ports/context.js";

/** A context that never ends. */
export const CALM: PortContext = {
  signal: new AbortController().signal,
  deadline: Number.MAX_SAFE_INTEGER,
  flowId: "test",
};

const made: string[] = [];

/** A fresh directory, removed by `removeDirectories`; in memory where there is a place for it, if asked. */
export function freshDirectory(where: "disk" | "memory" = "disk"): string {
  const parent = where === "memory" && existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const directory = mkdtempSync(join(parent, "cortex-store-"));
  made.push(directory);
  return directory;
}

/** Call it after each test. */
export function removeDirectories(): void {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
}

/** Every file below a directory, sorted. */
export function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();
}

/** The number of a process that ran and is gone. */
export function deadPid(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}
