import { STOP_WORDS, stem, tokenise } from "../text/index.js";

/** The stems of a text's content words in order, duplicates kept; scripts without spaces give character pairs. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of tokenise(text)) if (!STOP_WORDS.has(word)) terms.push(stem(word));
  return terms;
}
