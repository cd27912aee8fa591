import { EXAMPLE_WORDS_CAP } from "./learn-candidate.js";
import { isName } from "./names.js";

/** More sets than any setting allows are not kept. */
const SETS_CAP = 20;

/** Word sets of a candidate; each is sorted, as learning keeps them. */
export function readExamples(
  value: unknown,
  wrong: <Safe>(safe: Safe) => Safe,
): readonly (readonly string[])[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return wrong([]);
  const sets = value.length > SETS_CAP ? wrong(value.slice(-SETS_CAP)) : value;
  const examples: (readonly string[])[] = [];
  for (const set of sets) {
    const words = Array.isArray(set) ? readWords(set) : undefined;
    if (words === undefined) wrong(undefined);
    else examples.push(words);
  }
  return examples;
}

function readWords(set: readonly unknown[]): readonly string[] | undefined {
  if (set.length === 0 || set.length > EXAMPLE_WORDS_CAP) return undefined;
  const words: string[] = [];
  let sorted = true;
  for (const word of set) {
    if (!isName(word)) return undefined;
    if (words.length > 0 && !((words.at(-1) ?? "") < word)) sorted = false;
    words.push(word);
  }
  return sorted ? words : [...new Set(words)].sort();
}
