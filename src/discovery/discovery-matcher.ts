import type { Listing, ScoredListing } from "../core/listing.js";
import type { PortContext } from "../ports/context.js";
import type { Matcher } from "../ports/matcher.js";
import { createSkillIndex } from "./skill-index.js";
import type { DiscoverableSkill, SkillIndex, SkillIndexOptions } from "./types.js";

type Region = Parameters<Matcher["regions"]>[0]["regions"][number];

/** Matching by meaning for a cortex: regions of memory for perception, listings for the search. */
export function createDiscoveryMatcher(options: SkillIndexOptions = {}): Matcher {
  // Memory changes by a region at a time, so its index is kept; listings come and go.
  const memory = createSkillIndex(options);
  // One after the other: two tasks at once may bring two states of memory.
  let last: Promise<unknown> = Promise.resolve();
  return {
    specificationVersion: "v1",
    regions(request, context) {
      const answer = last.then(() => regionScores(memory, request, context));
      last = answer.catch(() => undefined);
      return answer;
    },
    async listings({ task, listings }, context) {
      context.signal.throwIfAborted();
      return scoreListings(task, listings, options, context);
    },
  };
}

async function regionScores(
  memory: SkillIndex,
  { task, regions }: Parameters<Matcher["regions"]>[0],
  context: PortContext,
): Promise<Readonly<Record<string, number>>> {
  context.signal.throwIfAborted();
  const known = new Set(regions.map(({ region }) => region));
  await memory.remove(memory.ids().filter((id) => !known.has(id)));
  await memory.put(regions.map(regionDocument), context);
  const { hits } = await memory.rank(task, { max: regions.length }, context);
  // A null prototype: a region called `__proto__` is a region like any other.
  const scores: Record<string, number> = Object.create(null);
  for (const { id, probability } of hits) scores[id] = probability;
  return scores;
}

/** A region is described by its name and signals, and by what was asked when one of its skills served. */
function regionDocument({ region, signals, examples }: Region): DiscoverableSkill {
  return {
    id: region,
    description: signals.join(", "),
    ...(examples.length === 0 ? {} : { examples }),
  };
}

/**
 * A registry's listings with the probability that each would serve the task, best first; equals stay in the registry's
 * order. Rivals don't lower it: the person is shown all that would do.
 */
export async function scoreListings(
  task: string,
  listings: readonly Listing[],
  options: SkillIndexOptions = {},
  context?: PortContext,
): Promise<readonly ScoredListing[]> {
  const index = createSkillIndex(options);
  await index.put(
    listings.map(({ key, name, description }) => ({ id: key, name, description })),
    context,
  );
  const { hits } = await index.rank(task, { max: listings.length }, context);
  const relevance = new Map(hits.map(({ id, fit }) => [id, fit]));
  return listings
    .map((listing) => ({ ...listing, relevance: relevance.get(listing.key) ?? 0 }))
    .toSorted((first, second) => second.relevance - first.relevance);
}
