import type { PortContext } from "./context.js";

/** What a place where skills run has of the names asked for. */
export interface ProbeAnswer {
  /** Node's name of the platform: `linux`, `darwin`, `win32`, … */
  readonly platform: string;
  /** Those of the asked binaries that can be executed. */
  readonly bins: readonly string[];
  /** Those of the asked variables that are set to something. Values never leave the place. */
  readonly env: readonly string[];
}

/**
 * Looks at the place where a skill would run: this host, a container, another machine.
 * Asked once for all skills together. Failure contract: rejects with a `CortexError`; the skills that
 * need something are then reported as unknown, not as usable.
 */
export interface Probe {
  readonly specificationVersion: "v1";
  /** Shown in explanations, for example `host` or `sandbox`. */
  readonly id: string;
  probe(
    request: { readonly bins: readonly string[]; readonly env: readonly string[] },
    context?: PortContext,
  ): Promise<ProbeAnswer>;
}
