import assert from "node:assert/strict";
import type { ApprovalRequest, Approver } from "../ports/approver.js";
import {
  type ContractCase,
  cancelCases,
  casesOf,
  contractContext,
  type Make,
  versionCase,
} from "./contract.js";

/** What every approver promises. The one under test must be able to answer without a person. */
export function approverContract(makeApprover: Make<Approver>): readonly ContractCase[] {
  const define = casesOf(makeApprover);
  const request = (kind: ApprovalRequest["kind"]): ApprovalRequest => ({
    kind,
    proposalId: "contract-1",
    skillName: "contract-probe",
    source: "agent",
    findings: [],
    handWritten: true,
    diff: "--- a/SKILL.md\n+++ b/SKILL.md\n@@ -1 +1 @@\n-one\n+\u001b[2Jtwo\n",
    title: "Say \u202etwo",
    reason: "The user asked for it.",
  });
  return [
    versionCase(makeApprover),
    define("says for whom it speaks", async ({ answers }) => {
      assert.ok(answers === "human" || answers === "host");
    }),
    ...(["apply", "release", "rollback"] as const).map((kind) =>
      define(`decides about a request of the kind ${kind}`, async (approver) => {
        const { decision, reason } = await approver.approve(request(kind), contractContext());
        assert.ok(["approve", "reject", "later"].includes(decision), decision);
        assert.ok(reason === undefined || typeof reason === "string");
      }),
    ),
    ...cancelCases(makeApprover, (approver, cancelled) => approver.approve(request("apply"), cancelled)),
  ];
}
