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
}

/** Optional: outlines a skill from its text. The default extracts lists, else headings, from SKILL.md. */
export interface Planner {
  readonly specificationVersion: "v1";
  outline(
    request: { readonly task: string; readonly bundle: Bundle; readonly location: string },
    context: PortContext,
  ): Promise<SkillOutline>;
}
