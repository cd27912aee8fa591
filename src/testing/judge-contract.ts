import assert from "node:assert/strict";
import type { Judge } from "../ports/judge.js";
import {
  type ContractCase,
  cancelCases,
  casesOf,
  contractBundle,
  contractContext,
  type Make,
  versionCase,
} from "./contract.js";

/** What every judge promises. */
export function judgeContract(makeJudge: Make<Judge>): readonly ContractCase[] {
  const define = casesOf(makeJudge);
  const request = { name: "contract-probe", bundle: contractBundle(), findings: [] };
  return [
    versionCase(makeJudge),
    define("has a name", async ({ id }) => {
      assert.match(id, /\S/);
    }),
    define("gives a verdict with a known status and at most a sentence", async (judge) => {
      const verdict = await judge.judge(request, contractContext());
      const known = ["clean", "suspicious", "malicious", "pending", "error", "unknown"];
      assert.ok(known.includes(verdict.status), verdict.status);
      assert.ok(verdict.detail === undefined || typeof verdict.detail === "string");
    }),
    define("does not speak in somebody else's name", async (judge) => {
      assert.equal("by" in (await judge.judge(request, contractContext())), false);
    }),
    ...cancelCases(makeJudge, (judge, cancelled) => judge.judge(request, cancelled)),
  ];
}
