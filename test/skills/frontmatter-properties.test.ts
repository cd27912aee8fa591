import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFrontmatter, readSkill, type SpecMode, validateSkill } from "../../src/skills/index.js";
import { parseLimitedYaml } from "../../src/skills/limited-yaml.js";
import { parseSimpleYaml } from "../../src/skills/simple-yaml.js";
import { FRONTMATTER_CASES, REQUIRED_PROGRAM } from "../fixtures/skills/frontmatter-cases.js";
import { place } from "../support/skills-make.js";

const MODES: readonly SpecMode[] = ["standard", "legacy", "mixed", "strict"];
const PROFILES = ["openpocket", "openpocket-strict", "agent-skills"] as const;

/** Words and marks that headers are made of, in any order: reaches deeper than plain bytes. */
const scraps = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."---\n|\n|: |{|}|[|]|,|\"|'|#|- |  |\t|>|&a|*a|!!js/function |<<: |\r\n|\ufeff|\\|\0|//|/*|*/".split(
          "|",
        ),
        "|",
        "name: ",
        "description: ",
        "metadata: ",
        "openclaw",
        "requires",
        "bins",
        "__proto__: ",
        "constructor: ",
        "true",
        "1e999",
        "----\n",
        "+++\n",
        "---js\n",
      ),
      fc.string({ maxLength: 8, unit: "binary" }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => `---\n${parts.join("")}`);
const bytes = fc.uint8Array({ maxLength: 400 }).map((data) => Buffer.from(data).toString("utf8"));
const sources = fc.constantFrom(...FRONTMATTER_CASES.map(({ text }) => text));
/** A real header with something cut out and something put in. */
const damaged = fc
  .tuple(sources, fc.nat(), fc.nat({ max: 6 }), fc.string({ maxLength: 4, unit: "binary" }))
  .map(([text, at, cut, put]) => {
    const start = text.length === 0 ? 0 : at % text.length;
    return text.slice(0, start) + put + text.slice(start + cut);
  });

describe("any text at all", () => {
  it("is read without a throw, in every mode and by every profile", () => {
    const check = (text: string): void => {
      const { value } = parseFrontmatter(text);
      expect(value.bodyLine).toBeGreaterThanOrEqual(1);
      expect(Object.getPrototypeOf(value.data)).toBe(null);
      for (const mode of MODES) {
        const read = readSkill(text, place({ mode }));
        // One of both, and never without a word.
        expect(read.skill === undefined).toBe(read.rejected !== undefined);
        if (read.rejected !== undefined)
          expect(read.diagnostics.some(({ severity }) => severity === "error")).toBe(true);
      }
      for (const profile of PROFILES) validateSkill(text, { file: "/s/a/SKILL.md", profile });
    };
    fc.assert(fc.property(fc.oneof(bytes, scraps, damaged), check), { numRuns: 2_500 });
    expect(({} as { polluted?: unknown }).polluted).toBe(undefined);
  });

  it("never yields a body line that lies", () => {
    fc.assert(
      fc.property(fc.oneof(scraps, damaged), (source) => {
        const text = source.replace(/\r(?!\n)/g, "");
        const { body, bodyLine } = parseFrontmatter(text).value;
        const rest = text
          .replace(/^\ufeff/, "")
          .split("\n")
          .slice(bodyLine - 1)
          .join("\n");
        expect(rest).toBe(body);
      }),
      { numRuns: 2_000 },
    );
  });

  it("gets the same answer from the fast reader and from YAML", () => {
    const word = fc.constantFrom(
      "a",
      "b c",
      "true",
      "1",
      "007",
      "1.10",
      "null",
      "x: y",
      "é",
      "a #b",
      "-",
      "a:",
      "it's",
      "'q'",
      '"q"',
      "[a]",
      '["a"]',
      '{"k": 1}',
      "",
      "~",
      "yes",
      "0x1f",
      "1_000",
      "2026-11-18",
      "a // b",
    );
    const indented = fc.constantFrom("", "", "", "  ", "    ", "- ", "  - ");
    const line = fc
      .tuple(indented, fc.constantFrom("k", "name", "o", "p", "q", "r"), word)
      .map(([indent, key, value]) => (value === "" ? `${indent}${key}:` : `${indent}${key}: ${value}`));
    let answered = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
        const block = lines.join("\n");
        const fast = parseSimpleYaml(block);
        if (fast === undefined) return;
        answered += 1;
        const slow = parseLimitedYaml(block);
        expect(slow).toMatchObject({ ok: true });
        expect(slow.ok ? slow.data : undefined).toEqual(fast);
      }),
      { numRuns: 10_000 },
    );
    expect(answered).toBeGreaterThan(500);
  });
});

describe("a requirement that is damaged", () => {
  const programs = [REQUIRED_PROGRAM, "another-program"];
  const list = JSON.stringify(programs);
  const requires = `{"requires":{"bins":${list}}}`;
  const styles = [
    ["metadata:", "  openclaw:", "    requires:", `      bins: ${list}`],
    [
      "metadata:",
      "  openclaw:",
      "    requires:",
      "      bins:",
      ...programs.map((name) => `        - ${name}`),
    ],
    [`metadata: {"openclaw":${requires}}`],
    ["metadata:", `  {"openclaw":`, `    ${requires}}`],
    [`metadata: '{"openclaw":${requires}}'`],
    ["metadata: { /* why */", `  openclaw: ${requires},`, "}"],
  ].map((lines) => ({
    style: lines.join(" "),
    text: ["---", "name: a", "description: Does it.", ...lines, "---", "# Body", ""].join("\n"),
  }));
  // `#` is left out: what it comments out is gone on purpose.
  const characters = [..." \t\n:-,'\"{}[]|>&*!%@`?/\\=.x0é"];

  it.each(styles)("never gets lost, whatever one slip of the pen does to $style", ({ text }) => {
    const lost: string[] = [];
    const check = (broken: string): void => {
      const { skill } = readSkill(broken, place());
      // The slip may be in a name, or join two of them; but no name may be gone.
      const missing = programs.join("").length - (skill?.metadata.requires.bins.join("").length ?? Infinity);
      if (missing > 1) lost.push(broken);
    };
    for (let at = 0; at < text.indexOf("# Body"); at += 1) {
      check(text.slice(0, at) + text.slice(at + 1));
      for (const character of characters) check(text.slice(0, at) + character + text.slice(at));
    }
    expect(lost).toEqual([]);
  });
});
