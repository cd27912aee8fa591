import assert from "node:assert/strict";
import { FAILURES } from "../core/facts.js";
import type { ExecutionOrder, Runner } from "../ports/runner.js";
import {
  type ContractCase,
  cancelCases,
  casesOf,
  contractContext,
  type Make,
  versionCase,
} from "./contract.js";
import { sampleOrder } from "./samples.js";

/** What every runner promises. `order` is a skill that it can run; without one a made-up skill is named. */
export function runnerContract(
  makeRunner: Make<Runner>,
  options: { readonly order?: ExecutionOrder } = {},
): readonly ContractCase[] {
  const define = casesOf(makeRunner);
  const order = options.order ?? sampleOrder();
  return [
    versionCase(makeRunner),
    define("says who vouches for its results", async ({ reports }) => {
      assert.ok(["runner", "model", "human", "host"].includes(reports), reports);
    }),
    define("reports a result that learning knows", async (runner) => {
      const outcome = await runner.execute(order, contractContext());
      assert.ok(["success", ...FAILURES].includes(outcome.result), outcome.result);
      for (const name of outcome.missing ?? []) assert.match(name, /^[A-Za-z0-9_.+-]{1,64}$/);
      for (const effect of outcome.sideEffects ?? []) assert.match(effect, /^[a-z]+:/);
      if (outcome.result === "success") assert.deepEqual(outcome.missing ?? [], []);
    }),
    define("does not change its order", async (runner) => {
      const before = JSON.stringify(order);
      await runner.execute(order, contractContext());
      assert.equal(JSON.stringify(order), before);
    }),
    ...cancelCases(makeRunner, (runner, cancelled) => runner.execute(order, cancelled)),
  ];
}
