import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createNodeSkills } from "../../../node/create-node-skills.js";
import type { NodeSkills } from "../../../node/node-skills.js";
import { openClawWorkspace, readOpenClawConfig } from "../../../node/openclaw-config.js";
import { bundledSkillsFolder, resolveOpenPocketTiers } from "../../../node/skill-roots.js";
import { openPocketMode, type SpecMode } from "../../../skills/spec-mode.js";
import { safeText } from "../../../text/safe-text.js";
import type { CliIo } from "../../command.js";

/** What `parseArgs` may find after `skills`. */
export const OPTIONS = {
  workspace: { type: "string" },
  config: { type: "string" },
  bundled: { type: "string" },
  preset: { type: "string" },
  mode: { type: "string" },
  profile: { type: "string" },
  strict: { type: "boolean", default: false },
  all: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

interface Values {
  readonly workspace?: string | undefined;
  readonly config?: string | undefined;
  readonly bundled?: string | undefined;
  readonly preset?: string | undefined;
  readonly mode?: string | undefined;
  readonly profile?: string | undefined;
  readonly strict: boolean;
  readonly all: boolean;
  readonly json: boolean;
}

/** What a subcommand works with. */
export interface SkillsWorld {
  readonly io: CliIo;
  readonly skills: NodeSkills;
  readonly workspace: string;
  /** The folder of bundled skills, where there is one. */
  readonly bundled: string | undefined;
  readonly mode: SpecMode;
  /** What was named after the subcommand. */
  readonly subjects: readonly string[];
  readonly strict: boolean;
  readonly profile: "agent-skills" | "openpocket";
  readonly all: boolean;
  readonly json: boolean;
}

/** Opens the folders and settings that the options name, or says which option is wrong. */
export function openWorld(
  values: Values,
  subjects: readonly string[],
  io: CliIo,
  options: { readonly makesWorkspace?: boolean } = {},
): SkillsWorld | { readonly wrong: string } {
  const preset = oneOf("preset", values.preset ?? "openclaw", ["openclaw", "openpocket"]);
  const usual = preset === "openpocket" ? "openpocket" : "agent-skills";
  const profile = oneOf("profile", values.profile ?? usual, ["agent-skills", "openpocket"]);
  const mode = oneOf("mode", values.mode ?? "mixed", ["legacy", "mixed", "strict"]);
  for (const option of [preset, profile, mode]) if (typeof option !== "string") return option;
  const isOpenPocket = preset === "openpocket";
  if (values.mode !== undefined && !isOpenPocket)
    return { wrong: "--mode is for OpenPocket's rules: add --preset openpocket." };

  const here = (path: string): string => resolve(io.workingDirectory, path);
  if (
    values.workspace !== undefined &&
    options.makesWorkspace !== true &&
    !existsSync(here(values.workspace))
  )
    return { wrong: `--workspace: there is no folder "${safeText(here(values.workspace), 200)}".` };
  const configFile = values.config === undefined ? undefined : here(values.config);
  const environment = {
    ...io.environment,
    ...(values.bundled === undefined ? {} : { OPENCLAW_BUNDLED_SKILLS_DIR: here(values.bundled) }),
  };
  const openClaw = readOpenClawConfig(environment, configFile);
  const workspace =
    values.workspace !== undefined
      ? here(values.workspace)
      : openClaw.file === undefined
        ? io.workingDirectory
        : openClawWorkspace(openClaw, environment);
  const bundled = bundledSkillsFolder({ environment });
  const openPocket = openPocketMode(mode);
  const skills = createNodeSkills({
    workspace,
    environment,
    ...(configFile === undefined ? {} : { configFile }),
    ...(isOpenPocket
      ? {
          plan: resolveOpenPocketTiers({
            workspace,
            mode: openPocket,
            environment,
            ...(bundled === undefined ? {} : { bundled }),
          }),
        }
      : {}),
  });
  return {
    io,
    skills,
    workspace,
    bundled,
    mode: isOpenPocket ? openPocket : "standard",
    subjects,
    strict: values.strict || (isOpenPocket && openPocket === "strict"),
    profile: profile === "openpocket" ? "openpocket" : "agent-skills",
    all: values.all,
    json: values.json,
  };
}

function oneOf(
  option: string,
  value: string,
  allowed: readonly string[],
): string | { readonly wrong: string } {
  return allowed.includes(value)
    ? value
    : { wrong: `--${option} "${safeText(value, 40)}" is not known. Use one of: ${allowed.join(", ")}.` };
}
