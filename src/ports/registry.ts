import type { Verdict } from "../core/findings.js";
import type { SkillKey } from "../core/identity.js";
import type { Listing } from "../core/listing.js";
import type { Bundle } from "./bundle.js";
import type { PortContext } from "./context.js";

/** What a registry publishes of one version. */
export interface SkillVersion {
  readonly key: SkillKey;
  readonly version: string;
  readonly name: string;
  readonly description: string;
  /** Published integrity data; empty where the registry has none. */
  readonly files: readonly { readonly path: string; readonly size: number; readonly sha256: string }[];
  /** Raw opinions; `malicious` is never installable. */
  readonly verdicts: readonly Verdict[];
  /** True when the registry itself refuses downloads of it. */
  readonly blocked: boolean;
  readonly stars?: number;
  readonly downloads?: number;
}

/**
 * Where skills are found. Nothing a registry says is trusted: texts are shown as
 * untrusted, bytes are digested and scanned after `fetch`.
 * Failure contract: rejects with a `CortexError` (`registry-…`, `skill-…`, `version-…`, `archive-…`, `digest-…`).
 */
export interface Registry {
  readonly specificationVersion: "v1";
  /** The source part of its keys, for example `clawhub`. */
  readonly id: string;
  /** False when listings are not vetted by anybody. */
  readonly reviewed: boolean;
  /** Summaries only, best first, at most `limit`. An empty answer is not an error. */
  search(
    request: { readonly query: string; readonly limit: number },
    context: PortContext,
  ): Promise<readonly Listing[]>;
  /** The latest version, or the one asked for. */
  describe(
    request: { readonly key: SkillKey; readonly version?: string },
    context: PortContext,
  ): Promise<SkillVersion>;
  /** The exact bytes of one version, verified against what the registry publishes. Runs nothing. */
  fetch?(
    request: {
      readonly key: SkillKey;
      readonly version: string;
      readonly onBytes?: (received: number, total: number | undefined) => void;
    },
    context: PortContext,
  ): Promise<Bundle>;
}
