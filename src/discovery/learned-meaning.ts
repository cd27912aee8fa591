import { addCompact, type CompactVector, dotCompact } from "./kernel.js";

/** Examples that are kept of a skill: the newest, here and in the cortex's own memory. */
export const EXAMPLES_KEPT = 5;
/** What a description weighs beside each of its examples: flat between three and six on the tuning half. */
const DESCRIPTION_SHARE = 4;
/** An example's length, with room for the rounding of its values. */
const LONGEST_EXAMPLE = 1.01;

/**
 * Length of a description and its examples added up, the description weighed
 * (Rocchio's centroid before it is scaled); zero without examples.
 */
export function learnedLength(whole: Float32Array, examples: readonly CompactVector[]): number {
  return examples.length === 0 ? 0 : lengthOfSum(whole, examples);
}

/** Cosine of a request and the middle of description and examples; a sum of cosines, so no centroid is kept. */
export function learnedMeaning(cosine: number, similarities: readonly number[], length: number): number {
  if (length === 0) return cosine;
  return similarities.reduce((sum, own) => sum + own, DESCRIPTION_SHARE * cosine) / length;
}

/**
 * The same where one of the examples has the request's own words. Words are all
 * that is kept of a request, so that example may lie elsewhere; it must not move
 * the skill away from the very request it was confirmed for. Where it may have
 * pushed an older example out, it counts as the vector that brings the middle
 * nearest to the request: the older one can't have done better.
 */
export function confirmedMeaning(
  vectors: { readonly whole: Float32Array; readonly examples: readonly CompactVector[] },
  request: Float32Array,
  cosine: number,
  same: number,
): number {
  const similarities = vectors.examples.map((own) => dotCompact(own, request));
  const without = (_: unknown, index: number) => index !== same;
  const others = lengthOfSum(vectors.whole, vectors.examples.filter(without));
  if (others <= LONGEST_EXAMPLE) return 1;
  const before = learnedMeaning(cosine, similarities.filter(without), others);
  if (similarities.length < EXAMPLES_KEPT)
    return Math.max(
      before,
      learnedMeaning(cosine, similarities, lengthOfSum(vectors.whole, vectors.examples)),
    );
  const angle = Math.acos(Math.max(-1, Math.min(1, before)));
  return Math.cos(Math.max(0, angle - Math.asin(LONGEST_EXAMPLE / others)));
}

function lengthOfSum(whole: Float32Array, examples: readonly CompactVector[]): number {
  const sums = Float64Array.from(whole, (value) => value * DESCRIPTION_SHARE);
  for (const example of examples) addCompact(sums, example);
  return Math.hypot(...sums);
}
