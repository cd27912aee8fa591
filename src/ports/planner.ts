import type { MissingDependency } from "../core/listing.js";
import type { Bundle } from "./bundle.js";
import type { PortContext } from "./context.js";

/** What reading an installed skill tells about running it. */
export interface SkillOutline {
  /** At most twelve lines. */
  readonly steps: readonly string[];
  readonly missing: readonly MissingDependency[];
  /** Names of the variables that it wants and that are set. */
  readonly env: readonly string[];
  /** Which of the asked programs are here; absent when nobody looked. */
  readonly lookups?: readonly { readonly name: string; readonly present: boolean }[];
}

/** Optional: outlines a skill from its text. The default extracts lists, else headings, from SKILL.md. */
export interface Planner {
  readonly specificationVersion: "v1";
  outline(
    request: {
      readonly task: string;
      readonly bundle: Bundle;
      readonly location: string;
      /** Programs that were missing before: to be looked up, and nothing more. */
      readonly programs?: readonly string[];
    },
    context: PortContext,
  ): Promise<SkillOutline>;
}
