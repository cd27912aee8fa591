import { describe, test } from "vitest";
import {
  createDiscoveryCatalog,
  createDiscoveryMatcher,
  createStaticEmbedder,
} from "../../src/discovery/index.js";
import { catalogContract, embedderContract, matcherContract } from "../../src/testing/index.js";

const owned = [
  { name: "todo", description: "Query and manage the user's todo list", location: "/skills/todo" },
  { name: "todo", description: "Shows today's open tasks", location: "/skills/other-todo" },
  { name: "images", description: "Compress and resize pictures", location: "/skills/images" },
];

describe("the embedded model is an embedder", () => {
  for (const { name, run } of embedderContract(createStaticEmbedder)) test(name, run);
});
describe("discovery is a matcher", () => {
  for (const { name, run } of matcherContract(createDiscoveryMatcher)) test(name, run);
});
describe("discovery is a catalog", () => {
  const make = () => createDiscoveryCatalog(async () => owned);
  for (const { name, run } of catalogContract(make, { task: "make this photo smaller" })) test(name, run);
});
