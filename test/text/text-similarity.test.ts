import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textSimilarity } from "../../src/text/text-similarity.js";
import { growthOf } from "../support/text-growth.js";

const STEPS = "Run the unit tests, then build the package and publish it to the registry with provenance.";

describe("textSimilarity", () => {
  it.each([
    [STEPS, STEPS.toUpperCase().replaceAll(" ", "\n"), 1, 1],
    [STEPS, STEPS.replace("Run", "Running").replace("package", "packages"), 1, 1],
    [STEPS, STEPS.replace("registry", "mirror"), 0.7, 0.95],
    [
      STEPS,
      `Some preface that says a lot of other things first. ${STEPS} And an appendix of equal length follows here.`,
      0.85,
      0.9,
    ],
    [STEPS, "Resize the photographs and upload them to the shared album.", 0, 0.15],
    ["deploy", "deploying", 1, 1],
    ["deploy", "destroy", 0, 0],
    ["画像を圧縮して共有フォルダーに保存する", "画像を圧縮して共有フォルダーに保存します", 0.7, 0.95],
    ["", "", 1, 1],
    ["", "text", 0, 0],
    ["!!!", "???", 0, 0],
  ])("%s ~ %s", (left, right, least, most) => {
    const similarity = textSimilarity(left, right);
    expect(similarity).toBeGreaterThanOrEqual(least);
    expect(similarity).toBeLessThanOrEqual(most);
  });

  it("is symmetric, bounded, and 1 for a text and itself", () => {
    const text = fc
      .array(fc.constantFrom("run", "the", "test", "build", "images", "あ", "!"), { maxLength: 12 })
      .map((words) => words.join(" "));
    fc.assert(
      fc.property(text, text, (left, right) => {
        const similarity = textSimilarity(left, right);
        expect(similarity).toBe(textSimilarity(right, left));
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
        expect(textSimilarity(left, left)).toBe(1);
      }),
      { numRuns: 2000 },
    );
  });

  it("takes linear time", () => {
    const words = (size: number) => Array.from({ length: size / 8 }, (_, index) => `w${index}`).join(" ");
    expect(growthOf((text) => textSimilarity(text, `${text} more`), words, 300_000)).toBeLessThan(3);
  });
});
