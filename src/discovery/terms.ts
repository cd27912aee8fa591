import { STOP_WORDS, stem, tokenise } from "../text/index.js";

/** Words of a request that say only that it is one. */
const REQUEST_WORDS = new Set(
  "able ask help helps need needs needed get gets give gives show tell know use used using user users make find way thing things something anything".split(
    " ",
  ),
);

/** The stems of a text's content words in order, duplicates kept; scripts without spaces give character pairs. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of tokenise(text)) if (!STOP_WORDS.has(word)) terms.push(stem(word));
  return terms;
}

/** Like `termsOf`, without the words that every request contains. Falls back to all when nothing else is left. */
export function requestTerms(text: string): string[] {
  const terms = termsOf(text);
  const telling = terms.filter((term) => !REQUEST_STEMS.has(term));
  return telling.length > 0 ? telling : terms;
}

const REQUEST_STEMS: ReadonlySet<string> = new Set([...REQUEST_WORDS].map(stem));
