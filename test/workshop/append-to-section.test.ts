import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { appendToSection } from "../../src/workshop/append-to-section.js";
import { markdownBlocks } from "../../src/workshop/markdown-blocks.js";
import { sectionsOf } from "../../src/workshop/sections.js";
import { growthOf } from "../support/text-growth.js";

const append = (text: string, section: string, body: string): string => {
  const result = appendToSection(text, 0, section, body);
  return result.isOk() ? result.value.text : `refused: ${result.error.code}`;
};

describe("where an addition goes", () => {
  test.each([
    [
      "a heading that only starts the same is another section",
      "## Workflow\n\n- a\n",
      "Work",
      "- x",
      "## Workflow\n\n- a\n\n## Work\n\n- x\n",
    ],
    [
      "CRLF stays CRLF",
      "## Workflow\r\n\r\n- a\r\n\r\n## B\r\n",
      "Workflow",
      "- x\n- y",
      "## Workflow\r\n\r\n- a\r\n- x\r\n- y\r\n\r\n## B\r\n",
    ],
    [
      "heading at the end, without a line end",
      "# T\n\n## Workflow",
      "Workflow",
      "- x",
      "# T\n\n## Workflow\n\n- x\n",
    ],
    [
      "heading at the end of a CRLF file",
      "# T\r\n\r\n## Workflow",
      "Workflow",
      "- x",
      "# T\r\n\r\n## Workflow\r\n\r\n- x\r\n",
    ],
    [
      "a heading in a code fence is none",
      "```md\n## Workflow\n```\n\n## Workflow\n\n- a\n",
      "Workflow",
      "- x",
      "```md\n## Workflow\n```\n\n## Workflow\n\n- a\n- x\n",
    ],
    [
      "a heading in a quotation is none",
      "> ## Workflow\n\ntext\n",
      "Workflow",
      "- x",
      "> ## Workflow\n\ntext\n\n## Workflow\n\n- x\n",
    ],
    [
      "the second-level section wins over a deeper one of the same name",
      "## A\n\n### Workflow\n\n- deep\n\n## Workflow\n\n- a\n",
      "Workflow",
      "- x",
      "## A\n\n### Workflow\n\n- deep\n\n## Workflow\n\n- a\n- x\n",
    ],
    [
      "a deeper section can be named by its marks",
      "## Workflow\n\n- a\n\n### Details\n\n- d\n",
      "### Details",
      "- x",
      "## Workflow\n\n- a\n\n### Details\n\n- d\n- x\n",
    ],
    [
      "text of deeper headings stays theirs",
      "## Workflow\n\n- a\n\n### Deep\n\ntext\n",
      "Workflow",
      "- x",
      "## Workflow\n\n- a\n- x\n\n### Deep\n\ntext\n",
    ],
    [
      "headings in the addition go behind deeper sections",
      "## Workflow\n\n- a\n\n### Deep\n\ntext\n\n## B\n",
      "Workflow",
      "### New\n\n- x",
      "## Workflow\n\n- a\n\n### Deep\n\ntext\n\n### New\n\n- x\n\n## B\n",
    ],
    [
      "a repeated heading and title are dropped",
      "# T\n\nIntro",
      "Workflow",
      "# T\n\n## Workflow\n\n- x",
      "# T\n\nIntro\n\n## Workflow\n\n- x\n",
    ],
    [
      "a setext heading is a heading",
      "Workflow\n--------\n\n- a\n",
      "Workflow",
      "- x",
      "Workflow\n--------\n\n- a\n- x\n",
    ],
    ["headings without a line between", "## A\n## B", "A", "para", "## A\n\npara\n\n## B"],
    ["a paragraph is not continued", "## A\n\npara\n## B", "A", "more", "## A\n\npara\n\nmore\n\n## B"],
    [
      "dollar sequences are text",
      "## A\n\n- a\n",
      "A",
      "- $1 $& $' $` $$",
      "## A\n\n- a\n- $1 $& $' $` $$\n",
    ],
    [
      "a fence in the section is closed before the addition",
      "## A\n\n```\ncode\n```\n",
      "A",
      "- x",
      "## A\n\n```\ncode\n```\n\n- x\n",
    ],
    ["an empty text", "", "Workflow", "- x", "## Workflow\n\n- x\n"],
    [
      "a shallower heading never climbs above the section",
      "## A\n\n- a\n\n## B\n",
      "A",
      "text\n\n# Big\n\nmore",
      "## A\n\n- a\n\ntext\n\n## Big\n\nmore\n\n## B\n",
    ],
    [
      "an open fence in the addition is refused",
      "## A\n\n- a\n\n## B\n",
      "A",
      "```\nopen",
      "refused: input-invalid",
    ],
    [
      "an open fence in the skill is not written into",
      "## A\n\n- a\n\n```\nopen",
      "A",
      "- x",
      "refused: input-invalid",
    ],
    [
      "an open comment in the addition is refused",
      "## A\n\n## B\n",
      "A",
      "<!-- open",
      "refused: input-invalid",
    ],
    ["an empty addition is refused", "## A\n", "A", " \n", "refused: input-invalid"],
  ])("%s", (_, text, section, body, expected) => {
    expect(append(text, section, body)).toBe(expected);
  });

  test("what the section already says is not said twice", () => {
    const result = appendToSection("## A\r\n\r\n- one\r\n- two\r\n", 0, "A", "- two");
    expect(result._unsafeUnwrap()).toMatchObject({ changed: false });
    expect(append("## A\n\n- two more\n", "A", "- two")).toContain("- two more\n- two\n");
  });
});

