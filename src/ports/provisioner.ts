import type { Approval } from "./approval.js";
import type { PortContext } from "./context.js";

/** Installs system dependencies: always by its own approval, exactly the commands that were shown, never through a shell. */
export interface Provisioner {
  readonly specificationVersion: "v1";
  provision(
    request: { readonly argv: readonly (readonly string[])[]; readonly approval: Approval },
    context: PortContext,
  ): Promise<{ readonly installed: readonly string[] }>;
}
