import type { SpecMode } from "./spec-mode.js";

/**
 * What a tier does with symbolic links. `contained`: they must stay inside the root. `skill-folders`: a
 * skill's folder may be a link to anywhere, its files must stay inside it. `follow`: anything goes.
 */
export type LinkPolicy = "contained" | "skill-folders" | "follow";

/** One source of skills. In a list of tiers, later ones win. */
export interface Tier {
  /** For example `workspace`; shown in reports. */
  readonly id: string;
  /** Absolute folders; within a tier, later ones win. Missing folders are no error. */
  readonly roots: readonly string[];
  /** How deep below a root a SKILL.md is looked for. @defaultValue 6 */
  readonly depth?: number;
  /** @defaultValue "contained" */
  readonly links?: LinkPolicy;
  /** Real folders that links may lead to in addition. */
  readonly linkTargets?: readonly string[];
  /** Skills of this tier are subject to `allowBundled`. @defaultValue false */
  readonly bundled?: boolean;
  /** Somebody named these folders: one that does not exist is reported. @defaultValue false */
  readonly expected?: boolean;
}

/** Which tiers there are and how same-named skills are told apart. */
export interface TierPlan {
  /** Lowest precedence first. */
  readonly tiers: readonly Tier[];
  /** @defaultValue "standard" */
  readonly mode?: SpecMode;
  /** What makes two skills the same. @defaultValue "name" */
  readonly identity?: "name" | "id";
  /** Which of two same ones in one tier is used: the one found last, or the one whose name sorts first. @defaultValue "last" */
  readonly withinTier?: "last" | "first-name";
}

/** Depth to which nested folders are searched, and the one for plain extra folders. */
export const DEFAULT_DEPTH = 6;
const EXTRA_DEPTH = 2;

/** Absolute folders of OpenClaw's six sources; an absent one has no tier. */
export interface OpenClawFolders {
  readonly extra?: readonly string[];
  /** Folders that plugins declare, below `extra` in the same tier. */
  readonly plugins?: readonly string[];
  readonly bundled?: string;
  /** `<state>/skills` */
  readonly managed?: string;
  /** `~/.agents/skills` */
  readonly personal?: string;
  /** `<workspace>/.agents/skills` */
  readonly project?: string;
  /** `<workspace>/skills` */
  readonly workspace?: string;
}

/** OpenClaw's six tiers: extra < bundled < managed < personal < project < workspace. */
export function openClawTiers(
  folders: OpenClawFolders,
  options: {
    readonly linkTargets?: readonly string[];
    /** Somebody named the bundled folder: it is reported when it does not exist. @defaultValue false */
    readonly bundledIsNamed?: boolean;
  } = {},
): TierPlan {
  const linkTargets = options.linkTargets ?? [];
  const one = (id: string, root: string | undefined, more: Partial<Tier> = {}): readonly Tier[] =>
    root === undefined ? [] : [{ id, roots: [root], linkTargets, ...more }];
  const plugins = folders.plugins ?? [];
  const extra = folders.extra ?? [];
  return {
    tiers: [
      ...(plugins.length === 0 ? [] : [{ id: "plugin", roots: plugins, linkTargets, expected: true }]),
      ...(extra.length === 0
        ? []
        : [{ id: "extra", roots: extra, linkTargets, depth: EXTRA_DEPTH, expected: true }]),
      ...one("bundled", folders.bundled, {
        bundled: true,
        ...(options.bundledIsNamed === true ? { expected: true } : {}),
      }),
      ...one("managed", folders.managed, { links: "skill-folders" }),
      ...one("personal", folders.personal, { links: "skill-folders" }),
      ...one("project", folders.project),
      ...one("workspace", folders.workspace),
    ],
  };
}

/** OpenPocket's three sources: the bundled one wins, then local, then the workspace; skills are told apart by id. */
export function openPocketTiers(
  folders: { readonly bundled?: string; readonly local?: string; readonly workspace?: string },
  mode: "legacy" | "mixed" | "strict" = "mixed",
): TierPlan {
  const one = (id: string, root: string | undefined): readonly Tier[] =>
    root === undefined ? [] : [{ id, roots: [root] }];
  return {
    mode,
    identity: "id",
    withinTier: "first-name",
    tiers: [
      ...one("workspace", folders.workspace),
      ...one("local", folders.local),
      ...one("bundled", folders.bundled),
    ],
  };
}

/** One plugin as its manifest describes it. */
export interface PluginSkills {
  readonly id: string;
  readonly enabled: boolean;
  /** `memory` plugins share one slot. */
  readonly kind?: string;
  /** Absolute folders, already resolved against the plugin's root. */
  readonly skills: readonly string[];
}

/** Folders of the active plugins. Of memory plugins only the one in the slot counts (`"none"`: none of them). */
export function pluginFolders(
  plugins: readonly PluginSkills[],
  memorySlot: string | undefined,
): readonly string[] {
  const memory = plugins.filter(({ enabled, kind }) => enabled && kind === "memory");
  const chosen = memorySlot ?? memory[0]?.id;
  const active = plugins.filter(({ enabled, kind, id }) => enabled && (kind !== "memory" || id === chosen));
  return [...new Set(active.flatMap(({ skills }) => skills))];
}
