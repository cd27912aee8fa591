import { describe, expect, it } from "vitest";
import { scanBundle, scanText } from "../../src/safety/index.js";
import { loadCorpus } from "../support/safety-corpus.js";
import { growthOf } from "../support/text-growth.js";

const CORPUS = loadCorpus()
  .map(({ text }) => text)
  .join("\n\n");
const repeat = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

/** Shapes that make careless patterns explode; each up to 1 MB. */
const SHAPES: readonly (readonly [string, string])[] = [
  ["ordinary skills and attacks", CORPUS],
  ["one endless word", "a"],
  ["one endless line of words", "ignore all the previous of any "],
  ["spaces", " "],
  ["line breaks", "\n"],
  ["open brackets", "("],
  ["open quotes", "\"'`"],
  ["pipes", "curl | "],
  ["fences", "```\n"],
  ["comment openings", "<!-- "],
  ["backslashes", "\\"],
  ["hyphens", "-- - --"],
  ["base64", "QUFB"],
  ["hexadecimal", "41"],
  ["spaced hexadecimal", "41 "],
  ["numbers", "65, "],
  ["links", "https://a.b.dev/"],
  ["addresses", "a@b.c@"],
  ["options", "rm -r -f "],
  ["assignments", "A=$A\n"],
  ["concatenations", '"a" + '],
  ["zero-width characters", "a\u200b"],
  ["tag characters", "\u{e0041}"],
  ["spaced letters", "i g n "],
  ["tables", "| `curl` |"],
  ["dots", "a."],
];

describe("time grows with the text and not faster", () => {
  it.each(SHAPES)("%s", (_, unit) => {
    const growth = growthOf((text) => scanText(text, { file: "SKILL.md" }), repeat(unit), 250_000);
    expect(growth).toBeLessThanOrEqual(3);
  });

  it.each(["run.sh", "run.py", "run.js"])("1 MB in %s", (file) => {
    const encoder = new TextEncoder();
    const growth = growthOf(
      (text) => scanBundle({ files: [{ path: file, bytes: encoder.encode(text) }] }),
      repeat(CORPUS),
      500_000,
    );
    expect(growth).toBeLessThanOrEqual(3);
  });
});
