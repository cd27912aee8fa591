import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Bundle, scanBundle } from "../../src/safety/index.js";

const MODULES = fileURLToPath(new URL("./node_modules/", import.meta.url));
/** Files of one skill beyond which reading on says nothing about the scanner. */
const MAXIMUM_BYTES = 2 << 20;

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

function skillFolders(packageName: string): readonly string[] {
  return filesBelow(join(MODULES, packageName))
    .filter((path) => path.endsWith("/SKILL.md"))
    .map((path) => dirname(path));
}

function bundleAt(folder: string): Bundle {
  return {
    files: filesBelow(folder)
      .filter((path) => statSync(path).size <= MAXIMUM_BYTES)
      .map((path) => ({ path: relative(folder, path), bytes: new Uint8Array(readFileSync(path)) })),
  };
}

function verdicts(
  packageName: string,
): Readonly<Record<"blocked" | "warned", readonly string[]>> & { count: number } {
  const blocked: string[] = [];
  const warned: string[] = [];
  const folders = skillFolders(packageName);
  for (const folder of folders) {
    const { findings } = scanBundle(bundleAt(folder));
    const names = findings.map(
      ({ rule, file, line }) => `${relative(MODULES, folder)} ${rule} ${file}:${line}`,
    );
    if (findings.some(({ severity }) => severity === "critical")) blocked.push(...names);
    else if (findings.length > 0) warned.push(relative(MODULES, folder));
  }
  return { blocked, warned, count: folders.length };
}

describe.runIf(existsSync(join(MODULES, "openclaw")))("real skills", () => {
  it("none of the openclaw package is blocked, and at most one in ten is warned", () => {
    const { blocked, warned, count } = verdicts("openclaw");
    expect(count).toBeGreaterThanOrEqual(60);
    expect(blocked).toEqual([]);
    expect(warned.length).toBeLessThanOrEqual(count / 10);
  });

  it.each(["playwright-core", "dotenv", "@mariozechner/pi-coding-agent"])("none of %s is blocked", (name) => {
    expect(verdicts(name).blocked).toEqual([]);
  });
});
