import { expect, it } from "vitest";
import { scanBundle } from "../../src/safety/index.js";
import { loadCorpus } from "../support/safety-corpus.js";

/** Gates are built on the way, when there was text enough: nobody may see when. */
it("what was scanned before changes no finding", () => {
  const bundles = loadCorpus().map(({ bundle }) => bundle);
  const first = bundles.map((bundle) => scanBundle(bundle));
  expect(bundles.map((bundle) => scanBundle(bundle))).toEqual(first);
});
