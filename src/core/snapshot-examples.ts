import { EXAMPLE_WORDS_CAP } from "./learn-candidate.js";
import type { Repairs } from "./snapshot-parts.js";

/** More sets than any setting allows are not kept. */
const SETS_CAP = 20;

/**
 * Word sets of a candidate; each is sorted, as learning keeps them. Lists that are fine as JSON gave them are
 * used as they are: they are the largest part of a file, and nobody else holds them.
 */
export function readExamples(value: unknown, repairs: Repairs): readonly (readonly string[])[] {
  if (value === undefined) return NONE;
  if (!Array.isArray(value)) return repairs.wrong([]);
  if (value.length <= SETS_CAP && value.every((set) => isWordSet(set, repairs))) return value;
  const sets = value.length > SETS_CAP ? repairs.wrong(value.slice(-SETS_CAP)) : value;
  const examples: (readonly string[])[] = [];
  for (const set of sets) {
    const words = isWordSet(set, repairs) ? set : sortedWords(set, repairs);
    if (words === undefined) repairs.wrong(undefined);
    else examples.push(words);
  }
  return examples;
}

const NONE: readonly (readonly string[])[] = Object.freeze([]);

/** Names in ascending order, each once. */
function isWordSet(set: unknown, repairs: Repairs): set is readonly string[] {
  if (!Array.isArray(set) || set.length === 0 || set.length > EXAMPLE_WORDS_CAP) return false;
  let before = "";
  let first = -1;
  for (let index = 0; index < set.length; index += 1) {
    const word: unknown = set[index];
    if (!repairs.isName(word)) return false;
    // First letters tell most words apart; comparing whole strings costs more than all other checks.
    const letter = word.charCodeAt(0);
    if (letter < first || (letter === first && before >= word)) return false;
    before = word;
    first = letter;
  }
  return true;
}

function sortedWords(set: unknown, repairs: Repairs): readonly string[] | undefined {
  if (!Array.isArray(set) || set.length === 0 || set.length > EXAMPLE_WORDS_CAP) return undefined;
  const words = set.filter((word) => repairs.isName(word));
  return words.length === set.length ? [...new Set(words)].sort() : undefined;
}
