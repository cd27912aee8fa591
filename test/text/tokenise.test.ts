import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STOP_WORDS } from "../../src/text/stop-words.js";
import { tokenise } from "../../src/text/tokenise.js";
import { growthOf } from "../support/text-growth.js";

describe("tokenise", () => {
  it.each([
    ["Resize the Images, please!", ["resize", "the", "images", "please"]],
    ["todoist-cli add_task", ["todoist", "cli", "add", "task"]],
    ["Alice's report doesn’t open", ["alice", "report", "doesnt", "open"]],
    ["Compile C++ and C# (not F#)", ["compile", "c++", "and", "c#", "not", "f#"]],
    ["Café Ångström ﬁle", ["cafe", "angstrom", "file"]],
    ["H264 v2", ["h264", "v2"]],
    ["Привет мир, йод", ["привет", "мир", "йод"]],
    ["画像圧縮", ["画像", "像圧", "圧縮"]],
    ["PDFを読む", ["pdf", "を読", "読む"]],
    ["図", ["図"]],
    ["แปลไฟล์", ["แป", "ปล", "ลไ", "ไฟ", "ฟล์"]],
    ["", []],
    ["… — !!", []],
  ])("%s", (text, expected) => {
    expect(tokenise(text)).toEqual(expected);
  });

  it("is total, lower-case and stable when its own output is tokenised", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 120 }), (text) => {
        for (const token of tokenise(text)) {
          expect(token.length).toBeGreaterThan(0);
          expect(token).not.toMatch(/\s/);
        }
      }),
      { numRuns: 3000 },
    );
    const words = tokenise("Summarise the café's three e-mails");
    expect(tokenise(words.join(" "))).toEqual(words);
  });

  it.each([
    ["words", (size: number) => "ab ".repeat(size / 3)],
    ["one word", (size: number) => "a".repeat(size)],
    ["apostrophes", (size: number) => "a'".repeat(size / 2)],
    ["Han", (size: number) => "画".repeat(size)],
    ["marks", (size: number) => "\u0301\u0323".repeat(size / 2)],
  ])("takes linear time: %s", (_name, make) => {
    expect(growthOf(tokenise, make)).toBeLessThan(3);
  });

  it("has every stop word in the form the tokeniser gives", () => {
    for (const word of STOP_WORDS) expect(STOP_WORDS.has(tokenise(word).join(" "))).toBe(true);
  });
});
