// The built package starts on every Node release line that it promises.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const targets = Object.values(manifest.exports).flatMap((target) =>
  typeof target === "string" ? [] : [target.import],
);
// fast-check is an optional peer of the testing entry; it is installed here as a development dependency.
const script = `for (const file of ${JSON.stringify(targets)}) await import(new URL(file, "file://" + process.cwd() + "/").href); console.log(process.version, "ok")`;
const nodes = [
  process.execPath,
  ...["node22", "node24", "node26"].map((name) => `test/e2e/node_modules/${name}/bin/node`),
];
let failed = 0;
for (const node of nodes) {
  const result = spawnSync(node, ["--input-type=module", "-e", script], { encoding: "utf8" });
  process.stdout.write(result.stdout ?? "");
  if (result.status !== 0) {
    failed += 1;
    console.error(`${node} failed: ${result.stderr || result.error}`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