const line = fc.oneof(
  fc.constantFrom(
    "## Workflow",
    "### X",
    "# T",
    "text",
    "- item",
    "  - sub",
    "```",
    "~~~",
    "    code",
    "> quote",
    "---",
    "===",
    "<!-- c",
    "-->",
    "<div>",
    "",
    "",
    "1. one",
    "[a]: b",
    "[a]: c",
    "| a | b |",
    "|---|---|",
    "\t# tab",
  ),
  fc.string({ maxLength: 12 }),
);
const document = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom("\n", "\r\n", "\r"))
  .map(([lines, end]) => lines.join(end));
const addition = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n"));

describe("properties", () => {
  test("the old text survives around one inserted run, or the edit is refused", () => {
    fc.assert(
      fc.property(
        document,
        fc.constantFrom("Workflow", "X", "### X", "Other"),
        addition,
        (text, section, body) => {
          const result = appendToSection(text, 0, section, body);
          if (result.isErr() || !result.value.changed) return;
          const now = result.value.text;
          let head = 0;
          while (head < text.length && text[head] === now[head]) head += 1;
          const tail = text.length - head;
          expect(now.length).toBeGreaterThan(text.length);
          expect(tail === 0 || now.endsWith(text.slice(head))).toBe(true);
        },
      ),
      { numRuns: 4000 },
    );
  });

  test("every other heading keeps its place in the outline", () => {
    fc.assert(
      fc.property(document, (text) => {
        const before = sectionsOf(markdownBlocks(text));
        const target = before[0];
        if (target === undefined || target.title.trim() === "") return;
        const result = appendToSection(text, 0, `${"#".repeat(target.depth)} ${target.title}`, "- A step.");
        if (result.isErr() || !result.value.changed) return;
        const outline = (value: string) =>
          sectionsOf(markdownBlocks(value)).map(({ depth, title }) => [depth, title]);
        expect(outline(result.value.text).slice(0, before.length)).toEqual(outline(text));
      }),
      { numRuns: 3000 },
    );
  });

  test("it never throws, whatever the text is", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.string({ maxLength: 20 }),
        fc.string({ unit: "binary", maxLength: 60 }),
        (text, section, body) => {
          appendToSection(text, 0, section, body);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("hostile texts", () => {
  test.each([
    ["nested quotations", "> "],
    ["nested lists", "- "],
    ["nested numbers", "1. "],
    ["quotations and lists", "> - "],
    ["headings", "# a\n"],
    ["spaces", " "],
    ["marks of a heading", "# # # "],
    ["empty lines", "\n"],
    ["open fences", "```\n"],
    ["open comments", "<!--"],
  ])("%s cost no more than their length, and never overflow", (_, piece) => {
    const make = (size: number): string => piece.repeat(size / piece.length);
    const inSkill = (text: string) => appendToSection(`## A\n\n${text}x\n\n## B\n`, 0, "A", "- new");
    const inAddition = (text: string) => appendToSection("## A\n\n- a\n", 0, "A", `${text}x`);
    expect(growthOf(inSkill, make, 20_000)).toBeLessThan(3);
    expect(growthOf(inAddition, make, 20_000)).toBeLessThan(3);
  });
});
