import assert from "node:assert/strict";
import type { Question } from "../core/questions.js";
import type { Confirmer } from "../ports/confirmer.js";
import {
  type ContractCase,
  cancelCases,
  casesOf,
  contractContext,
  type Make,
  versionCase,
} from "./contract.js";
import { sampleQuestions } from "./samples.js";

/** What every confirmer promises. The one under test must be able to answer without a person. */
export function confirmerContract(makeConfirmer: Make<Confirmer>): readonly ContractCase[] {
  const define = casesOf(makeConfirmer);
  return [
    versionCase(makeConfirmer),
    define("says for whom it speaks", async ({ answers }) => {
      assert.ok(answers === "human" || answers === "host");
    }),
    ...sampleQuestions().map((question) =>
      define(`answers a question of the kind ${question.kind}`, async (confirmer) => {
        const answer = await confirmer.confirm({ questionId: "contract:1", question }, contractContext());
        assert.equal(typeof answer.choice, "string");
        for (const key of answer.keys ?? [])
          assert.ok(offered(question).includes(key), `${key} was not offered`);
      }),
    ),
    define("two questions at once get an answer each", async (confirmer) => {
      const answers = await Promise.all(
        sampleQuestions()
          .slice(0, 2)
          .map((question, index) =>
            confirmer.confirm({ questionId: `contract:${index}`, question }, contractContext()),
          ),
      );
      for (const { choice } of answers) assert.equal(typeof choice, "string");
    }),
    ...cancelCases(makeConfirmer, async (confirmer, cancelled) => {
      const [question] = sampleQuestions();
      if (question !== undefined) await confirmer.confirm({ questionId: "contract:1", question }, cancelled);
    }),
  ];
}

function offered(question: Question): readonly string[] {
  return question.kind === "choose" ? question.candidates.map(({ pin }) => pin.key) : [];
}
