import { describe, expect, it } from "vitest";
import type { ApprovalScope } from "../../src/ports/approval.js";
import { mintApproval } from "../../src/safety/approval.js";
import { redeemApproval } from "../../src/safety/index.js";

const SCOPE: ApprovalScope = {
  kind: "install",
  pin: { key: "clawhub:@ada/notes", version: "1.2.0", digest: "sha256:aa" },
  sideEffects: ["network:api.example.com", "shell:bash"],
};
const LATER = { expiresAt: 1_000 };

describe("an approval", () => {
  it("is redeemed once for exactly what it was given for", () => {
    const approval = mintApproval(SCOPE, LATER);
    expect(redeemApproval(approval, SCOPE, 999).isOk()).toBe(true);
    const again = redeemApproval(approval, SCOPE, 999);
    expect(again._unsafeUnwrapErr().code).toBe("approval-invalid");
  });

  it.each([
    ["a look-alike object", { scope: SCOPE, expiresAt: 1_000 }],
    ["a JSON copy", JSON.parse(JSON.stringify(mintApproval(SCOPE, LATER)))],
    ["a structured clone", structuredClone(mintApproval(SCOPE, LATER))],
    ["an object that inherits from one", Object.create(mintApproval(SCOPE, LATER))],
    ["a proxy of one", new Proxy(mintApproval(SCOPE, LATER), {})],
    ["true", true],
    ["null", null],
    ["undefined", undefined],
  ])("can't be forged with %s", (_, forged) => {
    expect(redeemApproval(forged, SCOPE, 0).isErr()).toBe(true);
  });

  it.each<[string, ApprovalScope]>([
    ["another source or skill", { ...SCOPE, pin: { ...SCOPE.pin, key: "github:@ada/notes" } }],
    ["another version", { ...SCOPE, pin: { ...SCOPE.pin, version: "1.2.1" } }],
    ["other bytes", { ...SCOPE, pin: { ...SCOPE.pin, digest: "sha256:ab" } }],
    ["one more side effect", { ...SCOPE, sideEffects: [...SCOPE.sideEffects, "delete:/"] }],
    ["one side effect less", { ...SCOPE, sideEffects: SCOPE.sideEffects.slice(1) }],
    ["another kind of act", { kind: "write", subject: "clawhub:@ada/notes", digest: "sha256:aa" }],
    ["a command", { kind: "provision", argv: [["brew", "install", "jq"]] }],
  ])("does not cover %s", (_, other) => {
    expect(redeemApproval(mintApproval(SCOPE, LATER), other, 0).isErr()).toBe(true);
  });

  it("is used up by an attempt on something else", () => {
    const approval = mintApproval(SCOPE, LATER);
    redeemApproval(approval, { ...SCOPE, sideEffects: [] }, 0);
    expect(redeemApproval(approval, SCOPE, 0).isErr()).toBe(true);
  });

  it.each([1_000, 1_001, Number.NaN, Number.POSITIVE_INFINITY])("has expired at %s", (now) => {
    expect(redeemApproval(mintApproval(SCOPE, LATER), SCOPE, now).isErr()).toBe(true);
  });

  it("does not see side effects in another order as another set", () => {
    const reversed = { ...SCOPE, sideEffects: [...SCOPE.sideEffects].reverse() };
    expect(redeemApproval(mintApproval(SCOPE, LATER), reversed, 0).isOk()).toBe(true);
  });

  it("keeps the scope that it was minted with, whatever happens to the object", () => {
    const sideEffects = ["read:notes"];
    const scope: ApprovalScope = { ...SCOPE, sideEffects };
    const approval = mintApproval(scope, LATER);
    sideEffects.push("delete:/");
    expect(redeemApproval(approval, { ...SCOPE, sideEffects: ["read:notes"] }, 0).isOk()).toBe(true);
    expect(Object.isFrozen(approval)).toBe(true);
  });

  it("covers exactly one command line, argument by argument", () => {
    const scope: ApprovalScope = { kind: "provision", argv: [["npm", "install", "a b"]] };
    const split: ApprovalScope = { kind: "provision", argv: [["npm", "install", "a", "b"]] };
    expect(redeemApproval(mintApproval(scope, LATER), split, 0).isErr()).toBe(true);
    expect(redeemApproval(mintApproval(scope, LATER), scope, 0).isOk()).toBe(true);
  });
});
