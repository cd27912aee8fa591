import type { InstallSpec } from "./install-specs.js";

/** What must be there before a skill can be used. */
export interface SkillRequirements {
  /** All of them on the PATH. */
  readonly bins: readonly string[];
  /** At least one of them on the PATH. */
  readonly anyBins: readonly string[];
  /** All of them set. */
  readonly env: readonly string[];
  /** Dotted paths of the host's configuration, all of them truthy. */
  readonly config: readonly string[];
}

/** OpenPocket's lexical hints. They never gate: see `prompt` and discovery. */
export interface SkillTriggers {
  readonly any: readonly string[];
  readonly all: readonly string[];
  readonly none: readonly string[];
}

/** The `metadata.openclaw` block. */
export interface SkillMetadata {
  /** Skips the requirement checks (not the platform check). */
  readonly always: boolean;
  readonly emoji?: string;
  readonly homepage?: string;
  /** Overrides the name as key of `skills.entries`. */
  readonly skillKey?: string;
  /** The variable that receives `apiKey`. */
  readonly primaryEnv?: string;
  /** Node's platform names; empty means every platform. */
  readonly os: readonly string[];
  readonly requires: SkillRequirements;
  readonly install: readonly InstallSpec[];
  readonly triggers: SkillTriggers;
}

const NOTHING: readonly string[] = Object.freeze([]);

/** Metadata of a skill that declares none. */
export const EMPTY_METADATA: SkillMetadata = Object.freeze({
  always: false,
  os: NOTHING,
  requires: Object.freeze({ bins: NOTHING, anyBins: NOTHING, env: NOTHING, config: NOTHING }),
  install: Object.freeze([]),
  triggers: Object.freeze({ any: NOTHING, all: NOTHING, none: NOTHING }),
});
