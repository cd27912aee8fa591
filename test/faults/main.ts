// The file store under real processes: many writers at once, and writers that are killed in the middle.
// `--short` is the form that runs with every change; without it, the numbers of the store's promise.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { killedWriters } from "./killed-writers.js";
import { manyWriters } from "./many-writers.js";

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { short: { type: "boolean", default: false } } });
  const [commits, kills] = values.short ? [60, 15] : [1000, 200];
  let broken = 0;
  for (const check of [
    (directory: string) => manyWriters(directory, { processes: 8, commits }),
    (directory: string) => killedWriters(directory, { kills }),
  ]) {
    const directory = mkdtempSync(join(tmpdir(), "skill-cortex-faults-"));
    try {
      const { line, failures } = await check(directory);
      console.log(line);
      broken += failures;
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
  return broken === 0 ? 0 : 1;
}

process.exitCode = await main();
