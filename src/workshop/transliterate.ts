const pairs = (from: string, to: string): [string, string][] => {
  const spellings = to.split(" ");
  return [...from].map((letter, index) => [letter, spellings[index] ?? ""]);
};

/** One ASCII spelling a letter; lower case only, callers lower-case the rest. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ...pairs("ßæøœđðłþıŋ", "ss ae o oe d d l th i ng"),
  ...pairs(
    "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya",
  ),
  ...pairs("іїєґўјљњћџ", "i yi ye g u j lj nj c dz"),
  ...pairs("αβγδεζηθικλμνξοπρστυφχψως", "a v g d e z i th i k l m n x o p r s t y f ch ps o s"),
  ...pairs(
    "あいうえおかきくけこさしすせそたちつてとなにぬねの",
    "a i u e o ka ki ku ke ko sa shi su se so ta chi tsu te to na ni nu ne no",
  ),
  ...pairs(
    "はひふへほまみむめもやゆよらりるれろわをん",
    "ha hi fu he ho ma mi mu me mo ya yu yo ra ri ru re ro wa o n",
  ),
  ...pairs(
    "がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽ",
    "ga gi gu ge go za ji zu ze zo da ji zu de do ba bi bu be bo pa pi pu pe po",
  ),
  ...pairs("ゃゅょっぁぃぅぇぉー", "ya yu yo  a i u e o "),
]);

const HANGUL_FIRST = "g kk n d tt r m b pp s ss  j jj ch k t p h".split(" ");
const HANGUL_VOWEL = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split(" ");
const HANGUL_LAST = " k k k n n n t l k m p l l p l m p p t t ng t t k t p t".split(" ");
const HANGUL_START = 0xac00;
const HANGUL_END = 0xd7a3;
const KATAKANA_TO_HIRAGANA = 0x60;

/** Spells Latin with marks, Cyrillic, Greek, kana and Hangul in ASCII letters; other characters stay. */
export function transliterate(text: string): string {
  let spelled = "";
  for (const character of text.normalize("NFKC").toLowerCase()) spelled += spell(character);
  return spelled;
}

function spell(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return character;
  if (code >= HANGUL_START && code <= HANGUL_END) return hangul(code - HANGUL_START);
  const hiragana =
    code >= 0x30a1 && code <= 0x30f6 ? String.fromCodePoint(code - KATAKANA_TO_HIRAGANA) : character;
  const known = LETTERS.get(hiragana);
  if (known !== undefined) return known;
  const bare = character.normalize("NFD").replace(/\p{M}/gu, "");
  return LETTERS.get(bare) ?? bare;
}

/** Syllable blocks are arithmetic: 19 initials × 21 vowels × 28 finals. */
function hangul(index: number): string {
  const first = HANGUL_FIRST[Math.floor(index / 588)] ?? "";
  const vowel = HANGUL_VOWEL[Math.floor((index % 588) / 28)] ?? "";
  const last = HANGUL_LAST[index % 28] ?? "";
  return `${first}${vowel}${last}`;
}
