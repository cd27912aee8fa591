import { mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { onTestFinished } from "vitest";
import type { Pin } from "../../src/core/identity.js";
import type { Approval } from "../../src/ports/approval.js";
import type { Bundle } from "../../src/ports/bundle.js";
import type { PortContext } from "../../src/ports/context.js";
import { mintApproval } from "../../src/safety/approval.js";
import { treeDigest } from "../../src/safety/tree-digest.js";

export function portContext(overrides: Partial<PortContext> = {}): PortContext {
  return {
    signal: new AbortController().signal,
    deadline: Date.now() + 60_000,
    flowId: "flow-1",
    ...overrides,
  };
}

export function bundleOf(
  files: Readonly<Record<string, string>>,
  executables: readonly string[] = [],
): Bundle {
  return {
    files: Object.entries(files).map(([path, text]) => {
      const bytes = new TextEncoder().encode(text);
      return executables.includes(path) ? { path, bytes, executable: true } : { path, bytes };
    }),
  };
}

export function pinOf(key: string, version: string, bundle: Bundle): Pin {
  return { key, version, digest: treeDigest(bundle) };
}

export function approvalFor(pin: Pin, expiresAt = Date.now() + 60_000): Approval {
  return mintApproval({ kind: "install", pin, sideEffects: [] }, { expiresAt });
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "skill-cortex-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every path below a folder, sorted, folders with a slash at the end. */
export async function tree(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .map(
      (entry) => `${relative(folder, join(entry.parentPath, entry.name))}${entry.isDirectory() ? "/" : ""}`,
    )
    .sort();
}
