import { normaliseText } from "./normalise.js";

/** Scripts written without spaces (and Hangul, whose words carry their particles): matched by pairs of characters. */
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}ー";

/** A run of unspaced script, a language name whose sign is part of it, or a word with inner apostrophes. */
const TOKEN = new RegExp(
  `(?<run>[${UNSPACED}][${UNSPACED}\\p{M}]*)|c\\+\\+|[cf]#|(?:(?![${UNSPACED}])[\\p{L}\\p{N}]\\p{M}*)+(?:['’](?:(?![${UNSPACED}])\\p{L}\\p{M}*)+)*`,
  "gu",
);
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu;
const BEYOND_ASCII = /[^\x00-\x7f]/;
const LATIN_MARKS = /(?<=\p{Script=Latin})[\u0300-\u036f]+/gu;

/**
 * The words of a text, lower-cased and in order, duplicates kept. Latin letters
 * lose their accents, apostrophes and possessive endings go; scripts without
 * spaces give overlapping pairs of characters.
 */
export function tokenise(text: string): string[] {
  const tokens: string[] = [];
  for (const match of normaliseText(text).toLowerCase().matchAll(TOKEN)) {
    if (match.groups?.run === undefined) tokens.push(folded(match[0]));
    else pushPairs(match[0], tokens);
  }
  return tokens;
}

function folded(word: string): string {
  const bare = word.replace(/['’]s?$|['’]/g, "");
  return BEYOND_ASCII.test(bare) ? bare.normalize("NFD").replace(LATIN_MARKS, "").normalize("NFC") : bare;
}

function pushPairs(run: string, tokens: string[]): void {
  const characters = run.match(CHARACTER) ?? [];
  if (characters.length === 1) tokens.push(run);
  for (let index = 1; index < characters.length; index++) {
    tokens.push(`${characters[index - 1]}${characters[index]}`);
  }
}
