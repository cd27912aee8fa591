import { expect, it } from "vitest";
import { createSkillIndex } from "../../src/discovery/index.js";

it.each([
  ["look for a house by the lake for two adults", "search-house"],
  ["rent a house by the lake for two adults", "book-house"],
])("of the skills of one service, %s finds the one that does it", async (request, expected) => {
  const index = createSkillIndex();
  await index.put([
    { id: "search-house", description: "Search for houses at a place, with a rating and services." },
    { id: "book-house", description: "Book a house at a place for dates and a number of adults." },
    { id: "cancel-house", description: "Cancel the house at a place before the stay." },
  ]);
  expect((await index.rank(request)).hits[0]?.id).toBe(expected);
});
