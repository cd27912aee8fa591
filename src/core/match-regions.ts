import { STOP_WORDS, stem, tokenise } from "../text/index.js";

/** What a word that many kinds of task share is worth beside one that names the thing. */
const COMMON_WORD_WORTH = 0.3;

/** Evidence at which a match is as likely as not, when the whole task is about it. */
const EVEN_EVIDENCE = 0.6;

/** Share of the probability that remains when the other words of the task speak for other regions. */
const UNEXPLAINED_SHARE = 0.7;

/**
 * What words that no region knows take away, each and all together. Little: a task is full of names and
 * details that nobody ever learns, and in scripts without spaces most pairs of characters are no words at all.
 */
const UNKNOWN_WORD_WORTH = 0.2;
const UNKNOWN_WORDS_WORTH = 1;

const COMMON_WORDS = new Set(
  (
    "add apply build change check create delete do edit fetch find generate get give help insert list load look make " +
    "manage modify need new open please prepare process produce provide put query read remove run save search see " +
    "send set show start stop tell update upload use view want write file files data item items all latest"
  )
    .split(" ")
    .map(stem),
);

/** A region as far as matching needs it. */
export interface MatchableRegion {
  readonly region: string;
  readonly signals: readonly string[];
}

/**
 * Built-in matching by words, for hosts without discovery: the probability that each region is meant, without
 * those that share no word. Rare signals count more, common verbs less, and the more of the task a region explains the better.
 */
export function matchRegions(
  task: string,
  regions: readonly MatchableRegion[],
): Readonly<Record<string, number>> {
  const words = [...contentStems(tokenise(task))];
  const vocabularies = regions.map(vocabularyOf);
  const frequency = words.map((word) =>
    vocabularies.reduce((sum, known) => sum + (known.has(word) ? 1 : 0), 0),
  );
  const worth = words.map((word, index) => worthOf(word, frequency[index] ?? 0, regions.length));
  const known = worth.reduce((sum, value) => sum + value, 0);
  const unknown = frequency.filter((count) => count === 0).length * UNKNOWN_WORD_WORTH;
  const total = known + Math.min(UNKNOWN_WORDS_WORTH, unknown);
  // A null prototype: a region called `__proto__` is a region like any other.
  const scores: Record<string, number> = Object.create(null);
  for (const [index, { region }] of regions.entries()) {
    const vocabulary = vocabularies[index];
    let evidence = 0;
    for (const [position, word] of words.entries())
      if (vocabulary?.has(word)) evidence += worth[position] ?? 0;
    if (evidence > 0) scores[region] = probability(evidence, evidence / total);
  }
  return scores;
}

function probability(evidence: number, explained: number): number {
  return (evidence / (evidence + EVEN_EVIDENCE)) * (UNEXPLAINED_SHARE + (1 - UNEXPLAINED_SHARE) * explained);
}

/** 1 for a word of one region only, falling to 0 for a word of all of many; 0 for a word of none. */
function worthOf(word: string, frequency: number, regions: number): number {
  if (frequency === 0) return 0;
  const rarity = regions === 1 ? 1 : Math.log((regions + 1) / frequency) / Math.log(regions + 1);
  return COMMON_WORDS.has(word) ? COMMON_WORD_WORTH * rarity : rarity;
}

const PLAIN_WORD = /^[a-z]+$/;

/** Signals are immutable lists, so their stems are worked out once; the cache holds nothing alive. */
const knownVocabularies = new WeakMap<readonly string[], ReadonlySet<string>>();

function vocabularyOf({ signals }: MatchableRegion): ReadonlySet<string> {
  const cached = knownVocabularies.get(signals);
  if (cached !== undefined) return cached;
  // A signal of plain letters is its own only token; a file that was just read has hundreds of them.
  const vocabulary = contentStems(
    signals.flatMap((signal) => (PLAIN_WORD.test(signal) ? signal : tokenise(signal))),
  );
  knownVocabularies.set(signals, vocabulary);
  return vocabulary;
}

function contentStems(tokens: readonly string[]): Set<string> {
  return new Set(tokens.filter((token) => !STOP_WORDS.has(token)).map(stem));
}
