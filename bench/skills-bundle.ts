import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "tsup";

/** The code that is measured, compiled as it is shipped. */
export interface Bundle {
  readonly load: typeof import("./skills-load.js");
  /** A script for another Node. */
  readonly openClawScript: string;
  remove(): void;
}

/**
 * Compiles what is measured as the package is compiled. The loader that runs the benchmark's own TypeScript
 * names every inner function at run time, which the package does not do and which costs more than some of the work.
 */
export async function bundle(): Promise<Bundle> {
  const here = new URL(".", import.meta.url).pathname;
  // Inside the repository, so that dependencies are found from there.
  const cache = join(here, "..", "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, "skill-cortex-bench-"));
  await build({
    config: false,
    entry: { load: join(here, "skills-load.ts"), openclaw: join(here, "skills-openclaw.ts") },
    format: "esm",
    target: "node20",
    outDir,
    silent: true,
  });
  return {
    load: await import(pathToFileURL(join(outDir, "load.js")).href),
    openClawScript: join(outDir, "openclaw.js"),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}
