import { hash } from "node:crypto";
import { resolve } from "node:path";
import { CortexError } from "../core/errors.js";
import { buildCommands } from "../skills/commands.js";
import { parseSkillsConfig } from "../skills/config.js";
import { INSTALL_MANAGERS, planInstalls } from "../skills/dependencies.js";
import { resolveEnvOverrides } from "../skills/env-overrides.js";
import { explainSkill } from "../skills/explain.js";
import type { SkillLimits } from "../skills/limits.js";
import { buildSkillPrompt, type PromptOptions } from "../skills/prompt.js";
import { buildSnapshot } from "../skills/snapshot.js";
import { checkSkillsOptions } from "./check-skills-options.js";
import type { NodeSkills, NodeSkillsOptions } from "./node-skills.js";
import { homeFolder, openClawWorkspace, readOpenClawConfig } from "./openclaw-config.js";
import { createSkillChanges } from "./skill-changes.js";
import { withoutScopes } from "./skill-env-scope.js";
import { judgeCatalog } from "./skill-judgement.js";
import { createSkillLoader } from "./skill-loader.js";
import { createSkillLooker } from "./skill-look.js";
import { configuredPlugins } from "./skill-plugins.js";
import { createHostProbe } from "./skill-probe.js";
import { resolveOpenClawTiers } from "./skill-roots.js";
import { SnapshotVersions } from "./snapshot-versions.js";

/**
 * Everything a harness needs to have skills, on this machine: OpenClaw's folders and configuration unless the
 * options say otherwise. Throws `config-invalid` for a configuration that can't be used.
 */
export function createNodeSkills(options: NodeSkillsOptions = {}): NodeSkills {
  checkSkillsOptions(options);
  const environment = options.environment ?? process.env;
  const openClaw =
    options.configFile === false
      ? { file: undefined, document: {} }
      : readOpenClawConfig(environment, options.configFile);
  const parsed = parseSkillsConfig(options.config ?? openClaw.document.skills);
  if (parsed.isErr()) {
    const { code, message, details } = parsed.error;
    throw new CortexError(code, message, { details });
  }
  const { value: config } = parsed.value;
  const workspace = resolve(options.workspace ?? openClawWorkspace(openClaw, environment));
  const plugins =
    options.plan === undefined && options.plugins === undefined
      ? configuredPlugins(openClaw, environment)
      : { value: options.plugins ?? [], diagnostics: [] };
  const plan =
    options.plan ??
    resolveOpenClawTiers({ ...options, environment, workspace, config, openClaw, plugins: plugins.value });
  const loader = createSkillLoader({ plan, limits: config.limits });
  const probe = options.probe ?? createHostProbe({ environment });
  const look = createSkillLooker({
    loader,
    probe,
    remotes: options.remotes ?? [],
    config,
    hostConfig: options.hostConfig ?? openClaw.document,
    diagnostics: [...parsed.value.diagnostics, ...plugins.diagnostics],
  });
  const changes = createSkillChanges(loader, async () => (await look()).skills, {
    debounceMs: config.load.debounceMs,
    ...options.watcher,
    ...(plan.identity === undefined ? {} : { identity: plan.identity }),
  });
  const versions = new SnapshotVersions();
  return {
    config,
    plan,
    load: async () => (await look()).skills,
    snapshot: async ({ filter, prompt } = {}) => {
      const { skills, context } = await look();
      const judged = filter === undefined ? skills : judgeCatalog(skills.catalog, { ...context, filter });
      // Scores are a map, which JSON leaves out: another message is not another caller.
      const caller = JSON.stringify([filter, prompt]);
      const snapshot = buildSnapshot(
        {
          skills: judged.eligible,
          excluded: judged.excluded.map(({ skill, reasons }) => ({ name: skill.name, reasons })),
          prompt: buildSkillPrompt(judged.eligible, promptOptions(prompt, config.limits, environment)),
          ...(filter === undefined ? {} : { filter }),
        },
        {
          hash: (text) => hash("sha256", text),
          now: Date.now(),
          previous: versions.of(caller),
        },
      );
      return versions.keep(caller, snapshot);
    },
    explain: async (name, { filter } = {}) => {
      const { skills, context } = await look();
      return explainSkill(name, skills.catalog, filter === undefined ? context : { ...context, filter });
    },
    commands: async (commandOptions) => buildCommands((await look()).skills.eligible, commandOptions),
    environmentFor: (skills) => {
      const { skills: all, rejected } = loader.load();
      const names = [...all, ...rejected].map(({ name }) => name);
      return resolveEnvOverrides(skills, config, withoutScopes(environment), { names });
    },
    installPlans: async (skill) => {
      const { platform, bins } = await probe.probe({ bins: INSTALL_MANAGERS, env: [] });
      return planInstalls(skill, { platform, bins: new Set(bins) }, config);
    },
    watch: (listener) => (config.load.watch ? changes.watch(listener) : () => {}),
    get watching() {
      return changes.mode;
    },
    close: () => changes.close(),
  };
}

/** The configuration's budget and `~` for the home folder, unless the caller wants something else. */
function promptOptions(
  given: PromptOptions | undefined,
  limits: SkillLimits,
  environment: Readonly<Record<string, string | undefined>>,
): PromptOptions {
  return {
    home: homeFolder(environment),
    ...given,
    budget: { skills: limits.maxSkillsInPrompt, characters: limits.maxSkillsPromptChars, ...given?.budget },
  };
}
