import type { Listing } from "../core/listing.js";
import { stem } from "../text/stem.js";
import { tokenise } from "../text/tokenise.js";

/** How many words of a query a skill's name (twice) and description share; 0 means not at all. */
export function relevanceTo(query: string): (name: string, description: string) => number {
  const words = new Set(tokenise(query).map(stem));
  return (name, description) => overlap(words, name) * 2 + overlap(words, description);
}

function overlap(words: ReadonlySet<string>, text: string): number {
  return new Set(
    tokenise(text)
      .map(stem)
      .filter((word) => words.has(word)),
  ).size;
}

/** A listing with its rank; for registries that have no search of their own. */
export interface RankedListing {
  readonly score: number;
  readonly listing: Listing;
}

/** Best first, then most stars, then by key, so that the same answer always comes in the same order. */
export function bestListings(ranked: readonly RankedListing[], limit: number): readonly Listing[] {
  return [...ranked]
    .sort(
      (left, right) =>
        right.score - left.score ||
        (right.listing.stars ?? 0) - (left.listing.stars ?? 0) ||
        (left.listing.key < right.listing.key ? -1 : 1),
    )
    .slice(0, Math.max(0, limit))
    .map(({ listing }) => listing);
}
