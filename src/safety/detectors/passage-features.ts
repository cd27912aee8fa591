import { codeUnitsOf } from "../code-units.js";

/** Entries of the table of weights: a quarter for words, the rest for pairs of words. */
export const TABLE_SIZE = 1 << 16;
const WORDS = TABLE_SIZE >> 2;
const PAIRS = TABLE_SIZE - WORDS;
/** A word is known by its beginning, so that "approve", "approved" and "approval" are one. */
const LETTERS = 6;
/** How many words behind a word it is paired with. */
const REACH = 3;
/** No sentence of the scanner is longer. */
const MAXIMUM_WORDS = 500;

const ZERO = 48;
const NINE = 57;
const APOSTROPHE = 39;
const DOT = 46;
const SLASH = 47;
const COLON = 58;
const AT = 64;
const START = 0x811c9dc5;
const PRIME = 0x01000193;
const SPREAD = 0x9e3779b1;

const LETTER = 1;
const ENDS_RUN = 2;
/** What each character is; beyond ASCII all are letters but the punctuation of the Latin-1 and general blocks. */
const CLASS = new Uint8Array(65_536).fill(LETTER, 0xc0, 0x2000).fill(LETTER, 0x2070);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/[a-z0-9_]/.test(character)) CLASS[code] = LETTER;
  else if (/[\s"'`()<>[\]{},;|]/.test(character)) CLASS[code] = ENDS_RUN;
}

/** What a sentence looks like to the learned detector. Reused: valid until the next call. */
export interface PassageFeatures {
  /** Entries of the table: for each word its own and those of the pairs that end in it. */
  readonly entries: Uint16Array;
  entryCount: number;
  wordCount: number;
  /** Where each word starts and ends in the text. */
  readonly starts: Uint16Array;
  readonly ends: Uint16Array;
}

const hashes = new Int32Array(MAXIMUM_WORDS);
const features: PassageFeatures = {
  entries: new Uint16Array(MAXIMUM_WORDS * (REACH + 1)),
  entryCount: 0,
  wordCount: 0,
  starts: new Uint16Array(MAXIMUM_WORDS),
  ends: new Uint16Array(MAXIMUM_WORDS),
};

/**
 * The words and pairs of near words of one sentence in lower case, as entries of the table. One pass over the letters,
 * without a string for any word. All numbers are one word, and so are all addresses and file names of one kind: what
 * somebody's host is called is no sign, and would teach only how our own examples name theirs.
 */
export function passageFeatures(text: string): PassageFeatures {
  const length = Math.min(text.length, 4000);
  const units = codeUnitsOf(text);
  let count = 0;
  let at = 0;
  let plainUntil = 0;
  while (at < length && count < MAXIMUM_WORDS) {
    const code = units[at] ?? 0;
    if (!isLetter(code)) {
      at += 1;
      continue;
    }
    const start = at;
    let hash = START;
    while (at < length && isLetter(units[at] ?? 0)) at += 1;
    let kind = 0;
    // Nearly every run is one word.
    if (at === length || CLASS[units[at] ?? 0] === ENDS_RUN) plainUntil = Math.max(plainUntil, at);
    else if (start >= plainUntil) {
      kind = kindOfRun(units, start, length);
      plainUntil = runEnd;
    }
    if (kind !== 0) {
      hash = Math.imul(START ^ kind, PRIME);
      at = runEnd;
    } else {
      at = wordEnd(units, at, length);
      hash = code >= ZERO && code <= NINE ? Math.imul(START ^ ZERO, PRIME) : hashOf(units, start, at);
    }
    hashes[count] = hash;
    features.starts[count] = start;
    features.ends[count] = at;
    count += 1;
  }
  features.wordCount = count;
  features.entryCount = fill(count);
  return features;
}

/** What the characters up to the next blank, bracket or quotation mark are: 0 for words. Sets `runEnd`. */
function kindOfRun(units: Uint16Array, start: number, length: number): number {
  let kind = 0;
  let at = start;
  for (; at < length; at += 1) {
    const code = units[at] ?? 0;
    const group = CLASS[code];
    if (group === LETTER) continue;
    if (group === ENDS_RUN) break;
    if (code === AT) kind = AT;
    else if (code === COLON && kind !== AT && (units[at + 1] ?? 0) === SLASH) kind = COLON;
    else if (code === DOT && kind === 0 && isLetter(units[at + 1] ?? 0)) kind = DOT;
  }
  runEnd = at;
  return kind;
}

let runEnd = 0;

function wordEnd(units: Uint16Array, start: number, length: number): number {
  let at = start;
  for (; at < length; at += 1) {
    const code = units[at] ?? 0;
    if (!isLetter(code) && code !== APOSTROPHE) break;
  }
  return at;
}

function hashOf(units: Uint16Array, start: number, end: number): number {
  let hash = START;
  for (let at = start; at < end && at - start < LETTERS; at += 1)
    hash = Math.imul(hash ^ (units[at] ?? 0), PRIME);
  return hash;
}

function fill(count: number): number {
  const { entries } = features;
  let next = 0;
  for (let index = 0; index < count; index += 1) {
    const hash = hashes[index] ?? 0;
    const spread = Math.imul(hash, SPREAD);
    entries[next] = (spread >>> 16) & (WORDS - 1);
    next += 1;
    for (let back = 1; back <= REACH && back <= index; back += 1) {
      const pair = Math.imul(Math.imul((hashes[index - back] ?? 0) ^ 0x5bd1e995, PRIME) + spread, SPREAD);
      entries[next] = WORDS + (((pair >>> 16) * PAIRS) >>> 16);
      next += 1;
    }
  }
  return next;
}

/** Letters, digits and the underscore. */
function isLetter(code: number): boolean {
  return CLASS[code] === LETTER;
}
