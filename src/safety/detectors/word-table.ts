import { codeUnitsOf } from "../code-units.js";

/** 1 for letters, digits and the underscore, 2 for digits and the apostrophe, which make other forms of a word. */
const PLAIN = 1;
const ODD = 2;
const KIND = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/[0-9']/.test(sign)) return ODD;
  return /\w/.test(sign) ? PLAIN : 0;
});

const START = 0x811c9dc5;
const PRIME = 0x01000193;
/** No word of a vocabulary is longer. */
const LONGEST = 32;

/** What a text has of a list of words. Reused: valid until the next call. */
export interface Found {
  /** Places in the list, one for each time that a word of it occurs; `count` of them. */
  places: Uint16Array;
  count: number;
  /** Words that are not in the list but have a digit or an apostrophe. */
  readonly odd: string[];
  /** Whether all letters are ASCII. */
  isAscii: boolean;
}

/** A list of words in small letters that are found in a text without a string for any word of it. */
export class WordTable {
  /** The letters of all words, one word behind the other, and where each ends. */
  readonly #letters: Uint16Array;
  readonly #ends: Uint16Array;
  /** By hash: one more than the place of a word in the list, or 0. */
  readonly #slots: Uint16Array;
  readonly #found: Found = { places: new Uint16Array(512), count: 0, odd: [], isAscii: true };

  constructor(words: readonly string[]) {
    this.#letters = Uint16Array.from(words.join(""), (letter) => letter.charCodeAt(0));
    let length = 0;
    this.#ends = Uint16Array.from(words, (word) => {
      length += word.length;
      return length;
    });
    this.#slots = new Uint16Array(2 ** Math.ceil(Math.log2(words.length * 4)));
    words.forEach((word, place) => {
      let hash = START;
      for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME);
      let slot = firstSlot(hash, this.#slots.length);
      while (this.#slots[slot] !== 0) slot = (slot + 1) % this.#slots.length;
      this.#slots[slot] = place + 1;
    });
  }

  find(text: string): Found {
    const units = codeUnitsOf(text);
    const found = this.#found;
    // A word and what parts it from the next are two letters.
    if (text.length >= found.places.length * 2) found.places = new Uint16Array(text.length);
    const { places, odd } = found;
    odd.length = 0;
    let count = 0;
    let isAscii = true;
    let start = -1;
    let hash = START;
    let isOdd = false;
    for (let at = 0; at <= text.length; at += 1) {
      const code = units[at] ?? 0;
      let kind = 0;
      if (code < 128) kind = KIND[code] ?? 0;
      else isAscii = false;
      if (kind !== 0) {
        if (start < 0) {
          start = at;
          hash = START;
          isOdd = false;
        }
        if (kind === ODD) isOdd = true;
        hash = Math.imul(hash ^ code, PRIME);
      } else if (start >= 0) {
        if (at - start <= LONGEST) {
          const place = this.#placeOf(units, start, at, hash);
          if (place >= 0) places[count++] = place;
          else if (isOdd) odd.push(text.slice(start, at));
        }
        start = -1;
      }
    }
    found.count = count;
    found.isAscii = isAscii;
    return found;
  }

  #placeOf(units: Uint16Array, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    for (let slot = firstSlot(hash, slots.length); ; slot = (slot + 1) & (slots.length - 1)) {
      const place = (slots[slot] ?? 0) - 1;
      if (place < 0 || this.#isAt(place, units, start, end)) return place;
    }
  }

  #isAt(place: number, units: Uint16Array, start: number, end: number): boolean {
    const first = place === 0 ? 0 : (this.#ends[place - 1] ?? 0);
    if ((this.#ends[place] ?? 0) - first !== end - start) return false;
    for (let at = start; at < end; at += 1) if (this.#letters[first + at - start] !== units[at]) return false;
    return true;
  }
}

function firstSlot(hash: number, slots: number): number {
  return (hash ^ (hash >>> 15)) & (slots - 1);
}
