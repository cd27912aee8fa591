import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeText } from "../../src/text/safe-text.js";
import { growthOf } from "../support/text-growth.js";

const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Bidi_Control}]|(?! )\p{Zs}/u;
const UNIT = fc.string({ unit: "binary", maxLength: 300 });

describe("safeText", () => {
  it.each([
    ["plain", "Resize images, fast.", "Resize images, fast."],
    ["line breaks", "one\r\n\ttwo\n\nthree ", "one two three"],
    ["ANSI colour", "\u001b[31mred\u001b[0m", "\\u{1B}[31mred\\u{1B}[0m"],
    ["eight-bit CSI", "\u009b2Jgone", "\\u{9B}2Jgone"],
    ["right-to-left override", "invoice\u202efdp.exe", "invoice\\u{202E}fdp.exe"],
    ["bidi isolate", "\u2066safe\u2069", "\\u{2066}safe\\u{2069}"],
    ["zero width space", "pay\u200bpal", "pay\\u{200B}pal"],
    ["tag characters", "hi\u{e0068}\u{e0069}", "hi\\u{E0068}\\u{E0069}"],
    ["variation selector payload", "a\u{e0100}\ufe01", "a\\u{E0100}\\u{FE01}"],
    ["emoji keeps its own selector", "☁\ufe0f sync", "☁\ufe0f sync"],
    ["a second selector is smuggling", "☁\ufe0f\ufe0f", "☁\ufe0f\\u{FE0F}"],
    ["Hangul filler", "a\u3164b", "a\\u{1160}b"],
    ["blank Braille", "a\u2800b", "a\\u{2800}b"],
    ["line separator", "a\u2028b\u0085c", "a\\u{2028}b\\u{85}c"],
    ["byte order mark", "\ufeffname", "\\u{FEFF}name"],
    ["lone surrogate", "a\ud800b", "a\\u{D800}b"],
    ["private use", "a\ue000b", "a\\u{E000}b"],
    ["unassigned", "a\u{50000}b", "a\\u{50000}b"],
    ["compatibility forms", "ＡＢＣ ﬁle", "ABC file"],
    ["other scripts stay", "画像を圧縮 ضغط сжать", "画像を圧縮 ضغط сжать"],
    ["ellipsis stays", "wait…", "wait…"],
    ["leading mark can't touch its neighbour", "\u0301x", "\\u{301}x"],
    ["empty", " \n ", ""],
  ])("%s", (_name, input, expected) => {
    expect(safeText(input)).toBe(expected);
  });

  it("writes out the marks that would paint over other lines", () => {
    const zalgo = safeText(`z${"\u0335".repeat(500)}`, 5000);
    expect([...zalgo].filter((character) => character === "\u0335")).toHaveLength(4);
  });

  it.each([
    ["x".repeat(201), 200, `${"x".repeat(199)}…`],
    ["x".repeat(200), 200, "x".repeat(200)],
    ["😀😀😀", 4, "😀…"],
    ["abc def", 5, "abc…"],
    ["ab\u202ecd", 6, "ab…"],
    ["abc", 1, "…"],
    ["abc", 0, "…"],
    ["a", 1, "a"],
  ])("cuts %j to %i", (input, maximum, expected) => {
    expect(safeText(input, maximum)).toBe(expected);
  });

  it("leaves nothing invisible or directional, for every code point", () => {
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      const shown = safeText(`a${String.fromCodePoint(codePoint)}b`);
      if (FORBIDDEN.test(shown))
        expect.fail(`U+${codePoint.toString(16)} survives as ${JSON.stringify(shown)}`);
    }
  });

  it("is idempotent, one line, capped and well formed for any string", () => {
    fc.assert(
      fc.property(UNIT, fc.integer({ min: 1, max: 250 }), (value, maximum) => {
        const once = safeText(value, maximum);
        expect(safeText(once, maximum)).toBe(once);
        expect(once.length).toBeLessThanOrEqual(maximum);
        expect(once).not.toMatch(FORBIDDEN);
        expect(once.trim()).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  it("is idempotent on every pair of a letter, marks and joiners", () => {
    const awkward = fc.constantFrom(
      "a",
      "…",
      " ",
      "}",
      "\u0301",
      "\u0323",
      "\u200d",
      "\ufe0f",
      "☁",
      "ᄀ",
      "\u1161",
      "½",
      "\ud83d",
      "\ude00",
    );
    fc.assert(
      fc.property(fc.array(awkward, { maxLength: 24 }), fc.integer({ min: 1, max: 40 }), (parts, maximum) => {
        const once = safeText(parts.join(""), maximum);
        expect(safeText(once, maximum)).toBe(once);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ["marks in the worst order for sorting", (size: number) => "\u0301\u0323".repeat(size / 2)],
    ["controls", (size: number) => "\u202e".repeat(size)],
    ["blanks", (size: number) => " ".repeat(size)],
  ])("takes linear time: %s", (_name, make) => {
    expect(growthOf((text) => safeText(text, 100_000), make)).toBeLessThan(3);
  });
});
