import { parseArgs } from "node:util";
import { safeText } from "../../text/safe-text.js";
import type { Command } from "../command.js";
import { didYouMean } from "../near-names.js";
import { runCheck } from "./skills/check.js";
import { OPTIONS, openWorld, type SkillsWorld } from "./skills/context.js";
import { runExplain } from "./skills/explain.js";
import { runList } from "./skills/list.js";
import { runLoad } from "./skills/load.js";
import { runValidate } from "./skills/validate.js";

const USAGE = `
Usage: skill-cortex skills list                        every skill, and whether it can be used here
       skill-cortex skills check                       audit: what is left out, shortened, shadowed or broken
       skill-cortex skills explain <name>              why one skill is used or not, and how to get what it lacks
       skill-cortex skills validate [path] [--strict]  check files: a SKILL.md, a skill's folder, or a folder of skills
       skill-cortex skills load [name ...] [--all]     copy bundled skills into the workspace; nothing is overwritten

Folders come from the OpenClaw configuration where there is one (OPENCLAW_CONFIG_PATH, else ~/.openclaw/openclaw.json).

Options:
  --workspace <folder>   the agent's workspace (default: the configured one, else the current folder)
  --config <file>        another configuration file
  --bundled <folder>     the skills that came with the harness
  --preset <name>        openclaw (default): six sources; openpocket: three, the bundled one wins
  --mode <name>          legacy, mixed (default) or strict; with --preset openpocket
  --strict               validate: OpenPocket's strict rules too
  --profile <name>       validate: agent-skills (default), or openpocket (default with its preset)
  --all                  load: every bundled skill that the workspace lacks
  --json                 for programs
Exit codes: 0 done; 1 the answer is no (list: never; check: a file can't be used; explain: not usable or not found;
validate: invalid or not found; load: nothing was copied); 2 wrong usage; 3 something failed.
`;

const ACTIONS: Readonly<Record<string, (world: SkillsWorld) => Promise<number>>> = {
  list: runList,
  check: runCheck,
  explain: runExplain,
  validate: runValidate,
  load: runLoad,
};
/** Subcommands that are always about all skills. */
const WITHOUT_SUBJECT: ReadonlySet<string> = new Set(["list", "check"]);

/** `skill-cortex skills`: what a harness would load, and why. */
export const command: Command = {
  name: "skills",
  summary: "list, check, explain, validate and load skills",
  usage: USAGE,
  async run(args, io) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
    const [action, ...subjects] = positionals;
    const perform = action !== undefined && Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (action === undefined || perform === undefined) {
      const wrong =
        action === undefined
          ? ""
          : `There is no "skills ${safeText(action, 40)}".${didYouMean(action, Object.keys(ACTIONS))}\n`;
      io.stderr(`${wrong}${USAGE.trim()}\n`);
      return 2;
    }
    const [extra] = subjects;
    if (extra !== undefined && WITHOUT_SUBJECT.has(action)) {
      io.stderr(
        `"skills ${action}" is about all skills and takes no "${safeText(extra, 40)}". For one skill: skill-cortex skills explain <name>\n`,
      );
      return 2;
    }
    const opened = openWorld(values, subjects, io, { makesWorkspace: action === "load" });
    if ("wrong" in opened) {
      io.stderr(`${opened.wrong}\nSee: skill-cortex skills --help\n`);
      return 2;
    }
    try {
      return await perform(opened);
    } finally {
      opened.skills.close();
    }
  },
};
