import { codeUnitsOf } from "./code-units.js";

/**
 * What stands in a line, a bit each. Hundreds of questions are asked about every line, and nearly all of them are about
 * signs that it does not have.
 */
export const MARK = {
  /** Anything that is seen. */
  ink: 1,
  /** Letters that are not ASCII, and signs that no line should hold. */
  other: 1 << 1,
  digit: 1 << 2,
  backslash: 1 << 3,
  percent: 1 << 4,
  ampersand: 1 << 5,
  round: 1 << 6,
  square: 1 << 7,
  backtick: 1 << 8,
  quote: 1 << 9,
  dollar: 1 << 10,
  comma: 1 << 11,
  dash: 1 << 12,
  angle: 1 << 13,
  at: 1 << 14,
  colon: 1 << 15,
  slash: 1 << 16,
  pipe: 1 << 17,
  equals: 1 << 18,
  /** Stars, underscores, tildes. */
  emphasis: 1 << 19,
  /** What may end a sentence, and dots in names. */
  stop: 1 << 20,
  blank: 1 << 21,
  /** Two blanks side by side, one at a border of the line, or a blank that is no space. */
  blanks: 1 << 22,
  /** Twenty signs of Base64 in a row: nothing is encoded in words of ordinary length. */
  longWord: 1 << 23,
  /** Forty visible signs in a row. */
  longRun: 1 << 24,
} as const;

const SIGNS: readonly (readonly [number, string])[] = [
  [MARK.digit, "0123456789"],
  [MARK.backslash, "\\"],
  [MARK.percent, "%"],
  [MARK.ampersand, "&"],
  [MARK.round, "()"],
  [MARK.square, "[]"],
  [MARK.backtick, "`"],
  [MARK.quote, "\"'"],
  [MARK.dollar, "$"],
  [MARK.comma, ","],
  [MARK.dash, "-"],
  [MARK.angle, "<>"],
  [MARK.at, "@"],
  [MARK.colon, ":"],
  [MARK.slash, "/"],
  [MARK.pipe, "|"],
  [MARK.equals, "="],
  [MARK.emphasis, "*_~"],
  [MARK.stop, ".!?;"],
];

const MARKS_OF = Int32Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/\s/.test(sign)) return sign === " " ? MARK.blank : MARK.blank | MARK.blanks;
  const kinds = SIGNS.filter(([, signs]) => signs.includes(sign));
  return kinds.reduce((marks, [mark]) => marks | mark, code > 32 ? MARK.ink : MARK.other);
});
const IS_INK = Uint8Array.from(MARKS_OF, (marks, code) => (code < 127 && (marks & MARK.ink) !== 0 ? 1 : 0));
const IN_LONG_WORD = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/_=-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const LONG_WORD = 20;
const LONG_RUN = 40;

/** The marks of one line. */
export function marksOf(line: string): number {
  return line === "" ? 0 : marksIn(codeUnitsOf(line), 0, line.length);
}

/** Whether a text with such marks has one of these. */
export function hasAny(marks: number, wanted: number): boolean {
  return (marks & wanted) !== 0;
}

/** Whether an address stands in a text with such marks. */
export function isLinked({ text, marks }: { readonly text: string; readonly marks: number }): boolean {
  return hasAny(marks, MARK.colon) && hasAny(marks, MARK.slash) && text.includes("://");
}

/** The marks of a piece of an array of code units. */
export function marksIn(units: Uint16Array, start: number, end: number): number {
  let marks = 0;
  let before: number = MARK.blank;
  for (let at = start; at < end; at += 1) {
    const code = units[at] ?? 0;
    const own = code < 128 ? (MARKS_OF[code] ?? 0) : MARK.ink | MARK.other;
    marks |= own | ((own & before & MARK.blank) << 1);
    before = own;
  }
  marks |= (before & MARK.blank) << 1;
  if (hasRun(units, start, end, LONG_WORD, IN_LONG_WORD)) marks |= MARK.longWord;
  if (hasRun(units, start, end, LONG_RUN, IS_INK)) marks |= MARK.longRun;
  return marks;
}

/**
 * Whether so many signs of a kind stand side by side. Looks at every so-many-th character first: any other character
 * there rules out all before it.
 */
function hasRun(units: Uint16Array, from: number, end: number, length: number, flags: Uint8Array): boolean {
  for (let at = from + length - 1; at < end; at += length) {
    let start = at;
    // Beyond ASCII there is no flag.
    while (start > at - length && flags[units[start] ?? 0] === 1) start -= 1;
    if (start === at - length) return true;
    at = start;
  }
  return false;
}
