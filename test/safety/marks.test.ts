import * as fc from "fast-check";
import { expect, it } from "vitest";
import { MARK, marksOf } from "../../src/safety/marks.js";
import { matchesOf } from "../../src/safety/matches.js";
import { normalise } from "../../src/safety/normalise.js";
import { stretchesOf } from "../../src/safety/stretches.js";

/** What each mark says, as a pattern for a line. */
const MEANS: Readonly<Record<keyof typeof MARK, RegExp>> = {
  ink: /[^\s\x00-\x1f]|[^\x00-\x7f]/,
  other: /[^\x00-\x7f]|(?!\s)[\x00-\x1f]/,
  digit: /\d/,
  backslash: /\\/,
  percent: /%/,
  ampersand: /&/,
  round: /[()]/,
  square: /[[\]]/,
  backtick: /`/,
  quote: /["']/,
  dollar: /\$/,
  comma: /,/,
  dash: /-/,
  angle: /[<>]/,
  at: /@/,
  colon: /:/,
  slash: /\//,
  pipe: /\|/,
  equals: /=/,
  emphasis: /[*_~]/,
  stop: /[.!?;]/,
  blank: /[\t\n\v\f\r ]/,
  blanks: /^[\t\n\v\f\r ]|[\t\n\v\f\r ]$|[\t\n\v\f\r ]{2}|[\t\n\v\f\r]/,
  longWord: /[A-Za-z0-9+/_=-]{20}/,
  longRun: /[!-~]{40}/,
};
const KINDS = Object.keys(MARK) as (keyof typeof MARK)[];

const part = fc.oneof(
  fc.constantFrom(" ", "  ", "\t", "a b", "://", "```", "\x01", "é", "→", "\u00a0", "\ud800"),
  fc.integer({ min: 15, max: 45 }).map((length) => "aB9+".repeat(12).slice(0, length)),
  fc.integer({ min: 35, max: 45 }).map((length) => "a(b.".repeat(12).slice(0, length)),
  fc.string(),
);
const line = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
const text = fc
  .array(fc.tuple(line, fc.constantFrom("\n", "\n", "\n\n", "\r\n", "\r", "\u2028")), { maxLength: 12 })
  .map((lines) => lines.flat().join(""));

it("notes what a pattern would find", () => {
  fc.assert(
    fc.property(line, (value) => {
      const marks = marksOf(value);
      expect(KINDS.filter((kind) => (marks & MARK[kind]) !== 0)).toEqual(
        KINDS.filter((kind) => MEANS[kind].test(value)),
      );
    }),
    { numRuns: 1000 },
  );
});

it("gives each line its own marks", () => {
  fc.assert(
    fc.property(text, (value) => {
      const { lines, marks } = normalise(value);
      expect(marks).toEqual(lines.map(marksOf));
    }),
  );
});

it("divides a text without losing any of it", () => {
  fc.assert(
    fc.property(text, (value) => {
      const stretches = stretchesOf(value);
      expect(stretches.map((stretch) => stretch.text).join("")).toBe(value);
      for (const stretch of stretches) expect(stretch.isAscii).toBe(/^[\x00-\x7f]*$/.test(stretch.text));
    }),
  );
});

it("numbers the lines as splitting the text does", () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(normalise(value).lines).toHaveLength(value.split(/\r\n|[\n\r\u0085\u2028\u2029]/).length);
    }),
  );
});

it("finds the matches that matchAll finds, again and again", () => {
  const pattern = /a(b?)|\B/g;
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "b", " ") }), (value) => {
      expect(matchesOf(value, pattern)).toEqual([...value.matchAll(pattern)]);
    }),
  );
});
