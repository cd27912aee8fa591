import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../src", import.meta.url));
/** Static imports that exist at run time; `import type` and `import()` load nothing by themselves. */
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm;

function loadedFrom(entry: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = [join(ROOT, entry)];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(IMPORT))
      if (specifier.startsWith(".")) queue.push(join(dirname(file), specifier.replace(/\.js$/, ".ts")));
  }
  return new Set([...seen].map((file) => relative(ROOT, file)));
}

it("the front door loads itself; protocol, adapters, scanner and model wait until they are asked for", () => {
  const files = [...loadedFrom("index.ts")];
  expect(files.every((file) => existsSync(join(ROOT, file)))).toBe(true);
  expect(files).toContain("runtime/create-cortex.ts");
  const folders = new Set(files.map((file) => (file.includes("/") ? file.slice(0, file.indexOf("/")) : ".")));
  expect([...folders].toSorted()).toEqual([".", "core", "runtime", "text"]);
  expect(files.length).toBeLessThan(20);
});
