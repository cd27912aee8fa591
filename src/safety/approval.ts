import { err, ok, type Result } from "neverthrow";
import { type CortexFailure, failure } from "../core/errors.js";
import type { Approval, ApprovalScope } from "../ports/approval.js";

/**
 * Approvals that were minted here and not yet presented, with the scope as it was
 * then. Membership by object identity is what makes an approval unforgeable: a
 * look-alike object, a JSON copy or a structured clone is simply not in this map.
 */
const live = new WeakMap<object, ApprovalScope>();

/**
 * Makes proof of consent. Internal on purpose: it is not exported from the folder's
 * public list, so only those of us who hold a person's answer can call it: runtime, workshop, dependency installer.
 */
export function mintApproval(scope: ApprovalScope, options: { readonly expiresAt: number }): Approval {
  const frozen = freezeScope(scope);
  const approval = Object.freeze({ scope: frozen, expiresAt: options.expiresAt }) as Approval;
  live.set(approval, frozen);
  return approval;
}

/**
 * Uses an approval up. Presenting it consumes it whatever the answer is, so that
 * nobody can try one approval against several scopes.
 */
export function redeemApproval(
  approval: unknown,
  scope: ApprovalScope,
  now: number,
): Result<void, CortexFailure> {
  const minted = typeof approval === "object" && approval !== null ? live.get(approval) : undefined;
  if (minted === undefined) return refuse("it was not given by a person in this process, or was used before");
  live.delete(approval as object);
  // The approval is one of ours, so its expiry is the frozen one; `!(a < b)` also refuses NaN.
  if (!(now < (approval as Approval).expiresAt)) return refuse("it has expired");
  const difference = scopeDifference(minted, scope);
  if (difference !== undefined) return refuse(`its ${difference} differs from what is about to happen`);
  return ok(undefined);
}

function refuse(reason: string): Result<void, CortexFailure> {
  return err(failure("approval-invalid", `The approval can't be used: ${reason}.`));
}

/** Names the first field that differs; undefined when the scopes agree. */
function scopeDifference(minted: ApprovalScope, wanted: ApprovalScope): string | undefined {
  switch (minted.kind) {
    case "install":
      if (wanted.kind !== "install") return "kind";
      if (minted.pin.key !== wanted.pin.key) return "skill";
      if (minted.pin.version !== wanted.pin.version) return "version";
      if (minted.pin.digest !== wanted.pin.digest) return "digest";
      return sameSet(minted.sideEffects, wanted.sideEffects) ? undefined : "set of side effects";
    case "provision":
      if (wanted.kind !== "provision") return "kind";
      return sameLists(minted.argv, wanted.argv) ? undefined : "command";
    case "write":
      if (wanted.kind !== "write") return "kind";
      if (minted.subject !== wanted.subject) return "subject";
      return minted.digest === wanted.digest ? undefined : "digest";
  }
}

function sameSet(left: readonly string[], right: readonly string[]): boolean {
  const a = new Set(left);
  const b = new Set(right);
  return a.size === b.size && [...a].every((item) => b.has(item));
}

function sameLists(left: readonly (readonly string[])[], right: readonly (readonly string[])[]): boolean {
  return (
    left.length === right.length &&
    left.every((command, index) => {
      const other = right[index];
      return (
        other !== undefined &&
        command.length === other.length &&
        command.every((part, at) => part === other[at])
      );
    })
  );
}

function freezeScope(scope: ApprovalScope): ApprovalScope {
  switch (scope.kind) {
    case "install":
      return Object.freeze({
        kind: scope.kind,
        pin: Object.freeze({ key: scope.pin.key, version: scope.pin.version, digest: scope.pin.digest }),
        sideEffects: Object.freeze([...scope.sideEffects]),
      });
    case "provision":
      return Object.freeze({
        kind: scope.kind,
        argv: Object.freeze(scope.argv.map((command) => Object.freeze([...command]))),
      });
    case "write":
      return Object.freeze({ kind: scope.kind, subject: scope.subject, digest: scope.digest });
  }
}
