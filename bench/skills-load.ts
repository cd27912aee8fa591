import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createNodeSkills } from "../src/node/create-node-skills.js";
import type { NodeSkills } from "../src/node/node-skills.js";
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

/** The physical floor: the same bytes, read and thrown away. */
export function readBytes(workspace: string): number {
  let bytes = 0;
  const root = join(workspace, "skills");
  for (const name of readdirSync(root)) bytes += readFileSync(join(root, name, "SKILL.md")).length;
  return bytes;
}
