import type { Pin } from "../core/identity.js";

declare const approvalBrand: unique symbol;

/** What an approval is about: the exact bytes and effects that somebody agreed to. */
export type ApprovalScope =
  | { readonly kind: "install"; readonly pin: Pin; readonly sideEffects: readonly string[] }
  | { readonly kind: "provision"; readonly argv: readonly (readonly string[])[] }
  | { readonly kind: "write"; readonly subject: string; readonly digest: string };

/**
 * Proof of consent. It has no public constructor, is never serialised, works once
 * and expires; adapters redeem it (`safety/approval.ts`) before they act.
 */
export interface Approval {
  readonly [approvalBrand]: true;
  readonly scope: ApprovalScope;
  readonly expiresAt: number;
}
