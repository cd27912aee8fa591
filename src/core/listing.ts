import type { CortexFailure } from "./errors.js";
import type { Finding, ScanStatus, Verdict } from "./findings.js";
import type { Pin, SkillKey } from "./identity.js";

/** One search result of a registry. Texts are raw: whoever shows them passes them through `safeText`. */
export interface Listing {
  readonly key: SkillKey;
  readonly name: string;
  readonly description: string;
  /** The version that would be installed; empty when the registry does not say. */
  readonly version: string;
  /** The registry's id, for example `clawhub`. */
  readonly source: string;
  readonly url?: string;
  readonly stars?: number;
  readonly downloads?: number;
  readonly updatedAt?: number;
  /** False where nobody vets what is listed, as on GitHub. */
  readonly reviewed: boolean;
  readonly scan: ScanStatus;
}

export interface ScoredListing extends Listing {
  /** Probability that this listing serves the task, 0..1. */
  readonly relevance: number;
}

/** What `inspect` found after fetching to staging, digesting and scanning. Nothing was run. */
export interface Inspection {
  readonly key: SkillKey;
  /** The exact bytes that consent will be about; absent when they could not be had. */
  readonly pin?: Pin;
  readonly name: string;
  readonly description: string;
  /** Derived from the bundle and declared by the host; empty means unknown, which counts as `shell:`. */
  readonly sideEffects: readonly string[];
  readonly findings: readonly Finding[];
  readonly verdicts: readonly Verdict[];
  readonly skillMdChars: number;
  /** Names of well-known or installed skills that this one resembles. */
  readonly lookalikes: readonly string[];
  /** What the registry says besides, also of skills that memory named and no search listed. */
  readonly standing?: {
    readonly reviewed: boolean;
    readonly stars?: number | undefined;
    readonly downloads?: number | undefined;
  };
  /** Why it may not be used at all (malware verdict, critical finding) or could not be fetched. */
  readonly refusal?: CortexFailure;
}

/** Binaries, packages or variables that a plan still lacks, with how to get them. */
export interface MissingDependency {
  readonly kind: "bin" | "env" | "config";
  readonly name: string;
  /** Commands that would install it, as argument vectors; empty when only the user can provide it. */
  readonly argv: readonly (readonly string[])[];
}

export type SeverityMark = "read-only" | "write" | "destructive" | "credentials" | "shell";

/** What running the installed skill would mean; read from its SKILL.md, never run. */
export interface Plan {
  readonly pin: Pin;
  /** Where the skill lies, for the runner or the model. */
  readonly location: string;
  /** At most twelve lines, raw. */
  readonly steps: readonly string[];
  readonly sideEffects: readonly string[];
  readonly skillMdChars: number;
  readonly missing: readonly MissingDependency[];
  /** Names of variables that the skill wants and that are set now. */
  readonly env: readonly string[];
  /** The programs that lessons warn of; absent when nobody looked. */
  readonly lookups?: readonly { readonly name: string; readonly present: boolean }[];
  readonly findings: readonly Finding[];
}
