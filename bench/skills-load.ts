import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createNodeSkills } from "../src/node/create-node-skills.js";
import type { NodeSkills } from "../src/node/node-skills.js";
import { buildSkillPrompt } from "../src/skills/prompt.js";
import type { Skill } from "../src/skills/skill.js";
import { UNLIMITED } from "./skills-tree.js";

/** Our skills of a generated tree; nothing of this machine but its PATH takes part. */
export function skillsOf(workspace: string): NodeSkills {
  return createNodeSkills({
    workspace,
    configFile: false,
    config: UNLIMITED,
    environment: { PATH: process.env.PATH, HOME: join(workspace, "home") },
  });
}

/** A cold load: nothing is known from before, and every skill is judged. */
export async function coldLoad(workspace: string): Promise<number> {
  const { eligible, excluded } = await skillsOf(workspace).load();
  return eligible.length + excluded.length;
}

/** The section for a system prompt, with the default budget. */
export function promptOf(skills: readonly Skill[]): number {
  return buildSkillPrompt(skills).text.length;
}

/** The physical floor: the same bytes, read and thrown away. */
export function readBytes(workspace: string): number {
  let bytes = 0;
  const root = join(workspace, "skills");
  for (const name of readdirSync(root)) bytes += readFileSync(join(root, name, "SKILL.md")).length;
  return bytes;
}

/** Calls for which a program is still being compiled rather than run; small trees need more of them. */
const WARM_UP_SKILLS = 10_000;

/** Runs each alternative until it is compiled, and says how to measure a tree of this size. */
export async function warmed(
  alternatives: Readonly<Record<string, () => unknown>>,
  count: number,
  rounds: number,
): Promise<{ readonly rounds: number; readonly callsPerRound: number }> {
  for (const work of Object.values(alternatives))
    for (let skills = 0; skills < WARM_UP_SKILLS; skills += count) await work();
  const callsPerRound = Math.max(1, Math.round(500 / count));
  return { rounds: count <= 500 ? rounds * 3 : rounds, callsPerRound };
}
