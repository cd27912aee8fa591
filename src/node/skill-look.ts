import type { Diagnostic } from "../core/diagnostics.js";
import type { Probe } from "../ports/probe.js";
import type { SkillsConfig } from "../skills/config.js";
import { type EligibilityContext, requiredNames } from "../skills/eligibility.js";
import {
  isSameProbe,
  judgeCatalog,
  type LoadedSkills,
  type ProbedMachines,
  probeMachines,
} from "./skill-judgement.js";
import type { SkillLoader } from "./skill-loader.js";

/** What one look at disk and machines has found. */
export interface SkillLook {
  readonly skills: LoadedSkills;
  /** Against what they were judged. */
  readonly context: EligibilityContext;
}

/** What is looked at, and by which settings it is judged. */
export interface SkillLookerParts {
  readonly loader: SkillLoader;
  readonly probe: Probe;
  readonly remotes: readonly Probe[];
  readonly config: SkillsConfig;
  readonly hostConfig: unknown;
  /** Said with every look. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Makes the function that looks; it gives the same object again while nothing has changed. */
export function createSkillLooker(parts: SkillLookerParts): () => Promise<SkillLook> {
  let last: (SkillLook & { readonly machines: ProbedMachines; readonly names: Names }) | undefined;
  const lookNow = async (): Promise<SkillLook> => {
    const catalog = parts.loader.load();
    const names = last?.skills.catalog === catalog ? last.names : requiredNames(catalog.skills);
    const machines = await probeMachines(parts.probe, parts.remotes, names);
    if (last?.skills.catalog === catalog && isSameProbe(last.machines, machines)) return last;
    const { machine, remotes } = machines;
    const context = { config: parts.config, hostConfig: parts.hostConfig, machine, remotes };
    const diagnostics = [...parts.diagnostics, ...catalog.diagnostics, ...machines.diagnostics];
    last = {
      skills: { catalog, ...judgeCatalog(catalog, context), diagnostics },
      context,
      machines,
      names,
    };
    return last;
  };
  // One after another: a slow probe must not overwrite what a later look has found.
  let turn: Promise<unknown> = Promise.resolve();
  return () => {
    const next = turn.then(lookNow);
    turn = next.catch(() => undefined);
    return next;
  };
}

type Names = ReturnType<typeof requiredNames>;
