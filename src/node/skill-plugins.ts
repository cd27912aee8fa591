import { readFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import type { Diagnostic, Loaded } from "../core/diagnostics.js";
import { parseRelaxedJson } from "../skills/relaxed-json.js";
import type { PluginSkills } from "../skills/tiers.js";
import { asRecord, readList, readText } from "../skills/values.js";
import { safeText } from "../text/safe-text.js";
import { errnoOf } from "./file-system.js";
import { expandPath, type OpenClawConfig } from "./openclaw-config.js";

const MANIFEST = "openclaw.plugin.json";

/** A plugin's manifest (`openclaw.plugin.json`) as far as skills are concerned; undefined when it brings none. */
export function readPluginSkills(
  path: string,
  options: { readonly enabled: boolean },
): Loaded<PluginSkills | undefined> {
  const root = resolve(path);
  const file = join(root, MANIFEST);
  const diagnostics: Diagnostic[] = [];
  const warn = (message: string, fix: string): Loaded<undefined> => {
    diagnostics.push({ code: "plugin-skills", severity: "warning", message, file, fix });
    return { value: undefined, diagnostics };
  };
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    return warn(
      `The plugin's manifest can't be read (${errnoOf(error)}), so its skills are not loaded.`,
      "Check the path in `plugins.load.paths`.",
    );
  }
  const parsed = parseRelaxedJson(text, { json5: true });
  const manifest = parsed.ok ? asRecord(parsed.value) : undefined;
  const id = readText(manifest?.id);
  if (manifest === undefined || typeof id !== "string")
    return warn(
      "The plugin's manifest is not a JSON object with an `id`, so its skills are not loaded.",
      "Correct the manifest.",
    );
  if (manifest.skills === undefined) return { value: undefined, diagnostics };
  if (!Array.isArray(manifest.skills))
    return warn("`skills` is not a list of folders.", "Write a list of folders inside of the plugin.");
  const skills: string[] = [];
  for (const declared of manifest.skills) {
    const folder = typeof declared === "string" ? resolve(root, declared) : "";
    // A manifest can't make the whole disk a root.
    if (folder === root || folder.startsWith(`${root}${sep}`)) skills.push(folder);
    else
      warn(
        `"${safeText(String(declared), 100)}" is no folder inside of the plugin and is not used.`,
        "Name a folder inside of the plugin.",
      );
  }
  const kind = readText(manifest.kind);
  return {
    value: { id, enabled: options.enabled, skills, ...(typeof kind === "string" ? { kind } : {}) },
    diagnostics,
  };
}

/** The plugins that an OpenClaw configuration loads from folders, switched on or off as it says. */
export function configuredPlugins(
  config: OpenClawConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Loaded<readonly PluginSkills[]> {
  const section = asRecord(config.document.plugins);
  const from = config.file === undefined ? undefined : dirname(config.file);
  const entries = asRecord(section?.entries);
  const allow = readList(section?.allow) ?? [];
  const deny = readList(section?.deny) ?? [];
  const found: PluginSkills[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of pathsOf(asRecord(section?.load)?.paths)) {
    const plugin = readPluginSkills(expandPath(path, environment, from), { enabled: true });
    diagnostics.push(...plugin.diagnostics);
    if (plugin.value === undefined) continue;
    const { id } = plugin.value;
    const allowed = (allow.length === 0 || allow.includes(id)) && !deny.includes(id);
    found.push({ ...plugin.value, enabled: allowed && asRecord(entries?.[id])?.enabled !== false });
  }
  return { value: found, diagnostics };
}

/** Paths may have blanks in them, so that only a real list will do. */
function pathsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((path) => typeof path === "string") : [];
}
