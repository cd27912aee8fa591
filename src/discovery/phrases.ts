import { tokenise } from "../text/index.js";

const SPACED = /^[\p{Script=Latin}\p{N}\s'’-]+$/u;

/** A request in the form that phrases are looked for in. */
export function phraseText(message: string): string {
  return ` ${tokenise(message).join(" ")} `;
}

/** Whether the request contains the phrase: whole words in order; scripts without spaces by their characters. */
export function containsPhrase(message: string, phrase: string): boolean {
  const words = tokenise(phrase);
  if (words.length === 0) return false;
  if (SPACED.test(phrase)) return phraseText(message).includes(` ${words.join(" ")} `);
  return message.normalize("NFKC").toLowerCase().includes(phrase.normalize("NFKC").toLowerCase().trim());
}
