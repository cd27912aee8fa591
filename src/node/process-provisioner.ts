import { CortexError } from "../core/errors.js";
import type { Provisioner } from "../ports/provisioner.js";
import { redeemApproval } from "../safety/approval.js";
import { safeText } from "../text/safe-text.js";
import { childEnv } from "./process-env.js";
import { runProcess } from "./process-run.js";

/** Options of `createProcessProvisioner`. */
export interface ProcessProvisionerOptions {
  /** All commands together. @defaultValue 600000 */
  readonly timeoutMs?: number;
  /** Names of variables that installers may see, for example `HTTPS_PROXY`. */
  readonly passEnv?: readonly string[];
  /** The clock that approvals expire by. @defaultValue Date.now */
  readonly now?: () => number;
}

/** Installs dependencies with exactly the commands that the user approved, one after another. */
export function createProcessProvisioner(options: ProcessProvisionerOptions = {}): Provisioner {
  const { timeoutMs = 600_000, passEnv = [], now = Date.now } = options;
  return {
    specificationVersion: "v1",
    async provision({ argv, approval }, context) {
      const redeemed = redeemApproval(approval, { kind: "provision", argv }, now());
      if (redeemed.isErr()) throw new CortexError(redeemed.error.code, redeemed.error.message);
      const end = performance.now() + timeoutMs;
      const installed: string[] = [];
      for (const command of argv) {
        const { exitCode, stderr } = await runProcess({
          argv: command,
          env: childEnv(passEnv),
          timeoutMs: Math.max(1, Math.round(end - performance.now())),
          maximumOutputBytes: 64 * 1024,
          signal: context.signal,
        });
        const shown = safeText(command.join(" "), 120);
        if (exitCode !== 0) {
          throw new CortexError("process-failed", `"${shown}" ended with ${exitCode ?? "a signal"}.`, {
            details: { said: safeText(stderr.slice(-400)), installed },
          });
        }
        installed.push(shown);
      }
      return { installed };
    },
  };
}
