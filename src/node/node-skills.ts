import type { Probe } from "../ports/probe.js";
import type { SkillCommand } from "../skills/commands.js";
import type { SkillsConfig } from "../skills/config.js";
import type { InstallPlan } from "../skills/dependencies.js";
import type { EnvOverrides } from "../skills/env-overrides.js";
import type { Explanation } from "../skills/explain.js";
import type { PromptOptions } from "../skills/prompt.js";
import type { Skill } from "../skills/skill.js";
import type { SkillSnapshot } from "../skills/snapshot.js";
import type { PluginSkills, TierPlan } from "../skills/tiers.js";
import type { CatalogDifference } from "./skill-change.js";
import type { LoadedSkills } from "./skill-judgement.js";
import type { SkillWatcherOptions } from "./skill-watcher.js";

/** Options of `createNodeSkills`. */
export interface NodeSkillsOptions {
  /** The agent's workspace. @defaultValue the one that the OpenClaw configuration names, else `~/.openclaw/workspace` */
  readonly workspace?: string;
  /** Another list of tiers instead of OpenClaw's six, for example `openPocketTiers(…)`. */
  readonly plan?: TierPlan;
  /** The `skills` section of the configuration. @defaultValue that of the OpenClaw configuration, where there is one */
  readonly config?: unknown;
  /** The host's whole configuration, for `requires.config`. @defaultValue the OpenClaw configuration */
  readonly hostConfig?: unknown;
  /** The OpenClaw configuration to read; `false` reads none. @defaultValue the usual places */
  readonly configFile?: string | false;
  /** The host's own `import.meta.url`: its bundled skills are looked for from there, up to six levels. */
  readonly module?: string;
  /** The host's program, beside which bundled skills may lie. @defaultValue process.execPath */
  readonly executable?: string;
  /** Plugins that bring skills. @defaultValue those that the OpenClaw configuration loads from folders */
  readonly plugins?: readonly PluginSkills[];
  /** @defaultValue process.env */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Where skills run, if not on this host: a sandbox. @defaultValue this host */
  readonly probe?: Probe;
  /** Further machines whose platform and programs count as well. */
  readonly remotes?: readonly Probe[];
  readonly watcher?: SkillWatcherOptions;
}

/** For whom a snapshot is made. */
export interface NodeSnapshotOptions {
  /** Names or keys of the skills that the agent may use. Absent: all. Empty: none. */
  readonly filter?: readonly string[];
  readonly prompt?: PromptOptions;
}

/** The skills after a change, and what differs from before. */
export interface SkillsChange extends CatalogDifference {
  readonly skills: LoadedSkills;
}

/** The skills of one host: loaded, judged, explained, prompted and watched. */
export interface NodeSkills {
  readonly config: SkillsConfig;
  readonly plan: TierPlan;
  /** Looks at the disk and the machine. Re-reads only what has changed; the same object again when nothing has. */
  load(): Promise<LoadedSkills>;
  /**
   * Prompt and skills for one agent run, from a fresh look. For the same filter and prompt options the version grows
   * when, and only when, the content changes.
   */
  snapshot(options?: NodeSnapshotOptions): Promise<SkillSnapshot>;
  /** Why a skill is used or not, by name, id or configuration key. */
  explain(name: string, options?: Pick<NodeSnapshotOptions, "filter">): Promise<Explanation>;
  /** Slash commands of the usable skills. */
  commands(options?: { readonly reserved?: readonly string[] }): Promise<readonly SkillCommand[]>;
  /** The variables that the configuration gives to these skills, as a value for `spawnEnvironment`. */
  environmentFor(skills: readonly Skill[]): EnvOverrides;
  /** Ways to install what a skill lacks, the preferred one first. Runs nothing. */
  installPlans(skill: Skill): Promise<readonly InstallPlan[]>;
  /**
   * Calls the listener after changes on disk until the returned function is called. A listener that throws is an unhandled rejection; the others hear all the same.
   * Does nothing where the configuration says `load.watch: false`.
   */
  watch(listener: (change: SkillsChange) => void): () => void;
  /** How changes are noticed at the moment; `off` while nobody watches. */
  readonly watching: "off" | "events" | "polling";
  /** Ends all watching. */
  close(): void;
}
