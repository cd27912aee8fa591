/**
 * Letters of other scripts that look like Latin ones. Only shapes that are
 * indistinguishable in common fonts; from the Unicode confusables data (UTS 39).
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: "a",
  ɑ: "a",
  α: "a",
  в: "b",
  ь: "b",
  β: "b",
  с: "c",
  ϲ: "c",
  ԁ: "d",
  ɗ: "d",
  е: "e",
  ҽ: "e",
  ε: "e",
  ɡ: "g",
  ց: "g",
  һ: "h",
  հ: "h",
  н: "h",
  і: "i",
  ı: "i",
  ι: "i",
  ї: "i",
  ӏ: "l",
  ј: "j",
  к: "k",
  κ: "k",
  ⅼ: "l",
  м: "m",
  п: "n",
  ո: "n",
  η: "n",
  о: "o",
  ο: "o",
  օ: "o",
  σ: "o",
  ө: "o",
  р: "p",
  ρ: "p",
  ԛ: "q",
  г: "r",
  ѕ: "s",
  ꜱ: "s",
  т: "t",
  τ: "t",
  ս: "u",
  υ: "u",
  ц: "u",
  ѵ: "v",
  ν: "v",
  ԝ: "w",
  ω: "w",
  ш: "w",
  х: "x",
  χ: "x",
  у: "y",
  γ: "y",
  ү: "y",
  ʏ: "y",
  ᴢ: "z",
  ʀ: "r",
  ɪ: "i",
  ɴ: "n",
  ᴏ: "o",
  ᴇ: "e",
  ᴀ: "a",
  ɢ: "g",
  ᴜ: "u",
  ᴛ: "t",
  ʟ: "l",
  ᴄ: "c",
  ᴅ: "d",
  ʜ: "h",
  ᴊ: "j",
  ᴋ: "k",
  ᴍ: "m",
  ᴘ: "p",
  ᴠ: "v",
  ᴡ: "w",
};

const MAPPED: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, latin]) => {
    const upper = letter.toUpperCase();
    return upper === letter || upper.length !== letter.length
      ? [[letter, latin] as const]
      : [[letter, latin] as const, [upper, latin.toUpperCase()] as const];
  }),
);

const MARKED_LATIN = /[\u00c0-\u024f\u1e00-\u1eff]/g;
const MARKS = /\p{M}+/gu;
const WORD_WITH_FOREIGN = /[\p{L}\p{N}_]*[^\p{ASCII}][\p{L}\p{N}_]*/gu;

/** Replaces look-alike letters by the Latin letters they imitate and drops accents of Latin letters. */
export function skeleton(text: string): string {
  if (!/[^\p{ASCII}]/u.test(text)) return text;
  return text.replace(WORD_WITH_FOREIGN, (word) => levelWord(word));
}

function levelWord(word: string): string {
  const plain = word.replace(MARKED_LATIN, (letter) => letter.normalize("NFD").replace(MARKS, ""));
  const letters = [...plain];
  // A word of a real Cyrillic or Greek text keeps its letters; only mixtures and pure imitations are levelled.
  const imitates = letters.every((letter) => letter.charCodeAt(0) < 128 || MAPPED.has(letter));
  return imitates ? letters.map((letter) => MAPPED.get(letter) ?? letter).join("") : plain;
}
