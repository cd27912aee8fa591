import { requiredWords } from "./required-words.js";
import { WordAutomaton } from "./word-automaton.js";

/** For each pattern of a set, by its place in it, which of some texts it could match, by their places in order. */
export type PatternGate = (texts: readonly string[]) => readonly (readonly number[])[];

/**
 * Reads texts once, letter by letter, and says which of many patterns are worth running on which. It is asked about
 * all texts of a document at once, and answers pattern by pattern: one pattern after the other on all its texts is
 * several times as fast as all patterns on one text after the other, because hundreds of patterns fit in no cache.
 */
export function patternGate(patterns: readonly RegExp[], worthBuilding = WORTH_BUILDING): PatternGate {
  let look: PatternGate | undefined;
  let asked = 0;
  return (texts) => {
    if (look !== undefined) return look(texts);
    for (const text of texts) asked += text.length;
    if (asked < worthBuilding) {
      const all = texts.map((_, place) => place);
      return patterns.map(() => all);
    }
    look = build(patterns);
    return look(texts);
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
  const automaton = new WordAutomaton(words, branches.length);
  const found = new Uint16Array(branches.length);
  const { starts, steps } = stepsOf(branches);
  return (texts) => {
    const possible = patterns.map((): number[] => []);
    const listed = new Int32Array(patterns.length).fill(-1);
    texts.forEach((text, place) => {
      const count = automaton.find(text, found);
      for (let index = 0; index < count; index += 1) {
        const clause = found[index] ?? 0;
        const end = starts[clause + 1] ?? 0;
        for (let at = starts[clause] ?? 0; at < end; ) {
          const pattern = steps[at] ?? 0;
          const until = at + 2 + (steps[at + 1] ?? 0);
          let holds = listed[pattern] !== place;
          for (at += 2; at < until; at += 1) holds = holds && automaton.saw(steps[at] ?? 0);
          if (!holds) continue;
          listed[pattern] = place;
          possible[pattern]?.push(place);
        }
      }
    });
    const all = texts.map((_, place) => place);
    for (const pattern of open) possible[pattern] = all;
    return possible;
  };
}

/** The branches of each clause side by side: the pattern, how many other clauses it needs, and these. */
function stepsOf(branches: Plan["branches"]): { readonly starts: Int32Array; readonly steps: Uint16Array } {
  const starts: number[] = [];
  const steps: number[] = [];
  for (const own of branches) {
    starts.push(steps.length);
    for (const { pattern, clauses } of own) steps.push(pattern, clauses.length, ...clauses);
  }
  return { starts: Int32Array.from([...starts, steps.length]), steps: Uint16Array.from(steps) };
}
