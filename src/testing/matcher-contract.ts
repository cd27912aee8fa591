import assert from "node:assert/strict";
import type { Listing } from "../core/listing.js";
import type { Matcher } from "../ports/matcher.js";
import {
  type ContractCase,
  cancelCases,
  casesOf,
  contractContext,
  type Make,
  versionCase,
} from "./contract.js";

const TASKS = ["", "query the todo list", "画像を圧縮して", "\0\u202e", "word ".repeat(2000)];
const regions = [
  { region: "task-management", signals: ["query", "todo", "list"], examples: [["query", "todo"]] },
  { region: "image-editing", signals: ["compress", "image"], examples: [] },
  { region: "constructor", signals: [], examples: [] },
];

/** What every matcher promises. */
export function matcherContract(makeMatcher: Make<Matcher>): readonly ContractCase[] {
  const define = casesOf(makeMatcher);
  return [
    versionCase(makeMatcher),
    define("gives probabilities, and only for the regions that were asked about", async (matcher) => {
      for (const task of TASKS) {
        const scores = await matcher.regions({ task, regions }, contractContext());
        for (const [region, score] of Object.entries(scores)) {
          assert.ok(
            regions.some((asked) => asked.region === region),
            region,
          );
          assert.ok(score >= 0 && score <= 1, `${region}: ${score}`);
        }
      }
    }),
    define("the region whose words the task repeats is the likelier one", async (matcher) => {
      const scores = await matcher.regions({ task: "query the todo list", regions }, contractContext());
      assert.ok((scores["task-management"] ?? 0) > (scores["image-editing"] ?? 0));
    }),
    define("scores every listing once, best first, and changes nothing else of it", async (matcher) => {
      const listings = sampleListings();
      for (const task of TASKS) {
        const scored = await matcher.listings({ task, listings }, contractContext());
        assert.deepEqual(scored.map(({ key }) => key).sort(), listings.map(({ key }) => key).sort());
        const relevances = scored.map(({ relevance }) => relevance);
        assert.ok(
          relevances.every((relevance) => relevance >= 0 && relevance <= 1),
          String(relevances),
        );
        assert.deepEqual(
          relevances,
          [...relevances].sort((a, b) => b - a),
          "best first",
        );
        for (const { relevance: _, ...listing } of scored)
          assert.deepEqual(
            listing,
            listings.find(({ key }) => key === listing.key),
          );
      }
    }),
    define("nothing in, nothing out", async (matcher) => {
      assert.deepEqual({ ...(await matcher.regions({ task: "x", regions: [] }, contractContext())) }, {});
      assert.deepEqual(await matcher.listings({ task: "x", listings: [] }, contractContext()), []);
    }),
    ...cancelCases(makeMatcher, (matcher, cancelled) =>
      matcher.regions({ task: "todo", regions }, cancelled),
    ),
  ];
}

function sampleListings(): readonly Listing[] {
  const listing = { version: "1.0.0", source: "clawhub", reviewed: true, scan: "clean" } as const;
  return [
    { ...listing, key: "clawhub:@a/images", name: "images", description: "Compress images" },
    { ...listing, key: "clawhub:@a/todo", name: "todo", description: "Query and manage a todo list" },
    { ...listing, key: "clawhub:@a/empty", name: "", description: "" },
  ];
}
