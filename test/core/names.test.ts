import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAsciiName, isAsciiPinText, isName, isPinText } from "../../src/core/names.js";
import { parseSnapshot } from "../../src/core/snapshot.js";
import { damagedSnapshots, snapshots } from "../../src/testing/index.js";

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 140,
});

describe("names", () => {
  it.each([
    ["todo", true],
    ["a", true],
    ["two words", true],
    ["翻訳", true],
    ["x".repeat(64), true],
    ["x".repeat(65), false],
    ["", false],
    [" todo", false],
    ["todo ", false],
    ["to\u0000do", false],
    ["to\ndo", false],
    ["\u200btodo", false],
    ["\u202etodo", false],
    ["todo\u00a0", false],
    ["del\u007f", false],
    [7, false],
  ])("%j: %s", (value, expected) => {
    expect(isName(value)).toBe(expected);
  });

  it("are judged the same, whole text at once or one by one", () => {
    fc.assert(
      fc.property(fc.oneof(printable, fc.constantFrom("", " ", " a", "a ", "a b")), (text) => {
        expect(isAsciiName(text)).toBe(isName(text));
        expect(isAsciiPinText(text)).toBe(isPinText(text));
      }),
      { numRuns: 5000 },
    );
  });

  it("a file is read the same when one escaped letter takes the short way away", () => {
    fc.assert(
      fc.property(fc.oneof(snapshots, damagedSnapshots), (text) => {
        const escaped = text.replace('"cortex"', '"\\u0063ortex"');
        expect(parseSnapshot(escaped)).toEqual(parseSnapshot(text));
      }),
      { numRuns: 2000 },
    );
  });
});
