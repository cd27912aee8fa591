import assert from "node:assert/strict";
import type { Reviewer } from "../ports/reviewer.js";
import {
  type ContractCase,
  cancelCases,
  casesOf,
  contractContext,
  type Make,
  versionCase,
} from "./contract.js";

/** What every reviewer promises: it answers with text, and stops when told to. */
export function reviewerContract(makeReviewer: Make<Reviewer>): readonly ContractCase[] {
  const define = casesOf(makeReviewer);
  const request = {
    instructions: 'Answer with {"action":"none"}.',
    prompt: "No skills yet.\n\nuser: hello\nassistant: hello",
    tools: "none",
  } as const;
  return [
    versionCase(makeReviewer),
    define("answers with text", async (reviewer) => {
      assert.equal(typeof (await reviewer.review(request, contractContext())), "string");
    }),
    ...cancelCases(makeReviewer, (reviewer, cancelled) => reviewer.review(request, cancelled)),
  ];
}
