import type { EntryTexts, EntryVectors } from "./entry.js";
import { dotCompact } from "./kernel.js";
import { confirmedMeaning, learnedMeaning } from "./learned-meaning.js";
import type { Coverage } from "./lexical-index.js";
import { containsPhrase } from "./phrases.js";
import { termsOf } from "./terms.js";
import type { VectorSpace } from "./vector-space.js";

/** A request, ready to be compared. */
export interface PreparedRequest {
  readonly message: string;
  /** Undefined when the model can't read the request. */
  readonly vector: Float32Array | undefined;
  /** How much it is like requests that need no skill; zero without a vector. */
  readonly lean: number;
  /** Key of its example words; empty when nothing was ever learned. */
  readonly key: string;
  readonly coverage: Coverage;
  /** Rarity of its example words: learned words are compared with words that passed the same filter. */
  readonly exampleRarity: ReadonlyMap<string, number>;
}

/** One skill's standing for one request. */
export interface SlotScore {
  readonly slot: number;
  readonly score: number;
  readonly cosine: number;
  /** Share of the request's words that the skill or its examples contain. */
  readonly coverage: number;
  /** True when this very request was confirmed before. */
  readonly confirmed: boolean;
  /** Index of the clause, trigger or example that decided, if one did. */
  readonly clause?: number;
  readonly trigger?: number;
  readonly example?: number;
}

/** Lexical evidence is a boost, not a vote: flat between 0.2 and 0.6 on the tuning half. */
const COVERAGE_SHARE = 0.35;
const CLAUSE_SHARE = 0.2;
const TRIGGER_SHARE = 0.6;
/** Similarity above which a past request is more and more the same one: flat between 0.5 and 0.7. */
const ALIKE = 0.5;
/** What a trigger phrase is worth, of all words of a request that only words can be compared of. */
const TRIGGER_COVERAGE = 0.65;

/** First pass: description and words, for every slot. */
export function firstScores(
  space: VectorSpace,
  request: PreparedRequest,
  slots: readonly number[],
): Float64Array {
  const { vector, coverage } = request;
  const scores = new Float64Array(slots.length);
  if (vector !== undefined) space.scan(slots, vector, scores);
  const { bySlot } = coverage;
  if (bySlot.length === 0) return scores;
  const share = vector === undefined ? 1 : COVERAGE_SHARE;
  for (let index = 0; index < slots.length; index += 1)
    scores[index] = (scores[index] as number) + share * (bySlot[slots[index] as number] as number);
  return scores;
}

/** Second pass, for the slots that come into question: clauses, phrases and what was learned. */
export function fullScore(
  space: VectorSpace,
  entry: EntryTexts,
  slot: number,
  request: PreparedRequest,
): SlotScore {
  const { vector } = request;
  const same = request.key === "" ? undefined : entry.exampleKeys.get(request.key);
  const confirmed = same !== undefined;
  const described = request.coverage.bySlot[slot] ?? 0;
  const small = space.small(slot);
  if (vector === undefined || small === undefined) {
    // A confirmed request is the strongest evidence there is, in any language.
    const learned = confirmed ? 1 : learnedCoverage(entry, request.exampleRarity);
    const phrase = containsTrigger(entry, request.message) ? TRIGGER_COVERAGE : 0;
    const score = Math.max(described, phrase) + learned;
    return { slot, score, cosine: 0, coverage: Math.max(described, learned, phrase), confirmed };
  }
  const cosine = space.similarity(slot, vector);
  // Most skills have learned nothing; what follows would change nothing for them.
  if (small.examples.length === 0 && !confirmed) {
    const { value, source } = partMeaning(cosine, small, vector);
    const score = value + COVERAGE_SHARE * described - space.centralityCost(small.centrality);
    return { slot, score, cosine, coverage: described, confirmed, ...source };
  }
  const similarities = small.examples.map((own) => dotCompact(own, vector));
  const middle = confirmed
    ? confirmedMeaning(space.at(slot), vector, cosine, same)
    : learnedMeaning(cosine, similarities, small.learned);
  const nearness = confirmed ? 1 : exampleNearness(similarities);
  const whole = middle + nearness * tellingShare(request) ** 2 * (1 - middle);
  const meaning = partMeaning(whole, small, vector);
  const coverage = described + learnedWords(entry, request, confirmed);
  const score = meaning.value + COVERAGE_SHARE * coverage - space.centralityCost(small.centrality);
  const source = whole > cosine ? { example: same ?? highest(similarities) } : meaning.source;
  return { slot, score, cosine, coverage, confirmed, ...source };
}

