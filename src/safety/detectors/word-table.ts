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

/** A list of words that are found in a text without a string for any word of it. */
export class WordTable {
  readonly #words: readonly string[];
  /** By hash: one more than the place of a word in the list, or 0. */
  readonly #slots: Uint16Array;

  constructor(words: readonly string[]) {
    this.#words = words;
    this.#slots = new Uint16Array(2 ** Math.ceil(Math.log2(words.length * 4)));
    words.forEach((word, place) => {
      let hash = START;
      for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME);
      let slot = this.#first(hash);
      while (this.#slots[slot] !== 0) slot = (slot + 1) % this.#slots.length;
      this.#slots[slot] = place + 1;
    });
  }

  /**
   * Calls `visit` for each word of a text in small letters that is in the list, with its place there, and with -1 for
   * those that are not but have a digit or an apostrophe.
   */
  look(text: string, visit: (place: number, start: number, end: number) => void): void {
    let start = -1;
    let hash = START;
    let odd = false;
    for (let at = 0; at <= text.length; at += 1) {
      const code = at < text.length ? text.charCodeAt(at) : 0;
      const kind = code < 128 ? (KIND[code] ?? 0) : 0;
      if (kind !== 0) {
        if (start < 0) {
          start = at;
          hash = START;
          odd = false;
        }
        if (kind === ODD) odd = true;
        hash = Math.imul(hash ^ code, PRIME);
      } else if (start >= 0) {
        const place = at - start <= LONGEST ? this.#placeOf(text, start, at, hash) : -1;
        if (place >= 0 || (odd && at - start <= LONGEST)) visit(place, start, at);
        start = -1;
      }
    }
  }

  #first(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#slots.length - 1);
  }

  #placeOf(text: string, start: number, end: number, hash: number): number {
    for (let slot = this.#first(hash); ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const place = (this.#slots[slot] ?? 0) - 1;
      if (place < 0 || this.#isAt(place, text, start, end)) return place;
    }
  }

  #isAt(place: number, text: string, start: number, end: number): boolean {
    const word = this.#words[place] ?? "";
    if (word.length !== end - start) return false;
    for (let at = start; at < end; at += 1)
      if (word.charCodeAt(at - start) !== text.charCodeAt(at)) return false;
    return true;
  }
}
