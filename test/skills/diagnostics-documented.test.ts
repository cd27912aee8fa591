import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readSkill, type SpecMode, type ValidationProfile, validateSkill } from "../../src/skills/index.js";
import { FRONTMATTER_CASES } from "../fixtures/skills/frontmatter-cases.js";
import { place } from "../support/skills-make.js";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const documented = new Set(
  [...read("docs/skills-diagnostics.md").matchAll(/^\| `([A-Za-z_-]+)` +\|/gm)].map(
    (match) => match[1] ?? "",
  ),
);
const sources = ["src/skills", "src/node"].flatMap((folder) =>
  readdirSync(new URL(folder, root))
    .filter((file) => folder === "src/skills" || file.startsWith("skill-"))
    .map((file) => read(`${folder}/${file}`)),
);

/** Codes as the sources spell them: after `code:`, as the word before a message, or with `skill-` in front. */
function spelt(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const source of sources) {
    const literal =
      /"((?:frontmatter|metadata|install-spec|invocation|limit|config-unknown|plugin|probe|name|body|allowed-tools)-[a-z-]+|file-name|skill-shadowed|[A-Z]+(?:_[A-Z]+)*_(?:MISSING|INVALID|MISMATCH))"/g;
    for (const [, code] of source.matchAll(literal)) found.add(code ?? "");
  }
  const union = /RejectionCode =([^;]+);/.exec(read("src/skills/skill.ts"))?.[1] ?? "";
  for (const [, code] of union.matchAll(/"([a-z-]+)"/g)) found.add(`skill-${code}`);
  for (const key of ["description", "compatibility"])
    for (const ending of ["missing", "not-text", "too-long"]) found.add(`${key}-${ending}`);
  return found;
}

it("docs/skills-diagnostics.md explains every code, and no other", () => {
  expect([...documented].sort()).toEqual([...spelt()].sort());
});

it("nothing else is ever said about a header", () => {
  const modes: readonly SpecMode[] = ["standard", "legacy", "mixed", "strict"];
  const profiles: readonly ValidationProfile[] = ["agent-skills", "openpocket", "openpocket-strict"];
  const said = new Set<string>();
  for (const { text } of FRONTMATTER_CASES) {
    for (const mode of modes)
      for (const { code } of readSkill(text, place({ mode })).diagnostics) said.add(code);
    for (const profile of profiles)
      for (const { code } of validateSkill(text, { file: "/skills/a/SKILL.md", profile })) said.add(code);
  }
  expect([...said].filter((code) => !documented.has(code))).toEqual([]);
  expect(said.size).toBeGreaterThan(15);
});
