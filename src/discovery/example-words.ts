import { requestTerms } from "./terms.js";
import { STOP_WORDS, tokenise } from "../text/index.js";

const MAXIMUM_WORDS = 24;

/** The words by which a request is remembered and compared with remembered ones: distinct content words, in order. */
export function exampleWords(message: string): readonly string[] {
  const words = [...new Set(tokenise(message).filter((word) => !STOP_WORDS.has(word)))];
  return words.slice(0, MAXIMUM_WORDS);
}

/** Two word sets with one key are the same request, whatever the order and the endings of their words. */
export function exampleKey(words: readonly string[]): string {
  return [...new Set(requestTerms(words.join(" ")))].sort().join(" ");
}
