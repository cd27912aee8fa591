import { SIGN_BIT, SIGNS, type SignName } from "./signs.js";
import { TOPIC, TOPIC_WORDS } from "./topics.js";
import { WordTable } from "./word-table.js";

/** What words mean: bits of topics and of signs. */
export interface Meaning {
  readonly topics: number;
  readonly signs: number;
}

const VOCABULARY: ReadonlyMap<string, Meaning> = (() => {
  const map = new Map<string, { topics: number; signs: number }>();
  const entry = (word: string) => {
    const known = map.get(word) ?? { topics: 0, signs: 0 };
    map.set(word, known);
    return known;
  };
  for (const topic of Object.keys(TOPIC) as (keyof typeof TOPIC)[])
    for (const word of TOPIC_WORDS[topic].split(" ")) entry(word).topics |= TOPIC[topic];
  for (const sign of Object.keys(SIGNS) as SignName[])
    for (const word of SIGNS[sign].words.split(" ")) entry(word).signs |= SIGN_BIT[sign];
  return map;
})();

const TABLE = new WordTable([...VOCABULARY.keys()]);
const TOPICS = Int32Array.from(VOCABULARY.values(), ({ topics }) => topics);
const SIGN_BITS = Int32Array.from(VOCABULARY.values(), ({ signs }) => signs);

export const NO_MEANING: Meaning = { topics: 0, signs: 0 };

/** What all words of a sentence mean together. One pass, because most sentences end here. */
export function meaningOf(text: string): Meaning {
  const { places, count, odd, isAscii } = TABLE.find(text);
  let topics = 0;
  let signs = 0;
  for (let at = 0; at < count; at += 1) {
    const place = places[at] ?? 0;
    topics |= TOPICS[place] ?? 0;
    signs |= SIGN_BITS[place] ?? 0;
  }
  for (const word of odd) {
    const known = ofGenitive(word) ?? leet(word) ?? NO_MEANING;
    topics |= known.topics;
    signs |= known.signs;
  }
  // A run of letters that are not Latin is judged by the patterns for other languages, whatever stands around it.
  if (!isAscii && /[^\x00-\x7f]{4}/.test(text)) topics |= TOPIC.foreign;
  return topics === 0 && signs === 0 ? NO_MEANING : { topics, signs };
}

function ofGenitive(word: string): Meaning | undefined {
  return word.endsWith("'s") ? VOCABULARY.get(word.slice(0, -2)) : undefined;
}

const LEET: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t" };

/** `1gn0re` for `ignore`: only words that mix digits and letters. */
export function leet(word: string): Meaning | undefined {
  if (word.length < 4 || !/[0-9]/.test(word) || !/[a-z]/.test(word)) return undefined;
  return VOCABULARY.get(unleet(word));
}

/** Letters for the digits that imitate them. */
export function unleet(word: string): string {
  return word.replace(/[013457]/g, (digit) => LEET[digit] ?? digit);
}
