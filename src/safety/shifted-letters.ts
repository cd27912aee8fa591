import type { Decoded } from "./decode.js";
import { matchesOf } from "./matches.js";
import type { Line } from "./segment.js";

/** Nearly every sentence has one of these, and needs no second look. Short words are left out: shifted ones become others. */
const ORDINARY =
  /\b(?:the|and|you|for|not|with|this|that|from|are|all|any|use|your|when|into|each|will|run|set|see|new)\b/i;
/** Words by which English gives itself away. */
const COMMON = new Set(
  "the and you for not with this that from are all any its into then them when your user each every after before send read add run do it to of in is on or if be as at by".split(
    " ",
  ),
);
const A = 97;
/** By the shape of a common word of three letters, the letters that such words begin with. */
const STARTS: ReadonlyMap<number, readonly number[]> = (() => {
  const starts = new Map<number, number[]>();
  for (const word of COMMON) {
    if (word.length !== 3) continue;
    const [first = 0, second = 0, third = 0] = [...word].map((letter) => letter.charCodeAt(0) - A);
    const shape = shapeOf(first, second, third);
    starts.set(shape, [...(starts.get(shape) ?? []), first]);
  }
  return starts;
})();
const LONGEST = 2000;
/** So many different common words are no accident. */
const ENOUGH = 3;

/**
 * Sentences whose letters are all moved by the same number of places, or mirrored in the alphabet, whichever it is.
 * Only lines without a common word are asked, and each at most for the shifts that make its three-letter words common.
 */
export function shiftedLetters(lines: readonly Line[]): readonly Decoded[] {
  const found: Decoded[] = [];
  for (const { region, number, text } of lines) {
    if (region !== "prose" && region !== "comment") continue;
    if (text.length < 24 || text.length > LONGEST || isOrdinary(text)) continue;
    for (const turn of turnsOf(text)) {
      const plain = text.replace(/[A-Za-z]/g, (letter) => turned(letter, turn));
      if (commonIn(plain) < ENOUGH) continue;
      found.push({ line: number, text: plain, how: "shifted letters" });
      break;
    }
  }
  return found;
}

/** Looking for a word with its spaces takes a fraction of what the pattern takes, and most sentences end there. */
function isOrdinary(text: string): boolean {
  return text.includes(" the ") || text.includes(" and ") || text.includes(" for ") || ORDINARY.test(text);
}

type Turn = (code: number) => number;

const SHORT_WORD = /\b[a-z]{3}\b/g;

/** What may have been done to the letters, by the words of three letters that would become common ones. */
function turnsOf(text: string): readonly Turn[] {
  const turns = new Map<number, Turn>();
  for (const { 0: word } of matchesOf(text.toLowerCase(), SHORT_WORD)) {
    const first = word.charCodeAt(0) - A;
    const second = word.charCodeAt(1) - A;
    const third = word.charCodeAt(2) - A;
    for (const start of STARTS.get(shapeOf(first, second, third)) ?? []) {
      const shift = (start - first + 26) % 26;
      turns.set(shift, (code) => (code + shift) % 26);
    }
    for (const start of STARTS.get(shapeOf(25 - first, 25 - second, 25 - third)) ?? [])
      if (start === 25 - first) turns.set(-1, (code) => 25 - code);
  }
  turns.delete(0);
  return [...turns.values()];
}

/** How far the letters of a word lie apart, which no shift changes. */
function shapeOf(first: number, second: number, third: number): number {
  return ((second - first + 26) % 26) * 26 + ((third - first + 26) % 26);
}

function turned(letter: string, turn: Turn): string {
  const base = letter < "a" ? 65 : A;
  return String.fromCharCode(base + turn(letter.charCodeAt(0) - base));
}

function commonIn(text: string): number {
  return new Set((text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => COMMON.has(word))).size;
}
