import { stem } from "./stem.js";
import { tokenise } from "./tokenise.js";

/** Two words a shingle: enough to respect order, short enough for one-line texts. */
const SHINGLE = 2;

/**
 * How alike two texts are, 0 to 1, for finding near-duplicates: the larger of
 * the Jaccard similarity of their stemmed word pairs and, when the shorter text
 * has some substance, nine tenths of how much of it the longer one contains.
 * Case, punctuation, spacing and word forms don't matter. 1 only for texts
 * with the same pairs.
 */
export function textSimilarity(left: string, right: string): number {
  const a = shinglesOf(left);
  const b = shinglesOf(right);
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  if (large.size === 0) return left.trim() === right.trim() ? 1 : 0;
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared++;
  const jaccard = shared / (a.size + b.size - shared);
  const contained = small.size >= 6 ? (0.9 * shared) / small.size : 0;
  return Math.max(jaccard, contained);
}

function shinglesOf(text: string): Set<string> {
  const words = tokenise(text).map(stem);
  if (words.length < SHINGLE) return new Set(words);
  const shingles = new Set<string>();
  for (let index = SHINGLE; index <= words.length; index++) {
    shingles.add(words.slice(index - SHINGLE, index).join(" "));
  }
  return shingles;
}
