import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";

const ORDER = [
  "text",
  "core",
  "ports",
  "skills",
  "safety",
  "discovery",
  "workshop",
  "experience",
  "runtime",
  "tools",
];
const ADAPTERS = ["in-memory", "registries", "node"];

function allowed(from: string, to: string): boolean {
  if (from === to) return true;
  if (to === "testing" || to === "cli") return from === "testing" && to === "testing";
  const left = ORDER.indexOf(from);
  const right = ORDER.indexOf(to);
  if (left >= 0) return right >= 0 && right < left;
  if (ADAPTERS.includes(from)) return right >= 0 || (from === "node" && to === "registries");
  return from === "cli" || from === "testing" || from === "";
}

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);

it("folders import only leftwards", () => {
  const wrong: string[] = [];
  for (const file of files) {
    const path = join("src", file);
    const from = file.includes("/") ? (file.split("/")[0] ?? "") : "";
    for (const [, target] of readFileSync(path, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
      const resolved = relative("src", join(dirname(path), target ?? ""));
      const to = resolved.includes("/") ? (resolved.split("/")[0] ?? "") : "";
      if (!allowed(from, to)) wrong.push(`${file} imports ${resolved}`);
    }
  }
  expect(wrong).toEqual([]);
});

it("the pure folders know no clock, no chance and no machine", () => {
  const impure = files.filter(
    (file) =>
      /^(?:text|core)\//.test(file) &&
      /\bDate\b\s*[.(]|\bnew Date\b|Math\.random|from "node:|\bprocess\./.test(
        readFileSync(join("src", file), "utf8"),
      ),
  );
  expect(impure).toEqual([]);
});

it("only one file reads gray-matter", () => {
  const importers = files.filter((file) =>
    /from "gray-matter"/.test(readFileSync(join("src", file), "utf8")),
  );
  expect(importers).toEqual(["skills/frontmatter.ts"]);
});
