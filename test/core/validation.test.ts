import { describe, expect, it } from "vitest";
import type { ScanStatus } from "../../src/core/findings.js";
import type { Inspection, ScoredListing } from "../../src/core/listing.js";
import { cardOf } from "../../src/core/validation.js";

const KEY = "well-known:example.com/todo";
const PIN = { key: KEY, version: "1.0.0", digest: "sha256:1" };

/** As a search lists it, or as memory names it: without anything that only a registry knows. */
const listing = (fields: Partial<ScoredListing> = {}): ScoredListing => ({
  key: KEY,
  name: "todo",
  description: "",
  version: "1.0.0",
  source: "well-known",
  reviewed: true,
  scan: "unknown",
  relevance: 0.9,
  ...fields,
});
const inspection = (fields: Partial<Inspection> = {}) => ({
  key: KEY,
  pin: PIN,
  name: "todo",
  description: "Shows todos.",
  sideEffects: ["read:list"],
  findings: [],
  verdicts: [],
  skillMdChars: 100,
  lookalikes: [],
  ...fields,
});

describe("the card of a skill that memory named", () => {
  it("has what its registry says: whether anybody reviews it, stars and downloads", () => {
    const standing = { reviewed: false, stars: 7, downloads: 120 };
    expect(cardOf(listing(), inspection({ standing }), undefined)).toMatchObject(standing);
  });

  it("keeps what the search said where the registry says no more", () => {
    const found = listing({ reviewed: false, stars: 3, downloads: 4 });
    const card = cardOf(found, inspection({ standing: { reviewed: false } }), undefined);
    expect(card).toMatchObject({ reviewed: false, stars: 3, downloads: 4 });
    expect(cardOf(found, inspection(), undefined)).toMatchObject({ reviewed: false, stars: 3 });
  });
});

describe("the scan status", () => {
  it.each([
    ["unknown", [], "unknown"],
    ["unknown", ["clean"], "clean"],
    ["clean", [], "clean"],
    ["clean", ["clean", "suspicious"], "suspicious"],
    ["suspicious", ["clean"], "suspicious"],
    ["clean", ["pending"], "pending"],
    ["clean", ["error"], "error"],
    ["malicious", ["clean"], "malicious"],
  ] as const)("of a %s listing with the verdicts %j is %s", (scan, verdicts, shown) => {
    const opinions = verdicts.map((status: ScanStatus) => ({ by: "clawhub", status }));
    expect(cardOf(listing({ scan }), inspection({ verdicts: opinions }), undefined).scan).toBe(shown);
  });
});
