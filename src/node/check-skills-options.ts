import { CortexError } from "../core/errors.js";
import { safeText } from "../text/safe-text.js";
import type { NodeSkillsOptions } from "./node-skills.js";

/** Every option, so that the compiler notices a new one. */
const KNOWN: Readonly<Record<keyof NodeSkillsOptions, true>> = {
  workspace: true,
  plan: true,
  config: true,
  hostConfig: true,
  configFile: true,
  module: true,
  executable: true,
  plugins: true,
  environment: true,
  probe: true,
  remotes: true,
  watcher: true,
};

/** Throws `config-invalid` for options that plain JavaScript got wrong: a misspelt one would just have no effect. */
export function checkSkillsOptions(options: NodeSkillsOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(KNOWN, name));
  if (unknown !== undefined)
    throw wrong(`has no option "${safeText(unknown, 60)}". Known are ${Object.keys(KNOWN).join(", ")}`);
  if (options.workspace !== undefined && typeof options.workspace !== "string")
    throw wrong('needs the path of a folder as "workspace"');
  if (options.plan !== undefined && !Array.isArray(options.plan.tiers))
    throw wrong('needs a "plan" with a list of "tiers", for example of openClawTiers or openPocketTiers');
  for (const probe of [options.probe, ...(options.remotes ?? [])])
    if (probe !== undefined && probe?.specificationVersion !== "v1")
      throw wrong('was given a probe that does not say specificationVersion "v1"');
}

function wrong(what: string): CortexError {
  return new CortexError("config-invalid", `createNodeSkills ${what}.`);
}
