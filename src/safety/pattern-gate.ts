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

/**
 * Reads a text once, letter by letter, and says which of many patterns are worth running on it. The words that a
 * pattern needs become one automaton for all of them (Aho and Corasick), so the time does not depend on how many
 * patterns there are. Answers are in the order of the set.
 */
export function patternGate(patterns: readonly RegExp[]): PatternGate {
  let look: PatternGate | undefined;
  return (text) => {
    look ??= build(patterns);
    return look(text);
  };
}

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
  const { next, from, clauses, start } = automatonOf(words);
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
      entry = next[(entry >> 1) + (CLASS_OF[code] ?? OUTSIDE)] ?? 0;
      if ((entry & 1) === 0) continue;
      const state = (entry >> 1) / CLASSES;
      const end = from[state + 1] ?? 0;
      for (let place = from[state] ?? 0; place < end; place += 1) {
        const clause = clauses[place] ?? 0;
        if (seen[clause] === round) continue;
        seen[clause] = round;
        if (leads[clause] === 1) leading[count++] = clause;
      }
    }
    return count === 0 ? open : possibleOf(count);
  };
}

interface Automaton {
  /**
   * For each state and class what comes next: the place where that state begins, doubled, and one more where words end
   * in it. So one look a letter is enough.
   */
  readonly next: Int32Array;
  /** Where in `clauses` those begin whose words end in a state; they end where those of the next state begin. */
  readonly from: Int32Array;
  readonly clauses: Uint16Array;
  readonly start: number;
}

function automatonOf(words: ReadonlyMap<string, readonly number[]>): Automaton {
  let size = 2;
  for (const word of words.keys()) size += word.length;
  const next = new Uint16Array(size * CLASSES);
  const found: (readonly number[])[] = [NONE];
  const step = (state: number, symbol: number) => {
    const known = next[state * CLASSES + symbol] ?? 0;
    if (known !== 0) return known;
    next[state * CLASSES + symbol] = found.length;
    return found.push(NONE) - 1;
  };
  const start = step(0, OUTSIDE);
  for (const [word, clauses] of words) {
    let state = 0;
    for (let at = 0; at < word.length; at += 1) state = step(state, CLASS_OF[word.charCodeAt(at)] ?? OUTSIDE);
    found[state] = clauses;
  }
  // Breadth first: where a word breaks off, the longest end of it that begins another word goes on.
  const fallback = new Uint16Array(found.length);
  const queue = [0];
  for (const state of queue) {
    const back = fallback[state] ?? 0;
    const more = found[back] ?? NONE;
    if (state !== 0 && more.length > 0) found[state] = [...(found[state] ?? NONE), ...more];
    for (let symbol = 0; symbol < CLASSES; symbol += 1) {
      const place = state * CLASSES + symbol;
      const target = next[place] ?? 0;
      const other = state === 0 ? 0 : (next[back * CLASSES + symbol] ?? 0);
      if (target === 0) next[place] = other;
      else {
        fallback[target] = other;
        queue.push(target);
      }
    }
  }
  const from = new Int32Array(found.length + 1);
  found.forEach((clauses, state) => {
    from[state + 1] = (from[state] ?? 0) + clauses.length;
  });
  const entryOf = (state: number) => state * CLASSES * 2 + Number((found[state] ?? NONE).length > 0);
  return {
    next: Int32Array.from(next.subarray(0, found.length * CLASSES), entryOf),
    from,
    clauses: Uint16Array.from(found.flat()),
    start: entryOf(start),
  };
}
