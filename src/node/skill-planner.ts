import type { MissingDependency } from "../core/listing.js";
import type { Planner } from "../ports/planner.js";
import type { Probe } from "../ports/probe.js";
import { outlineSkill, skillText } from "../runtime/outline-skill.js";
import { DEFAULT_SKILLS_CONFIG, type SkillsConfig } from "../skills/config.js";
import { INSTALL_MANAGERS, planInstalls } from "../skills/dependencies.js";
import { readSkill } from "../skills/read-skill.js";
import { createHostProbe } from "./skill-probe.js";

/** Where a borrowed skill would run, and how its programs are preferably installed. */
export interface SkillPlannerOptions {
  /** @defaultValue this machine */
  readonly probe?: Probe;
  readonly install?: SkillsConfig["install"];
}

/** Plans from what a skill declares: programs and variables that it needs, which of them are here, and how to get the rest. */
export function createSkillPlanner(options: SkillPlannerOptions = {}): Planner {
  const { probe = createHostProbe(), install = DEFAULT_SKILLS_CONFIG.install } = options;
  return {
    specificationVersion: "v1",
    async outline({ bundle, location, programs = [] }, context) {
      const steps = outlineSkill(bundle);
      const { skill } = readSkill(skillText(bundle), {
        file: `${location}/SKILL.md`,
        directory: location,
        id: "borrowed",
        tier: "borrowed",
        precedence: 0,
        bundled: false,
        mode: "mixed",
        digest: "",
      });
      // A skill whose header can't be read declares nothing; the plan still shows what it says.
      const { bins, anyBins, env } = skill?.metadata.requires ?? { bins: [], anyBins: [], env: [] };
      const found = await probe.probe(
        { bins: [...new Set([...bins, ...anyBins, ...programs, ...INSTALL_MANAGERS])], env },
        context,
      );
      const here = new Set(found.bins);
      const lookups = programs.map((name) => ({ name, present: here.has(name) }));
      if (skill === undefined) return { steps, missing: [], env: [], lookups };
      const lacking = [
        ...bins.filter((name) => !here.has(name)),
        ...(anyBins.some((name) => here.has(name)) ? [] : anyBins.slice(0, 1)),
      ];
      const plans = planInstalls(skill, { platform: found.platform, bins: here }, { install });
      return {
        steps,
        missing: [
          ...lacking.map((name) => missingProgram(name, plans)),
          ...env.filter((name) => !found.env.includes(name)).map(missingVariable),
        ],
        env: found.env,
        lookups,
      };
    },
  };
}

/** With the commands of the preferred plan that brings it; none where the skill offers no way that works here. */
function missingProgram(name: string, plans: ReturnType<typeof planInstalls>): MissingDependency {
  const plan = plans.find(
    ({ available, bins, spec }) =>
      available && spec.kind !== "download" && (bins.length === 0 || bins.includes(name)),
  );
  return { kind: "bin", name, argv: plan?.argv ?? [] };
}

function missingVariable(name: string): MissingDependency {
  return { kind: "env", name, argv: [] };
}