/** How much a past request is this one again: nothing up to the similarity that any two of one kind have. */
function exampleNearness(similarities: readonly number[]): number {
  return Math.max(0, ...similarities.map((own) => Math.min(1, (own - ALIKE) / (1 - ALIKE))));
}

/**
 * How much of the request its kept words are. Of "find me a good opening against
 * the Sicilian" little more than "find" may be remembered, and that says next
 * to nothing about the next request with "find" in it.
 */
function tellingShare({ exampleRarity, coverage }: PreparedRequest): number {
  return Math.min(1, exampleRarity.size / Math.max(1, coverage.rarity.size));
}

/**
 * What the words of past requests add to the share that the skill's own words
 * cover, more the more requests had the word. Only words that pass the filter
 * are compared: the others were never kept.
 */
function learnedWords(
  { exampleTerms }: EntryTexts,
  { coverage, exampleRarity }: PreparedRequest,
  confirmed: boolean,
): number {
  let added = 0;
  if (exampleTerms.size === 0) return added;
  for (const term of exampleRarity.keys()) {
    const known = exampleTerms.get(term);
    const rarity = coverage.rarity.get(term);
    if (known === undefined || rarity === undefined) continue;
    const weight = confirmed ? 1 : known.uses / (known.uses + 1);
    added += (rarity / coverage.total) * Math.max(0, weight - known.described);
  }
  return added;
}

/** A phrase of one word is only a word: it counts as one. */
function containsTrigger(entry: EntryTexts, message: string): boolean {
  return entry.triggers.some((phrase) => termsOf(phrase).length > 1 && containsPhrase(message, phrase));
}

/** The same for a request that only words can be compared of, as a share of those that pass the filter. */
function learnedCoverage(entry: EntryTexts, asked: PreparedRequest["exampleRarity"]): number {
  if (entry.exampleTerms.size === 0) return 0;
  let found = 0;
  let total = 0;
  for (const [term, rarity] of asked) {
    total += rarity;
    const uses = entry.exampleTerms.get(term)?.uses ?? 0;
    found += (rarity * uses) / (uses + 1);
  }
  return total === 0 ? 0 : found / total;
}

/** Moved towards the nearest clause or trigger, where that is nearer than the whole. */
function partMeaning(
  whole: number,
  small: EntryVectors,
  vector: Float32Array,
): { readonly value: number; readonly source: { readonly clause?: number; readonly trigger?: number } } {
  const clause = nearest(small.clauses, vector);
  const trigger = nearest(small.triggers, vector);
  const byClause = whole + CLAUSE_SHARE * (clause.similarity - whole);
  const byTrigger = whole + TRIGGER_SHARE * (trigger.similarity - whole);
  const value = Math.max(whole, byClause, byTrigger);
  if (trigger.index >= 0 && value === byTrigger) return { value, source: { trigger: trigger.index } };
  if (clause.index >= 0 && value === byClause) return { value, source: { clause: clause.index } };
  return { value, source: {} };
}

function nearest(
  vectors: EntryVectors["clauses"],
  query: Float32Array,
): { readonly index: number; readonly similarity: number } {
  let index = -1;
  let similarity = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < vectors.length; position += 1) {
    const value = dotCompact(vectors[position] as EntryVectors["clauses"][number], query);
    if (value > similarity) {
      similarity = value;
      index = position;
    }
  }
  return { index, similarity };
}

/** Place of the highest value, the first of equals; -1 when there is none. */
function highest(values: readonly number[]): number {
  let place = -1;
  values.forEach((value, index) => {
    if (place < 0 || value > (values[place] as number)) place = index;
  });
  return place;
}
