import { expect, it } from "vitest";
import { detect } from "../../src/safety/detect.js";
import { scanBundle } from "../../src/safety/index.js";
import { profileOf } from "../../src/safety/profile.js";
import { readBundle } from "../../src/safety/read-bundle.js";
import { loadCorpus } from "../support/safety-corpus.js";

/** Gates are built on the way, when there was text enough: nobody may see when. */
it("what was scanned before changes no finding", () => {
  const bundles = loadCorpus().map(({ bundle }) => bundle);
  const first = bundles.map((bundle) => scanBundle(bundle));
  expect(bundles.map((bundle) => scanBundle(bundle))).toEqual(first);
});

/** All documents are looked at together, one detector after the other: none may see what is in another. */
it("a document has the findings that it has alone", () => {
  const documents = loadCorpus().flatMap(({ bundle }) => readBundle(bundle).documents);
  const subjects = documents.map((document) => ({ ...document, profile: profileOf(document.lines) }));
  expect(detect(subjects)).toEqual(subjects.map((subject) => detect([subject])[0]));
});
