import { filterEntities } from "../text/index.js";
import { termsOf } from "./terms.js";

const MAXIMUM_WORDS = 24;

/**
 * The words by which a request is remembered and compared with remembered
 * ones: what the entity filter lets through, so an index on disk holds no
 * names either.
 */
export function exampleWords(message: string): readonly string[] {
  return filterEntities(message).slice(0, MAXIMUM_WORDS);
}

/** Two word sets with one key are the same request, whatever the order and the endings of their words. */
export function exampleKey(words: readonly string[]): string {
  return [...new Set(termsOf(words.join(" ")))].sort().join(" ");
}
