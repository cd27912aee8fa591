/** The words of one document and how much each counts there, 0..1. */
export type WordWeights = ReadonlyMap<string, number>;

/** What the words of a request say about the documents. */
export interface Coverage {
  /** Share of the request's rarity that a document covers, by slot; slots beyond the end cover nothing. */
  readonly bySlot: Float64Array;
  /** Rarity of each distinct term of the request. */
  readonly rarity: ReadonlyMap<string, number>;
  /** All of it: what a share is a share of. */
  readonly total: number;
}

interface Posting {
  readonly term: string;
  readonly slots: number[];
  readonly weights: number[];
}

/** BM25's saturation and length normalisation, so that repeating or piling up words does not pay. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** Content words of a usual description. A constant, so that one document's weights don't depend on the others. */
const USUAL_LENGTH = 14;

/** How much each distinct term of a text counts. */
export function wordWeights(terms: readonly string[], weight = 1): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * terms.length) / USUAL_LENGTH;
  const weights = new Map<string, number>();
  for (const [term, count] of counts) {
    const saturated = (count * (SATURATION + 1)) / (count + SATURATION * length);
    weights.set(term, weight * Math.min(1, saturated));
  }
  return weights;
}

/** Which documents contain which words; grows and shrinks document by document. */
export class LexicalIndex {
  readonly #postings = new Map<string, Posting>();
  /** Postings, not words: ten thousand documents share their words. */
  readonly #postingsOfSlot = new Map<number, readonly Posting[]>();
  /** One more than the highest slot that was ever used. */
  #slots = 0;

  get documents(): number {
    return this.#postingsOfSlot.size;
  }

  add(slot: number, words: WordWeights): void {
    const own: Posting[] = [];
    for (const [term, weight] of words) {
      const posting = this.#postings.get(term) ?? { term, slots: [], weights: [] };
      if (posting.slots.length === 0) this.#postings.set(term, posting);
      posting.slots.push(slot);
      posting.weights.push(weight);
      own.push(posting);
    }
    this.#postingsOfSlot.set(slot, own);
    this.#slots = Math.max(this.#slots, slot + 1);
  }

  remove(slot: number): void {
    for (const { term, slots, weights } of this.#postingsOfSlot.get(slot) ?? []) {
      const place = slots.indexOf(slot);
      slots.splice(place, 1);
      weights.splice(place, 1);
      if (slots.length === 0) this.#postings.delete(term);
    }
    this.#postingsOfSlot.delete(slot);
  }

  /**
   * Words that no document has still count in the denominator: a request with
   * one chance match among ten words gets almost nothing for it.
   */
  cover(terms: readonly string[]): Coverage {
    const rarity = this.rarityOf(terms);
    let total = 0;
    for (const value of rarity.values()) total += value;
    const bySlot = new Float64Array(total === 0 ? 0 : this.#slots);
    // Terms in sorted order: sums of floats must not depend on how the request was phrased or the index was built.
    for (const term of [...rarity.keys()].sort()) {
      const posting = this.#postings.get(term);
      if (posting === undefined) continue;
      const share = (rarity.get(term) ?? 0) / total;
      for (let index = 0; index < posting.slots.length; index += 1) {
        const slot = posting.slots[index] as number;
        bySlot[slot] = (bySlot[slot] as number) + share * (posting.weights[index] as number);
      }
    }
    return { bySlot, rarity, total };
  }

  /** How rare each distinct term is among the documents, in the order of the terms. */
  rarityOf(terms: readonly string[]): ReadonlyMap<string, number> {
    const rarity = new Map<string, number>();
    for (const term of new Set(terms)) {
      const found = this.#postings.get(term)?.slots.length ?? 0;
      rarity.set(term, Math.log(1 + (this.documents - found + 0.5) / (found + 0.5)));
    }
    return rarity;
  }

  /** The terms of a request that a document contains, the rarest first. */
  shared(slot: number, coverage: Coverage): readonly string[] {
    const own = new Set(this.#postingsOfSlot.get(slot)?.map(({ term }) => term));
    return [...coverage.rarity]
      .filter(([term]) => own.has(term))
      .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
      .map(([term]) => term);
  }
}
