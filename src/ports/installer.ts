import type { Pin, SkillKey } from "../core/identity.js";
import type { Approval } from "./approval.js";
import type { Bundle } from "./bundle.js";
import type { PortContext } from "./context.js";

export interface InstalledSkill {
  readonly key: SkillKey;
  readonly version: string;
  /** Of what was approved; absent where it is not known, as for what others installed. */
  readonly digest?: string;
  readonly location: string;
  /** False for what this installer did not install: it is listed, never touched. */
  readonly ours: boolean;
  readonly leases: readonly string[];
}

/**
 * Puts skills on disk and takes them away again. One lease per flow: a skill is
 * removed with its last lease, and never after it was handed over (`keep`).
 * Failure contract: rejects with a `CortexError`; after a rejection nothing half-installed remains.
 */
export interface Installer {
  readonly specificationVersion: "v1";
  /** Redeems the approval first; without a valid one it refuses with `approval-invalid`. Idempotent per pin and lease. */
  install(
    request: {
      readonly pin: Pin;
      readonly approval: Approval;
      readonly lease: string;
      /** Absent for installers that download by themselves, such as the CLI. */
      readonly bundle?: Bundle;
    },
    context: PortContext,
  ): Promise<{ readonly pin: Pin; readonly location: string }>;
  /** Ends a lease. `keep` hands the skill over to the host: it stays and is no longer ours. */
  release(
    request: { readonly pin: Pin; readonly lease: string; readonly keep: boolean },
    context: PortContext,
  ): Promise<{ readonly removed: boolean }>;
  /** The files as they are on disk now, for `prepare`; undefined when it is not installed. */
  read(
    request: { readonly pin: Pin },
    context: PortContext,
  ): Promise<{ readonly location: string; readonly bundle: Bundle } | undefined>;
  list(context: PortContext): Promise<readonly InstalledSkill[]>;
}
