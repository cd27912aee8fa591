import { describe, expect, it } from "vitest";
import type { Listing } from "../../src/core/listing.js";
import { createDiscoveryMatcher, scoreListings } from "../../src/discovery/index.js";
import type { PortContext } from "../../src/ports/context.js";

const context: PortContext = {
  signal: new AbortController().signal,
  deadline: Number.MAX_SAFE_INTEGER,
  flowId: "flow",
};
const regions = [
  { region: "task-management", signals: ["query", "todo", "list"], examples: [["query", "todo", "today"]] },
  { region: "image-editing", signals: ["compress", "image"], examples: [["resize", "photo"]] },
  { region: "travel", signals: ["book", "flight", "hotel"], examples: [] },
];
const listing = (slug: string, description: string): Listing => ({
  key: `clawhub:@a/${slug}`,
  name: slug,
  description,
  version: "1.0.0",
  source: "clawhub",
  reviewed: true,
  scan: "clean",
});

describe("perception", () => {
  it("finds the region of a task that shares no word with its signals", async () => {
    const scores = await createDiscoveryMatcher().regions(
      { task: "make my vacation pictures smaller", regions },
      context,
    );
    const [best] = Object.entries(scores).toSorted(([, a], [, b]) => b - a);
    expect(best?.[0]).toBe("image-editing");
  });

  it("takes a task that was solved before for a hit, and an unrelated one for a miss", async () => {
    const matcher = createDiscoveryMatcher();
    const again = await matcher.regions({ task: "query today's todo", regions }, context);
    expect(again["task-management"]).toBeGreaterThan(0.5);
    const other = await matcher.regions({ task: "why is the sky blue", regions }, context);
    expect(Math.max(...Object.values(other))).toBeLessThan(0.5);
  });

  it("forgets regions that memory has forgotten, also when asked side by side", async () => {
    const matcher = createDiscoveryMatcher();
    const task = "compress an image";
    const [all, one] = await Promise.all([
      matcher.regions({ task, regions }, context),
      matcher.regions({ task, regions: regions.slice(0, 1) }, context),
    ]);
    expect(Object.keys(all).sort()).toEqual(["image-editing", "task-management", "travel"]);
    expect(Object.keys(one)).toEqual(["task-management"]);
  });
});

describe("the search", () => {
  const listings = [
    listing("exif", "Read and strip metadata of photos"),
    listing("shrink", "Reduce the file size of pictures without visible loss"),
    listing("gallery", "Publish photo albums on the web"),
    listing("crm", "Keep track of customers and deals"),
  ];

  it("puts the listing that serves the task before those that only share its words", async () => {
    const [first, ...rest] = await scoreListings("my images take too much disk space", listings);
    expect(first?.key).toBe("clawhub:@a/shrink");
    expect(rest.at(-1)?.key).toBe("clawhub:@a/crm");
  });

  it("says by low probabilities that none of the listings serves", async () => {
    const scored = await scoreListings("transpose this song to another key", listings);
    expect(Math.max(...scored.map(({ relevance }) => relevance))).toBeLessThan(0.5);
  });

  it("keeps the registry's order where nothing can be read from the task", async () => {
    const scored = await scoreListings("", listings);
    expect(scored.map(({ key }) => key)).toEqual(listings.map(({ key }) => key));
  });
});
