// The exports map and the built files agree, and the public names are those of the snapshot.
// Run with --update after a deliberate change of the public API.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const problems = [];
const surface = {};
for (const [subpath, target] of Object.entries(manifest.exports)) {
  if (typeof target === "string") continue;
  if (Object.keys(target)[0] !== "types") problems.push(`${subpath}: "types" must come first`);
  for (const file of Object.values(target))
    if (!existsSync(file)) problems.push(`${subpath}: ${file} was not built`);
  if (existsSync(target.import))
    surface[subpath] = Object.keys(await import(pathToFileURL(resolve(target.import)).href)).sort();
}
const mapped = new Set(
  Object.values(manifest.exports).flatMap((target) => (typeof target === "string" ? [] : [target.import])),
);
for (const folder of readdirSync("dist", { withFileTypes: true })) {
  const file = `./dist/${folder.name}/index.js`;
  if (folder.isDirectory() && existsSync(file) && !mapped.has(file))
    problems.push(`${file} is built but not exported`);
}
for (const file of Object.values(manifest.bin))
  if (!existsSync(file)) problems.push(`bin ${file} was not built`);

const snapshot = "docs/public-api.json";
if (process.argv.includes("--update")) writeFileSync(snapshot, `${JSON.stringify(surface, null, 2)}\n`);
else if (
  !existsSync(snapshot) ||
  JSON.stringify(JSON.parse(readFileSync(snapshot, "utf8"))) !== JSON.stringify(surface)
)
  problems.push(
    `the public names differ from ${snapshot}; run "node scripts/check-package.mjs --update" if that is meant`,
  );

for (const problem of problems) console.error(`- ${problem}`);
console.log(`${Object.keys(surface).length} entry points, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
