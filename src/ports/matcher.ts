import type { Listing, ScoredListing } from "../core/listing.js";
import type { PortContext } from "./context.js";

/** Matching by meaning. Optional: without one the built-in lexical matching is used. */
export interface Matcher {
  readonly specificationVersion: "v1";
  /** Probability per region that the task belongs to it. */
  regions(
    request: {
      readonly task: string;
      readonly regions: readonly {
        readonly region: string;
        readonly signals: readonly string[];
        readonly examples: readonly (readonly string[])[];
      }[];
    },
    context: PortContext,
  ): Promise<Readonly<Record<string, number>>>;
  /** The listings with a probability each, best first. */
  listings(
    request: { readonly task: string; readonly listings: readonly Listing[] },
    context: PortContext,
  ): Promise<readonly ScoredListing[]>;
}
