import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SkillsConfig } from "../skills/config.js";
import {
  openClawTiers,
  openPocketTiers,
  type PluginSkills,
  pluginFolders,
  type TierPlan,
} from "../skills/tiers.js";
import { asRecord, readText } from "../skills/values.js";
import {
  type Environment,
  expandPath,
  homeFolder,
  type OpenClawConfig,
  stateFolder,
} from "./openclaw-config.js";
import { configuredPlugins } from "./skill-plugins.js";

/** How far up from the program a bundled `skills` folder is looked for. */
const LEVELS_UP = 6;

/** What the folders depend on. */
export interface SkillRootsOptions {
  readonly workspace: string;
  readonly environment?: Environment;
  readonly config: SkillsConfig;
  readonly openClaw: OpenClawConfig;
  /** The host's own module (`import.meta.url`), from which its bundled skills are looked for. Absent: no such tier unless the environment names one. */
  readonly module?: string;
  /** @defaultValue process.execPath */
  readonly executable?: string;
  /** @defaultValue those that the configuration names in `plugins.load.paths` */
  readonly plugins?: readonly PluginSkills[];
}

/** OpenClaw's tiers for a workspace, from environment and configuration. */
export function resolveOpenClawTiers(options: SkillRootsOptions): TierPlan {
  const { environment = process.env, config, workspace } = options;
  const state = stateFolder(environment);
  const home = homeFolder(environment);
  const bundled = bundledSkillsFolder(options);
  const from = options.openClaw.file === undefined ? workspace : dirname(options.openClaw.file);
  const isDefaultState = state === join(home, ".openclaw");
  const expand = (path: string): string => expandPath(path, environment, from);
  const plugins = asRecord(options.openClaw.document.plugins);
  const slot = readText(asRecord(plugins?.slots)?.memory);
  const known = options.plugins ?? configuredPlugins(options.openClaw, environment).value;
  const active = plugins?.enabled === false ? [] : known;
  return openClawTiers(
    {
      plugins: pluginFolders(active, slot ?? undefined),
      extra: config.load.extraDirs.map(expand),
      ...(bundled === undefined ? {} : { bundled }),
      managed: join(state, "skills"),
      // A state folder of its own means a profile of its own: the person's skills stay out.
      ...(isDefaultState ? { personal: join(home, ".agents", "skills") } : {}),
      project: join(workspace, ".agents", "skills"),
      workspace: join(workspace, "skills"),
    },
    {
      linkTargets: config.load.allowSymlinkTargets.map(expand),
      bundledIsNamed: namedBundledFolder(environment) !== undefined,
    },
  );
}

/** OpenPocket's three sources. */
export function resolveOpenPocketTiers(options: {
  readonly workspace: string;
  readonly bundled?: string;
  readonly mode: "legacy" | "mixed" | "strict";
  readonly environment?: Environment;
}): TierPlan {
  const environment = options.environment ?? process.env;
  const home = environment.OPENPOCKET_HOME ?? join(homeFolder(environment), ".openpocket");
  return openPocketTiers(
    {
      ...(options.bundled === undefined ? {} : { bundled: options.bundled }),
      local: join(expandPath(home, environment), "skills"),
      workspace: join(options.workspace, "skills"),
    },
    options.mode,
  );
}

/** `OPENCLAW_BUNDLED_SKILLS_DIR`; else `skills` beside the executable; else `skills` up to six levels above the host's module. */
export function bundledSkillsFolder(
  options: Pick<SkillRootsOptions, "environment" | "module" | "executable">,
): string | undefined {
  const environment = options.environment ?? process.env;
  const named = namedBundledFolder(environment);
  if (named !== undefined) return expandPath(named, environment);
  const beside = join(dirname(options.executable ?? process.execPath), "skills");
  if (holdsSkills(beside)) return beside;
  if (options.module === undefined) return undefined;
  let folder = dirname(options.module.startsWith("file:") ? fileURLToPath(options.module) : options.module);
  for (let level = 0; level < LEVELS_UP; level += 1) {
    const candidate = join(folder, "skills");
    if (holdsSkills(candidate)) return candidate;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
  return undefined;
}

function namedBundledFolder(environment: Environment): string | undefined {
  const named = environment.OPENCLAW_BUNDLED_SKILLS_DIR?.trim();
  return named === "" ? undefined : named;
}

function holdsSkills(folder: string): boolean {
  try {
    return readdirSync(folder, { withFileTypes: true }).some(
      (entry) =>
        (entry.isDirectory() && existsSync(join(folder, entry.name, "SKILL.md"))) ||
        entry.name === "SKILL.md",
    );
  } catch {
    return false;
  }
}
