import { parseArgs } from "node:util";
import { createSkillIndex, discoverableSkill } from "../../discovery/index.js";
import type { LoadedSkills } from "../../node/skill-judgement.js";
import { safeText } from "../../text/safe-text.js";
import type { CliIo, Command } from "../command.js";
import { explainFound, type FoundSkill, type FoundSkills, printFound } from "./find-print.js";
import { OPTIONS, openWorld } from "./skills/context.js";

const USAGE = `
Usage: skill-cortex find "<what I want>" [--explain] [--json]

Finds the skill for what you want among the skills on this machine, by meaning: your words need not be in it.
Nothing leaves the machine. "None of these" is an answer.

Options:
  --explain              why each was found, and how sure that is
  --max <number>         skills at most (default 3)
  --all                  also those that are probably not meant
  --workspace <folder>   the agent's workspace (default: the configured one, else the current folder)
  --config <file>        another configuration file
  --bundled <folder>     the skills that came with the harness
  --json                 for programs
Exit codes: 0 found, 1 none of the skills clearly serves this, 2 wrong usage, 3 something failed.
`;

const DEFAULT_MAXIMUM = "3";

/** `skill-cortex find`: the local skill for what a person wants, with the reason. */
export const command: Command = {
  name: "find",
  summary: "find the skill for what you want, by meaning",
  usage: USAGE,
  async run(args, io) {
    const { workspace, config, bundled, json, all } = OPTIONS;
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ workspace, config, bundled, json, all },
        explain: { type: "boolean", default: false },
        max: { type: "string", default: DEFAULT_MAXIMUM },
      },
    });
    const message = positionals.join(" ").trim();
    const max = Number(values.max);
    if (message === "") return wrongUsage(io, "Say what you want.");
    if (!Number.isInteger(max) || max < 1) return wrongUsage(io, "--max must be a whole number above zero.");
    const world = openWorld({ ...values, strict: false }, [], io);
    if ("wrong" in world) return wrongUsage(io, world.wrong);
    try {
      const skills = await world.skills.load();
      const found = await find(message, skills, { max, minProbability: values.all ? 0 : undefined });
      io.stdout(print(found, values));
      return found.none ? 1 : 0;
    } finally {
      world.skills.close();
    }
  },
};

async function find(
  message: string,
  skills: LoadedSkills,
  options: { readonly max: number; readonly minProbability: number | undefined },
): Promise<FoundSkills> {
  const usable = new Set(skills.eligible.map(({ name }) => name));
  const all = [...skills.eligible, ...skills.excluded.map(({ skill }) => skill)];
  const byName = new Map(all.map((skill) => [skill.name, skill]));
  const index = createSkillIndex();
  await index.put(all.map((skill) => discoverableSkill(skill)));
  const { minProbability, max } = options;
  const selection = await index.select(message, {
    max,
    ...(minProbability === undefined ? {} : { minProbability }),
  });
  const hits = selection.hits.map(
    ({ id, ...hit }): FoundSkill => ({
      name: id,
      description: byName.get(id)?.description ?? "",
      file: byName.get(id)?.file ?? "",
      usable: usable.has(id),
      ...hit,
    }),
  );
  return { message, searched: all.length, ...selection, hits };
}

function print(found: FoundSkills, values: { readonly json: boolean; readonly explain: boolean }): string {
  if (values.json) return `${JSON.stringify(found, undefined, 2)}\n`;
  return values.explain ? explainFound(found) : printFound(found);
}

function wrongUsage(io: CliIo, why: string): number {
  io.stderr(`${safeText(why, 400)}\nSee: skill-cortex find --help\n`);
  return 2;
}
