import { codeUnitsOf } from "./code-units.js";

/** 26 letters, 10 digits, the underscore, and one class for everything that is no part of a word. */
const CLASSES = 38;
const OUTSIDE = 37;
/** For every code unit, so that nothing has to be compared on the way. */
const CLASS_OF = new Uint8Array(65_536).fill(OUTSIDE);
for (let code = 0; code < 128; code += 1) {
  const sign = String.fromCharCode(code).toLowerCase();
  const place = "abcdefghijklmnopqrstuvwxyz0123456789_".indexOf(sign);
  if (place >= 0) CLASS_OF[code] = place;
}

const UNKNOWN = -1;
/** Marks a row at which a word ends, so that the others, which are nearly all, ask nothing more. */
const ENDS = 0x8000;

/**
 * Finds many words in a text in one pass (Aho and Corasick), so that the time does not depend on how many there are.
 * Words are written as in `requiredWords`; each stands for some numbers.
 */
export class WordAutomaton {
  /** The trie of the words: for each state and class the longer beginning, or 0. */
  readonly #longer: Uint16Array;
  readonly #parent: Uint16Array;
  readonly #symbol: Uint8Array;
  readonly #own = new Map<number, readonly number[]>();
  /** The longest end of a state that begins another word. */
  readonly #fallback: Int32Array;
  /**
   * States get a row in the order in which texts reach them: of most nobody ever does, and the others lie together.
   * For each row and class the row that comes next, marked where a word ends, or 0 until somebody gets there.
   */
  readonly #next: Uint16Array;
  readonly #rowOf: Uint16Array;
  readonly #stateOf: Uint16Array;
  #rows = 1;
  /** Where the numbers of a row begin and end in `#numbers`: those of every word that ends there. */
  readonly #from: Int32Array;
  readonly #until: Int32Array;
  readonly #numbers: number[] = [];
  /** Each text has a number too; what bears an older one was not seen in this text. */
  readonly #seen: Int32Array;
  #round = 0;

  constructor(words: ReadonlyMap<string, readonly number[]>, highest: number) {
    let most = 2;
    for (const word of words.keys()) most += word.length;
    this.#longer = new Uint16Array(most * CLASSES);
    this.#parent = new Uint16Array(most);
    this.#symbol = new Uint8Array(most);
    let size = 1;
    for (const [word, numbers] of [["\0", []] as const, ...words]) {
      let state = 0;
      for (let at = 0; at < word.length; at += 1) {
        const symbol = CLASS_OF[word.charCodeAt(at)] ?? OUTSIDE;
        const place = state * CLASSES + symbol;
        if (this.#longer[place] === 0) {
          this.#parent[size] = state;
          this.#symbol[size] = symbol;
          this.#longer[place] = size;
          size += 1;
        }
        state = this.#longer[place] ?? 0;
      }
      this.#own.set(state, numbers);
    }
    this.#fallback = new Int32Array(size).fill(UNKNOWN);
    this.#next = new Uint16Array((size + 1) * CLASSES);
    this.#rowOf = new Uint16Array(size);
    this.#stateOf = new Uint16Array(size + 1);
    this.#from = new Int32Array(size + 1);
    this.#until = new Int32Array(size + 1);
    this.#seen = new Int32Array(highest + 1);
    this.#rowOfState(this.#longer[OUTSIDE] ?? 0);
  }

  /** Writes the numbers of all words in a text, each once, and returns how many they are. */
  find(text: string, found: Uint16Array): number {
    const round = ++this.#round;
    const next = this.#next;
    const seen = this.#seen;
    let count = 0;
    let row = 1;
    const units = codeUnitsOf(text);
    for (let at = 0; at <= text.length; at += 1) {
      const place = row * CLASSES + (CLASS_OF[units[at] ?? 0] ?? OUTSIDE);
      const known = next[place] ?? 0;
      row = known === 0 ? this.#resolve(place) : known;
      if (row < ENDS) continue;
      row -= ENDS;
      for (let index = this.#from[row] ?? 0, until = this.#until[row] ?? 0; index < until; index += 1) {
        const number = this.#numbers[index] ?? 0;
        if (seen[number] === round) continue;
        seen[number] = round;
        found[count++] = number;
      }
    }
    return count;
  }

  /** Whether a number was found in the last text. */
  saw(number: number): boolean {
    return this.#seen[number] === this.#round;
  }

  #resolve(place: number): number {
    const state = this.#stateOf[Math.floor(place / CLASSES)] ?? 0;
    const row = this.#rowOfState(this.#target(state, place % CLASSES));
    const marked = (this.#from[row] ?? 0) < (this.#until[row] ?? 0) ? row + ENDS : row;
    this.#next[place] = marked;
    return marked;
  }

  #rowOfState(state: number): number {
    const known = this.#rowOf[state] ?? 0;
    if (known !== 0) return known;
    const row = this.#rows++;
    this.#rowOf[state] = row;
    this.#stateOf[row] = state;
    this.#from[row] = this.#numbers.length;
    for (let end = state; end !== 0; end = this.#fallbackOf(end))
      this.#numbers.push(...(this.#own.get(end) ?? []));
    this.#until[row] = this.#numbers.length;
    return row;
  }

  #target(from: number, symbol: number): number {
    for (let state = from; ; state = this.#fallbackOf(state)) {
      const longer = this.#longer[state * CLASSES + symbol] ?? 0;
      if (longer !== 0 || state === 0) return longer;
    }
  }

  #fallbackOf(state: number): number {
    const known = this.#fallback[state] ?? 0;
    if (known !== UNKNOWN) return known;
    const parent = this.#parent[state] ?? 0;
    const fallback = parent === 0 ? 0 : this.#target(this.#fallbackOf(parent), this.#symbol[state] ?? 0);
    this.#fallback[state] = fallback;
    return fallback;
  }
}
