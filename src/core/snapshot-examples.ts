import { EXAMPLE_WORDS_CAP } from "./learn-candidate.js";
import { isName } from "./names.js";
import type { Repairs } from "./snapshot-parts.js";

/** More sets than any setting allows are not kept. */
const SETS_CAP = 20;

/** Word sets of a candidate; each is sorted, as learning keeps them. */
export function readExamples(value: unknown, repairs: Repairs): readonly (readonly string[])[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return repairs.wrong([]);
  const sets = value.length > SETS_CAP ? repairs.wrong(value.slice(-SETS_CAP)) : value;
  const examples: (readonly string[])[] = [];
  for (const set of sets) {
    const words = Array.isArray(set) ? readWords(set) : undefined;
    if (words === undefined) repairs.wrong(undefined);
    else examples.push(words);
  }
  return examples;
}

function readWords(set: readonly unknown[]): readonly string[] | undefined {
  if (set.length === 0 || set.length > EXAMPLE_WORDS_CAP) return undefined;
  const words: string[] = [];
  let sorted = true;
  let before = "";
  for (const word of set) {
    if (!isName(word)) return undefined;
    if (before >= word) sorted = false;
    words.push(word);
    before = word;
  }
  return sorted ? words : [...new Set(words)].sort();
}
