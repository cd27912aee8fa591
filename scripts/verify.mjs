// Everything that must hold before a change lands, in one command. Prints a line a stage and
// ends with `N passed, N failed`; every stage runs even after a failure.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const only = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "skill-cortex-verify-"));
const unitReport = join(scratch, "unit.json");

/** @type {readonly { name: string, command: readonly string[], counts?: string }[]} */
const stages = [
  {
    name: "peers",
    command: [
      "npm",
      "ci",
      "--prefix",
      "test/e2e",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ],
  },
  { name: "lint", command: ["npx", "biome", "check", "."] },
  { name: "types", command: ["npx", "tsc", "--noEmit"] },
  { name: "types-pure", command: ["npx", "tsc", "--noEmit", "-p", "tsconfig.core.json"] },
  { name: "build", command: ["npx", "tsup", "--silent"] },
  {
    name: "tests",
    command: [
      "npx",
      "vitest",
      "run",
      "--coverage",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${unitReport}`,
    ],
    counts: unitReport,
  },
  { name: "faults", command: ["npx", "tsx", "test/faults/main.ts", "--short"] },
  { name: "benchmarks", command: ["npx", "tsx", "bench/main.ts", "--short"] },
  { name: "package", command: ["node", "scripts/check-package.mjs"] },
  { name: "nodes", command: ["node", "scripts/smoke-nodes.mjs"] },
  { name: "api-docs", command: ["npx", "typedoc", "--logLevel", "Warn"] },
  { name: "publint", command: ["npx", "publint", "--strict"] },
  { name: "types-resolve", command: ["npx", "attw", "--pack", ".", "--profile", "esm-only"] },
  { name: "unused", command: ["npx", "knip"] },
  { name: "snippets", command: ["node", "scripts/check-snippets.mjs"] },
  { name: "diagram", command: ["node", "scripts/draw-flow.mjs", "--check"] },
  { name: "demo", command: ["npx", "tsx", "examples/demo/main.ts"] },
];

let passed = 0;
let failed = 0;
for (const stage of stages) {
  if (only.length > 0 && !only.includes(stage.name)) continue;
  const started = Date.now();
  console.log(`\n== ${stage.name}`);
  const [command, ...args] = stage.command;
  const result = spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"], env: process.env });
  const ok = result.status === 0;
  if (stage.counts !== undefined && existsSync(stage.counts)) {
    const report = JSON.parse(readFileSync(stage.counts, "utf8"));
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    if (!ok && report.numFailedTests === 0) failed += 1;
  } else if (ok) passed += 1;
  else failed += 1;
  console.log(`== ${stage.name}: ${ok ? "ok" : "FAILED"} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
rmSync(scratch, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
