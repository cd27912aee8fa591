import { CortexError } from "../core/errors.js";
import type { Pin } from "../core/identity.js";
import type { Approval } from "../ports/approval.js";
import { redeemApproval } from "../safety/approval.js";

/** Uses up the approval for exactly this pin; `approval-invalid` otherwise. */
export function redeemInstall(approval: Approval, pin: Pin, now: number): void {
  // What the host sees as side effects is part of the consent, not something an installer could check.
  const scope = (approval as Approval | undefined)?.scope;
  const sideEffects = scope?.kind === "install" ? scope.sideEffects : [];
  const redeemed = redeemApproval(approval, { kind: "install", pin, sideEffects }, now);
  if (redeemed.isErr()) throw new CortexError(redeemed.error.code, redeemed.error.message);
}
