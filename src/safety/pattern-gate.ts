import { requiredWords } from "./required-words.js";

/** The patterns of a set, by their place in it, that could match a text. */
export type PatternGate = (text: string) => readonly number[];

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

const NONE: readonly number[] = [];
const UNKNOWN = -1;

/**
 * Reads a text once, letter by letter, and says which of many patterns are worth running on it. The words that a
 * pattern needs become one automaton for all of them (Aho and Corasick), so the time does not depend on how many
 * patterns there are. Answers are in the order of the set.
 */
export function patternGate(patterns: readonly RegExp[], worthBuilding = WORTH_BUILDING): PatternGate {
  let look: PatternGate | undefined;
  let asked = 0;
  const all = patterns.map((_, index) => index);
  return (text) => {
    if (look !== undefined) return look(text);
    asked += text.length;
    if (asked < worthBuilding) return all;
    look = build(patterns);
    return look(text);
  };
}

/**
 * Letters. Reading the patterns takes some 50 ms at first, which it saves on about a megabyte of text; who looks at a
 * few skills and ends is faster without.
 */
const WORTH_BUILDING = 300_000;

interface Plan {
  /** Clauses by word. */
  readonly words: ReadonlyMap<string, readonly number[]>;
  /** By its rarest clause, what else a branch needs. */
  readonly branches: readonly (readonly Needed[])[];
  /** Patterns of which nothing is known. */
  readonly open: readonly number[];
}

interface Needed {
  readonly pattern: number;
  readonly clauses: readonly number[];
}

function planOf(patterns: readonly RegExp[]): Plan {
  const words = new Map<string, number[]>();
  const known = new Map<string, number>();
  const branches: Needed[][] = [];
  const open: number[] = [];
  const numberOf = (clause: readonly string[]) => {
    const key = clause.join(" ");
    const number = known.get(key) ?? branches.push([]) - 1;
    if (known.has(key)) return number;
    known.set(key, number);
    for (const word of clause) {
      const clauses = words.get(word);
      if (clauses === undefined) words.set(word, [number]);
      else clauses.push(number);
    }
    return number;
  };
  patterns.forEach((pattern, index) => {
    const required = requiredWords(pattern);
    if (required.some((branch) => branch.length === 0)) {
      open.push(index);
      return;
    }
    for (const branch of required) {
      const [rarest = 0, ...clauses] = branch.map(numberOf);
      branches[rarest]?.push({ pattern: index, clauses });
    }
  });
  return { words, branches, open };
}

function build(patterns: readonly RegExp[]): PatternGate {
  const { words, branches, open } = planOf(patterns);
  const automaton = new Automaton(words);
  const { next, start } = automaton;
  const leads = Uint8Array.from(branches, ({ length }) => (length > 0 ? 1 : 0));
  // Each text has a number; what bears an older one was not seen in this text.
  let round = 0;
  const seen = new Int32Array(branches.length);
  const listed = new Int32Array(patterns.length);
  const leading = new Uint16Array(branches.length);
  const possibleOf = (count: number) => {
    let possible: number[] | undefined;
    for (let index = 0; index < count; index += 1) {
      for (const { pattern, clauses: others } of branches[leading[index] ?? 0] ?? []) {
        if (listed[pattern] === round || !others.every((clause) => seen[clause] === round)) continue;
        listed[pattern] = round;
        possible ??= [...open];
        possible.push(pattern);
      }
    }
    return possible?.sort((left, right) => left - right) ?? open;
  };
  return (text) => {
    round += 1;
    let count = 0;
    let entry = start;
    for (let at = 0; at <= text.length; at += 1) {
      const code = at < text.length ? text.charCodeAt(at) : 0;
      const place = (entry >> 1) + (CLASS_OF[code] ?? OUTSIDE);
      entry = next[place] ?? 0;
      if (entry === UNKNOWN) entry = automaton.resolve(place);
      if ((entry & 1) === 0) continue;
      for (const clause of automaton.ending((entry >> 1) / CLASSES)) {
        if (seen[clause] === round) continue;
        seen[clause] = round;
        if (leads[clause] === 1) leading[count++] = clause;
      }
    }
    return count === 0 ? open : possibleOf(count);
  };
}

/** Finds the words of a plan in a text. */
class Automaton {
  /**
   * For each state and class what comes next: the place where that state begins, doubled, and one more where words end
   * in it. So one look a letter is enough. `UNKNOWN` until somebody gets there: of most states nobody ever does.
   */
  readonly next: Int32Array;
  readonly start: number;
  /** The trie of the words: for each state and class the longer beginning, or 0. */
  readonly #longer: Uint16Array;
  readonly #parent: Uint16Array;
  readonly #symbol: Uint8Array;
  /** The longest end of a state that begins another word. */
  readonly #fallback: Int32Array;
  readonly #own = new Map<number, readonly number[]>();
  readonly #ending: (readonly number[] | undefined)[] = [];

  constructor(words: ReadonlyMap<string, readonly number[]>) {
    let most = 2;
    for (const word of words.keys()) most += word.length;
    this.#longer = new Uint16Array(most * CLASSES);
    this.#parent = new Uint16Array(most);
    this.#symbol = new Uint8Array(most);
    let size = 1;
    const step = (state: number, symbol: number): number => {
      const place = state * CLASSES + symbol;
      const known = this.#longer[place] ?? 0;
      if (known !== 0) return known;
      this.#longer[place] = size;
      this.#parent[size] = state;
      this.#symbol[size] = symbol;
      size += 1;
      return size - 1;
    };
    const start = step(0, OUTSIDE);
    for (const [word, clauses] of words) {
      let state = 0;
      for (let at = 0; at < word.length; at += 1)
        state = step(state, CLASS_OF[word.charCodeAt(at)] ?? OUTSIDE);
      this.#own.set(state, clauses);
    }
    this.#fallback = new Int32Array(size).fill(UNKNOWN);
    this.next = new Int32Array(size * CLASSES).fill(UNKNOWN);
    this.start = this.#entryOf(start);
  }

  /** The entry at a place of `next` that nobody needed before. */
  resolve(place: number): number {
    const entry = this.#entryOf(this.#target(Math.floor(place / CLASSES), place % CLASSES));
    this.next[place] = entry;
    return entry;
  }

  /** The clauses of all words that end in a state. */
  ending(state: number): readonly number[] {
    const known = this.#ending[state];
    if (known !== undefined) return known;
    const own = this.#own.get(state) ?? NONE;
    const all = state === 0 ? own : [...own, ...this.ending(this.#fallbackOf(state))];
    this.#ending[state] = all;
    return all;
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

  #entryOf(state: number): number {
    return state * CLASSES * 2 + Number(this.ending(state).length > 0);
  }
}
