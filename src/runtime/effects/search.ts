import type { AnswerOf, EffectOf } from "../../core/effects.js";
import { CortexError } from "../../core/errors.js";
import type { Listing, ScoredListing } from "../../core/listing.js";
import type { PortContext } from "../../ports/context.js";
import { stem, tokenise } from "../../text/index.js";
import type { Session } from "../session.js";

const RESULTS = 20;

/** Summaries of one registry, each with the probability that it serves the task. */
export async function search(
  { options }: Session,
  effect: EffectOf<"search">,
  context: PortContext,
  task: string,
): Promise<AnswerOf<"search">> {
  const registry = options.registries[effect.registry];
  if (registry === undefined) throw new CortexError("port-missing", "There is no such registry.");
  const listings = await registry.search({ query: effect.query, limit: RESULTS }, context);
  return { kind: "search", listings: await score(options.matcher, listings, effect.query, task, context) };
}

async function score(
  matcher: Session["options"]["matcher"],
  listings: readonly Listing[],
  query: string,
  task: string,
  context: PortContext,
): Promise<readonly ScoredListing[]> {
  if (matcher !== undefined && listings.length > 0) {
    try {
      return await matcher.listings({ task, listings }, context);
    } catch {
      // Matching by meaning is a refinement: without it the words decide.
    }
  }
  return scoreByWords(query, listings);
}

/** The share of the query's words that a listing's own words cover. */
export function scoreByWords(query: string, listings: readonly Listing[]): readonly ScoredListing[] {
  const wanted = [...new Set(tokenise(query).map(stem))];
  return listings
    .map((listing) => {
      const offered = new Set(tokenise(`${listing.name} ${listing.description}`).map(stem));
      const covered = wanted.filter((word) => offered.has(word)).length;
      return { ...listing, relevance: wanted.length === 0 ? 0 : Math.sqrt(covered / wanted.length) };
    })
    .toSorted((left, right) => right.relevance - left.relevance);
}
