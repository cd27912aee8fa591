import type { EntryTexts, EntryVectors } from "./entry.js";
import { dotCompact } from "./kernel.js";
import type { Coverage } from "./lexical-index.js";
import type { VectorSpace } from "./vector-space.js";

/** A request, ready to be compared. */
export interface PreparedRequest {
  /** All of it; undefined when the model can't read it. */
  readonly vector: Float32Array | undefined;
  /** Its example words only: what remembered requests are compared with. */
  readonly wordsVector: Float32Array | undefined;
  readonly key: string;
  readonly coverage: Coverage;
}

/** One skill's standing for one request. */
export interface SlotScore {
  readonly slot: number;
  readonly score: number;
  readonly cosine: number;
  readonly coverage: number;
  /** Index of the clause, trigger or example that decided, if one did. */
  readonly clause?: number;
  readonly trigger?: number;
  readonly example?: number;
}

/**
 * Shares of the score. Lexical evidence is a boost, not a vote: flat between
 * 0.2 and 0.6 in both directions on the tuning half.
 */
export const COVERAGE_SHARE = 0.35;
const CLAUSE_SHARE = 0.2;
const TRIGGER_SHARE = 0.6;
const BEST_EXAMPLE_SHARE = 0.4;

/** First pass: description and words, for every slot. */
export function firstScores(
  space: VectorSpace,
  request: PreparedRequest,
  slots: readonly number[],
): Float64Array {
  const { vector, coverage } = request;
  const share = vector === undefined ? 1 : COVERAGE_SHARE;
  const scores = new Float64Array(slots.length);
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index] as number;
    scores[index] = vector === undefined ? 0 : space.similarity(slot, vector);
  }
  if (coverage.bySlot.size > 0)
    for (let index = 0; index < slots.length; index += 1) {
      const covered = coverage.bySlot.get(slots[index] as number);
      if (covered !== undefined) scores[index] = (scores[index] as number) + share * covered;
    }
  return scores;
}

/** Second pass, for the slots that come into question: clauses, phrases and what was learned. */
export function fullScore(
  space: VectorSpace,
  entry: EntryTexts,
  slot: number,
  request: PreparedRequest,
): SlotScore {
  const coverage = request.coverage.bySlot.get(slot) ?? 0;
  const small = space.small(slot);
  // The words of this very request were confirmed before: nothing is stronger, in any language.
  const confirmed = request.key !== "" && entry.exampleKeys.has(request.key);
  if (request.vector === undefined || small === undefined) {
    return { slot, score: confirmed ? 1 + coverage : coverage, cosine: 0, coverage };
  }
  const cosine = space.similarity(slot, request.vector);
  const described = describedMeaning(cosine, small, request.vector);
  const learned = confirmed ? 1 : learnedMeaning(small, request.wordsVector);
  const meaning = Math.max(described.value, learned);
  const lexical = COVERAGE_SHARE * coverage;
  const base = { slot, score: meaning + lexical, cosine, coverage };
  if (learned > described.value) return { ...base, example: nearest(small.examples, request.wordsVector).index };
  return { ...base, ...described.source };
}

function describedMeaning(
  cosine: number,
  small: EntryVectors,
  vector: Float32Array,
): { readonly value: number; readonly source: { readonly clause?: number; readonly trigger?: number } } {
  const clause = nearest(small.clauses, vector);
  const trigger = nearest(small.triggers, vector);
  const byClause = cosine + CLAUSE_SHARE * (clause.similarity - cosine);
  const byTrigger = cosine + TRIGGER_SHARE * (trigger.similarity - cosine);
  const value = Math.max(cosine, byClause, byTrigger);
  if (value === byTrigger && trigger.index >= 0) return { value, source: { trigger: trigger.index } };
  if (value === byClause && clause.index >= 0) return { value, source: { clause: clause.index } };
  return { value, source: {} };
}

function learnedMeaning(small: EntryVectors, words: Float32Array | undefined): number {
  if (small.centroid === undefined || words === undefined) return Number.NEGATIVE_INFINITY;
  const centre = dotCompact(small.centroid, words);
  return centre + BEST_EXAMPLE_SHARE * (nearest(small.examples, words).similarity - centre);
}

function nearest(
  vectors: EntryVectors["clauses"],
  query: Float32Array | undefined,
): { readonly index: number; readonly similarity: number } {
  let index = -1;
  let similarity = Number.NEGATIVE_INFINITY;
  if (query !== undefined)
    vectors.forEach((vector, position) => {
      const value = dotCompact(vector, query);
      if (value > similarity) {
        similarity = value;
        index = position;
      }
    });
  return { index, similarity };
}
