import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createCortex } from "../../src/index.js";
import type { Approval, ApprovalScope } from "../../src/ports/approval.js";
import { mintApproval } from "../../src/safety/approval.js";
import { redeemApproval } from "../../src/safety/index.js";
import { context, createTracedWorld, TASK, todo } from "../support/rules-world.js";

const pin = { key: "clawhub:@alice/todo", version: "1.0.0", digest: `sha256:${"a".repeat(64)}` };
const scope: Extract<ApprovalScope, { kind: "install" }> = {
  kind: "install",
  pin,
  sideEffects: ["network:api.example.com", "read:todo-list"],
};
const mint = () => mintApproval(scope, { expiresAt: 1000 });
const isUsable = (approval: unknown, wanted: ApprovalScope = scope, now = 0) =>
  redeemApproval(approval, wanted, now).isOk();

const CHANGES: readonly (readonly [string, ApprovalScope])[] = [
  ["another skill", { ...scope, pin: { ...pin, key: "clawhub:@mallory/todo" } }],
  ["another source", { ...scope, pin: { ...pin, key: "github:alice/todo" } }],
  ["another version", { ...scope, pin: { ...pin, version: "1.0.1" } }],
  ["other bytes", { ...scope, pin: { ...pin, digest: `sha256:${"b".repeat(64)}` } }],
  ["one effect more", { ...scope, sideEffects: [...scope.sideEffects, "shell:bash"] }],
  ["one effect less", { ...scope, sideEffects: ["read:todo-list"] }],
  ["another act", { kind: "provision", argv: [["brew", "install", "jq"]] }],
];

describe("rule 2: an approval binds skill, source, version, digest and side effects, once, and expires", () => {
  it("works for exactly its scope", () => {
    expect(isUsable(mint())).toBe(true);
    expect(isUsable(mint(), { ...scope, sideEffects: scope.sideEffects.toReversed() })).toBe(true);
  });

  it.each(CHANGES)("is refused for %s, and is used up by the attempt", (_name, wanted) => {
    const approval = mint();
    expect(isUsable(approval, wanted)).toBe(false);
    expect(isUsable(approval)).toBe(false);
  });

  it("works once", () => {
    const approval = mint();
    expect([isUsable(approval), isUsable(approval), isUsable(approval)]).toEqual([true, false, false]);
  });

  it.each([1000, 1001, Number.POSITIVE_INFINITY, Number.NaN])("has expired at %d", (now) => {
    expect(isUsable(mint(), scope, now)).toBe(false);
  });

  it("can't be changed after it was given, nor through what it was made from", () => {
    const effects = ["read:todo-list"];
    const approval = mintApproval({ kind: "install", pin, sideEffects: effects }, { expiresAt: 1000 });
    effects.push("shell:bash");
    expect(() => Object.assign(approval, { expiresAt: 5000 })).toThrow(TypeError);
    expect(() => Object.assign(approval.scope, { kind: "write" })).toThrow(TypeError);
    expect(isUsable(approval, { kind: "install", pin, sideEffects: effects })).toBe(false);
  });

  test.prop([fc.string(), fc.string(), fc.string(), fc.array(fc.string(), { maxLength: 4 })])(
    "no other scope fits",
    (key, version, digest, sideEffects) => {
      const other: ApprovalScope = { kind: "install", pin: { key, version, digest }, sideEffects };
      const same = key === pin.key && version === pin.version && digest === pin.digest;
      fc.pre(!same);
      expect(isUsable(mint(), other)).toBe(false);
    },
  );

  it("is given by the runtime for the bytes that were shown, and can't be kept for later", async () => {
    const seen: Approval[] = [];
    const inner = createTracedWorld();
    const installer = {
      ...inner.installer,
      install: async (...[request, own]: Parameters<typeof inner.installer.install>) => {
        seen.push(request.approval);
        return inner.installer.install(request, own);
      },
    };
    const cortex = createCortex({ ...inner.options, installer });
    expect((await cortex.run({ task: TASK })).outcome).toBe("succeeded");
    const [approval] = seen;
    const shown = inner.questions.find(({ kind }) => kind === "choose");
    const card = shown?.kind === "choose" ? shown.candidates[0] : undefined;
    expect(approval?.scope).toEqual({ kind: "install", pin: card?.pin, sideEffects: card?.sideEffects });
    const again = { pin: card?.pin ?? pin, approval: approval as Approval, lease: "later" };
    await expect(inner.installer.install(again, context())).rejects.toMatchObject({
      code: "approval-invalid",
    });
  });

  it("does not cover what the registry serves after the yes", async () => {
    const world = createTracedWorld();
    const step = await world.cortex.begin({ task: TASK });
    if (step.kind !== "question") throw new Error("expected a question");
    world.skills.splice(0, 1, todo("1.0.0", "- One more step.\n"));
    // Another process brings the answer, so that the bytes have to be fetched anew.
    const other = createCortex(world.options);
    const answer = { questionId: step.questionId, choice: "approve", by: "human" } as const;
    const done = await other.answer(step.flowId, answer);
    expect(done).toMatchObject({
      kind: "done",
      report: { outcome: "failed", attempts: [{ stage: "install", reason: "digest-mismatch" }] },
    });
    expect(await world.installed()).toEqual([]);
  });
});
