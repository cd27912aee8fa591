const VOWEL = /[aeiouy]/;

/** Words whose ending only looks like a suffix. */
const UNTOUCHED = new Set(
  "news series species analysis basis status bus gas lens canvas always this its was has thing something nothing anything everything string spring king ring bring sing wing during morning evening ceiling need feed seed speed breed indeed exceed proceed succeed embed hundred sacred naked kindred bed red shed led fed".split(
    " ",
  ),
);

/**
 * A light English stemmer for matching, not for reading: plural, -ed, -ing,
 * -ion, -ator, final e and y come off, so that all forms of a word meet in one
 * stem. Words of three letters or fewer, and words in other alphabets, stay.
 */
export function stem(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word;
  if (UNTOUCHED.has(word)) return word;
  return withoutEnding(withoutVerbEnding(singular(word)));
}

function singular(word: string): string {
  if (!word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ch|sh|ss|x|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function withoutVerbEnding(word: string): string {
  if (UNTOUCHED.has(word)) return word;
  const ending = /(?:ing|ed)$/.exec(word)?.[0];
  if (ending === undefined) return word;
  const base = word.slice(0, -ending.length);
  if (base.length < 2 || !VOWEL.test(base)) return word;
  if (ending === "ed" && base.endsWith("e")) return `${base}e`;
  if (base.length === 2) return /[^aeiou]$/.test(base) ? `${base}e` : base;
  // "mapping" → "map", but "adding" → "add" and "compressing" → "compress".
  return /([bcdfgkmnprtv])\1$/.test(base) && base.length > 3 ? base.slice(0, -1) : base;
}

function withoutEnding(word: string): string {
  if (word.length > 7 && word.endsWith("ication")) return `${word.slice(0, -7)}i`;
  if (word.length > 7 && /[st]ion$/.test(word)) return word.slice(0, -3);
  if (word.length > 6 && word.endsWith("ator")) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith("e")) return word.slice(0, -1);
  if (word.length > 3 && /[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}i`;
  if (word.length > 3 && /(?:ll|zz)$/.test(word)) return word.slice(0, -1);
  return word;
}
