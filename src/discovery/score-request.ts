import type { EntryTexts, EntryVectors } from "./entry.js";
import { dotCompact } from "./kernel.js";
import type { Coverage } from "./lexical-index.js";
import { containsPhrase } from "./phrases.js";
import { termsOf } from "./terms.js";
import type { VectorSpace } from "./vector-space.js";

/** A request, ready to be compared. */
export interface PreparedRequest {
  readonly message: string;
  /** Undefined when the model can't read the request. */
  readonly vector: Float32Array | undefined;
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
const BEST_EXAMPLE_SHARE = 0.3;
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
  const confirmed = request.key !== "" && entry.exampleKeys.has(request.key);
  const described = request.coverage.bySlot[slot] ?? 0;
  // A confirmed request is the strongest evidence there is, in any language: full marks for words and meaning.
  const learned = confirmed ? 1 : learnedCoverage(entry, request.exampleRarity);
  const coverage = Math.max(described, learned);
  const small = space.small(slot);
  if (request.vector === undefined || small === undefined) {
    const phrase = containsTrigger(entry, request.message) ? TRIGGER_COVERAGE : 0;
    const score = Math.max(described, phrase) + learned;
    return { slot, score, cosine: 0, coverage: Math.max(coverage, phrase), confirmed };
  }
  const cosine = space.similarity(slot, request.vector);
  const byText = textMeaning(cosine, small, request.vector);
  const example = nearest(small.examples, request.vector);
  const byExample = confirmed ? 1 : learnedMeaning(small, request.vector, example.similarity);
  const score =
    Math.max(byText.value, byExample) +
    COVERAGE_SHARE * (described + learned) -
    space.centralityCost(small.centrality);
  const source = byExample > byText.value && example.index >= 0 ? { example: example.index } : byText.source;
  return { slot, score, cosine, coverage, confirmed, ...source };
}

/** A phrase of one word is only a word: it counts as one. */
function containsTrigger(entry: EntryTexts, message: string): boolean {
  return entry.triggers.some((phrase) => termsOf(phrase).length > 1 && containsPhrase(message, phrase));
}

/** Words of past requests, counted more the more of them had it. */
function learnedCoverage(entry: EntryTexts, asked: PreparedRequest["exampleRarity"]): number {
  if (entry.exampleTerms.size === 0) return 0;
  let found = 0;
  let total = 0;
  for (const [term, rarity] of asked) {
    total += rarity;
    const uses = entry.exampleTerms.get(term) ?? 0;
    found += (rarity * uses) / (uses + 1);
  }
  return total === 0 ? 0 : found / total;
}

function textMeaning(
  cosine: number,
  small: EntryVectors,
  vector: Float32Array,
): { readonly value: number; readonly source: { readonly clause?: number; readonly trigger?: number } } {
  const clause = nearest(small.clauses, vector);
  const trigger = nearest(small.triggers, vector);
  const byClause = cosine + CLAUSE_SHARE * (clause.similarity - cosine);
  const byTrigger = cosine + TRIGGER_SHARE * (trigger.similarity - cosine);
  const value = Math.max(cosine, byClause, byTrigger);
  if (trigger.index >= 0 && value === byTrigger) return { value, source: { trigger: trigger.index } };
  if (clause.index >= 0 && value === byClause) return { value, source: { clause: clause.index } };
  return { value, source: {} };
}

function learnedMeaning(small: EntryVectors, vector: Float32Array, best: number): number {
  if (small.centroid === undefined) return Number.NEGATIVE_INFINITY;
  const centre = dotCompact(small.centroid, vector);
  return centre + BEST_EXAMPLE_SHARE * (best - centre);
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
