import { readFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { parseRelaxedJson } from "../skills/relaxed-json.js";
import type { PluginSkills } from "../skills/tiers.js";
import { asRecord, readList, readText } from "../skills/values.js";
import { expandPath, type OpenClawConfig } from "./openclaw-config.js";

/** A plugin's manifest (`openclaw.plugin.json`) as far as skills are concerned; undefined when it has none. */
export function readPluginSkills(
  root: string,
  options: { readonly enabled: boolean },
): PluginSkills | undefined {
  const manifest = readManifest(root);
  const id = readText(manifest?.id);
  const declared = manifest?.skills;
  if (typeof id !== "string" || !Array.isArray(declared)) return undefined;
  const kind = readText(manifest?.kind);
  const skills = declared
    .filter((path) => typeof path === "string")
    .map((path) => resolve(root, path))
    // A manifest can't make the whole disk a root.
    .filter((path) => path === root || path.startsWith(`${root}${sep}`));
  return { id, enabled: options.enabled, skills, ...(typeof kind === "string" ? { kind } : {}) };
}

/** The plugins that an OpenClaw configuration loads from folders, switched on or off as it says. */
export function configuredPlugins(
  config: OpenClawConfig,
  environment: Readonly<Record<string, string | undefined>>,
): readonly PluginSkills[] {
  const section = asRecord(config.document.plugins);
  const from = config.file === undefined ? undefined : dirname(config.file);
  const entries = asRecord(section?.entries);
  const allow = readList(section?.allow) ?? [];
  const deny = readList(section?.deny) ?? [];
  const found: PluginSkills[] = [];
  for (const path of pathsOf(asRecord(section?.load)?.paths)) {
    const plugin = readPluginSkills(expandPath(path, environment, from), { enabled: true });
    if (plugin === undefined) continue;
    const { id } = plugin;
    const allowed = (allow.length === 0 || allow.includes(id)) && !deny.includes(id);
    found.push({ ...plugin, enabled: allowed && asRecord(entries?.[id])?.enabled !== false });
  }
  return found;
}

/** Paths may have blanks in them, so that only a real list will do. */
function pathsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((path) => typeof path === "string") : [];
}

function readManifest(root: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const text = readFileSync(join(root, "openclaw.plugin.json"), "utf8");
    const parsed = parseRelaxedJson(text, { json5: true });
    return parsed.ok ? asRecord(parsed.value) : undefined;
  } catch {
    return undefined;
  }
}
