import { dirname } from "node:path";
import { expandPath, type OpenClawConfig } from "../../../node/openclaw-config.js";
import { readPluginSkills } from "../../../node/skill-roots.js";
import type { PluginSkills } from "../../../skills/tiers.js";
import { asRecord, readList } from "../../../skills/values.js";

/** The plugins that the configuration loads from folders (`plugins.load.paths`), each with the skills it brings. */
export function configuredPlugins(
  openClaw: OpenClawConfig,
  environment: Readonly<Record<string, string | undefined>>,
): readonly PluginSkills[] {
  const plugins = asRecord(openClaw.document.plugins);
  const paths = asRecord(plugins?.load)?.paths;
  if (plugins === undefined || !Array.isArray(paths)) return [];
  const entries = asRecord(plugins.entries);
  const allowed = readList(plugins.allow);
  const denied = readList(plugins.deny) ?? [];
  const from = openClaw.file === undefined ? undefined : dirname(openClaw.file);
  return paths
    .filter((path) => typeof path === "string")
    .flatMap((path) => readPluginSkills(expandPath(path, environment, from), { enabled: true }) ?? [])
    .map((plugin) => ({
      ...plugin,
      enabled:
        asRecord(entries?.[plugin.id])?.enabled !== false &&
        !denied.includes(plugin.id) &&
        (allowed === undefined || allowed === null || allowed.includes(plugin.id)),
    }));
}
