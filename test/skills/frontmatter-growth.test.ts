import { describe, expect, it } from "vitest";
import { readSkill, validateSkill } from "../../src/skills/index.js";
import { fastestGrowth } from "../support/skills-growth.js";
import { place } from "../support/skills-make.js";

const fill = (piece: string, size: number): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/** Shapes on which naive readers take quadratic time or worse. */
const SHAPES: readonly (readonly [string, (size: number) => string])[] = [
  ["many keys", (size) => Array.from({ length: size / 12 }, (_, index) => `key${index}: value`).join("\n")],
  ["keys written twice", (size) => fill("a: b\n", size)],
  ["entries that need repair", (size) => fill("a: b: c\n", size)],
  ["lines that belong to nothing", (size) => fill("word\n", size)],
  ["blank lines", (size) => fill("\n", size)],
  ["blanks", (size) => fill(" ", size)],
  ["tabs", (size) => fill("\t", size)],
  ["lines of dashes with data below", (size) => fill("----\na: b\n", size)],
  ["almost fences", (size) => fill("---x\n", size)],
  ["opening brackets", (size) => `metadata: ${fill("[", size)}`],
  ["opening braces", (size) => `metadata: ${fill('{"a":', size)}`],
  ["metadata that never closes", (size) => fill("metadata: {\n", size)],
  ["comments that never close", (size) => fill("metadata: {/*\n", size)],
  ["quotes", (size) => `description: ${fill('"', size)}`],
  ["backslashes", (size) => `description: "${fill("\\", size)}`],
  ["one long text", (size) => `description: ${fill("word ", size)}`],
  ["a heading with many blanks", (size) => `# a${fill(" ", size)}b`],
  ["a heading with many number signs", (size) => `# a${fill(" #", size)}b`],
  ["one long list", (size) => `metadata: {openclaw: {requires: {bins: [${fill("a,", size)}]}}}`],
  [
    "deep indentation",
    (size) => Array.from({ length: Math.sqrt(size) }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"),
  ],
];

const read = (text: string): void => {
  readSkill(text, place());
  validateSkill(text, { file: "/skills/a/SKILL.md", profile: "agent-skills" });
};
describe("twice the header takes at most three times as long", () => {
  it.each(SHAPES)("%s, within the size that is parsed", (_, make) => {
    const header = (size: number): string => `---\nname: a\n${make(size)}\n---\n# Body\n`;
    expect(fastestGrowth(read, header(2_000), header(8_000))).toBeLessThan(3);
  });

  it.each(SHAPES)("%s, far beyond it", (_, make) => {
    const header = (size: number): string => `---\nname: a\n${make(size)}\n---\n# Body\n`;
    expect(fastestGrowth(read, header(60_000), header(240_000))).toBeLessThan(3);
  });

  it.each(SHAPES)("%s, as a body", (_, make) => {
    const body = (size: number): string => `---\nlicense: MIT\n---\n${make(size)}`;
    const legacy = (text: string) => readSkill(text, place({ mode: "legacy" }));
    expect(fastestGrowth(legacy, body(60_000), body(240_000))).toBeLessThan(3);
  });
});
