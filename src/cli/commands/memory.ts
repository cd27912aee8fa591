import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Diagnostic } from "../../core/diagnostics.js";
import { CortexError } from "../../core/errors.js";
import { parseSkillKey } from "../../core/identity.js";
import { createNodeCortex } from "../../node/create-node-cortex.js";
import { defaultStoreDirectory } from "../../node/file-store-paths.js";
import type { Cortex } from "../../runtime/cortex.js";
import { safeText } from "../../text/safe-text.js";
import type { CliIo, Command } from "../command.js";
import { didYouMean } from "../near-names.js";
import { printMemory } from "../print-memory.js";
import { wrongUsageOf } from "../wrong-usage.js";

const USAGE = `
Usage: skill-cortex memory [show]                      what was learned
       skill-cortex memory forget <region or skill>   forget a region or a skill
       skill-cortex memory block <skill>               never offer it again
       skill-cortex memory unblock <skill>
       skill-cortex memory export                      the whole of memory as cortex.json
       skill-cortex memory import <file> [--replace]   take over a cortex.json

A skill is written as its key, for example clawhub:@owner/name.

Options:
  --directory <folder>  where memory lives (default ~/.openclaw/skill-cortex)
  --json                for programs
Exit codes: 0 done, 1 nothing to forget, or not taken over, 2 wrong usage, 3 memory or a file can't be read or written.
`;

const wrongUsage = wrongUsageOf(USAGE);

/** `skill-cortex memory`: look at what was learned, and have the last word on it. */
export const command: Command = {
  name: "memory",
  summary: "show what was learned; forget, block, export, import",
  usage: USAGE,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        directory: { type: "string" },
        json: { type: "boolean", default: false },
        replace: { type: "boolean", default: false },
      },
    });
    const [action = "show", subject, extra] = positionals;
    const perform = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (perform === undefined)
      return wrongUsage(
        io,
        `There is no "memory ${safeText(action, 40)}".${didYouMean(action, Object.keys(ACTIONS))}`,
      );
    const unused = TAKES_SUBJECT.has(action) ? extra : subject;
    if (unused !== undefined)
      return wrongUsage(io, `"memory ${action}" has no use for "${safeText(unused, 40)}".`);
    const cortex = createNodeCortex({
      publicRegistries: false,
      directory:
        values.directory === undefined
          ? defaultStoreDirectory(io.environment)
          : resolve(io.workingDirectory, values.directory),
    });
    try {
      return await perform({ cortex, io, subject, json: values.json, replace: values.replace });
    } finally {
      await cortex.close();
    }
  },
};

const TAKES_SUBJECT: ReadonlySet<string> = new Set(["forget", "block", "unblock", "import"]);

interface Action {
  readonly cortex: Cortex;
  readonly io: CliIo;
  readonly subject: string | undefined;
  readonly json: boolean;
  readonly replace: boolean;
}

const ACTIONS: Readonly<Record<string, (action: Action) => Promise<number>>> = {
  async show({ cortex, io, json }) {
    const explanation = await cortex.memory.explain();
    io.stdout(json ? `${JSON.stringify(explanation, null, 2)}\n` : printMemory(explanation));
    return 0;
  },
  async forget({ cortex, io, subject, json }) {
    if (subject === undefined) return wrongUsage(io, "Name the region or skill to forget.");
    const what = parseSkillKey(subject) === undefined ? { region: subject } : { key: subject };
    const forgotten = await cortex.memory.forget(what);
    tell(io, json, { forgotten, subject }, forgotten ? "Forgotten." : "Memory holds nothing of that name.");
    return forgotten ? 0 : 1;
  },
  block: (action) => setBlocked(action, true),
  unblock: (action) => setBlocked(action, false),
  async export({ cortex, io }) {
    io.stdout(`${await cortex.memory.export()}\n`);
    return 0;
  },
  async import({ cortex, io, subject, json, replace }) {
    if (subject === undefined) return wrongUsage(io, "Name the file to import.");
    const text = await readFile(resolve(io.workingDirectory, subject), "utf8");
    const diagnostics = await takeOver(cortex, text, replace);
    if (typeof diagnostics === "string") {
      if (json) io.stdout(`${JSON.stringify({ imported: false, reason: diagnostics })}\n`);
      else io.stderr(`${diagnostics}\n`);
      return 1;
    }
    const notes = diagnostics.map(({ message }) => `\n  note: ${message}`).join("");
    tell(io, json, { imported: true, diagnostics }, `Taken over.${notes}`);
    return 0;
  },
};

/** What was noted about the text, or why it was not taken over. */
async function takeOver(
  cortex: Cortex,
  text: string,
  replace: boolean,
): Promise<readonly Diagnostic[] | string> {
  try {
    return await cortex.memory.import(text, { replace });
  } catch (error) {
    if (!CortexError.is(error) || error.code !== "input-invalid") throw error;
    return error.details?.occupied === true
      ? "Nothing was taken over: memory is not empty. Add --replace to replace it; memory export shows what it holds."
      : "Nothing was taken over: the file is no cortex.json that this release can read.";
  }
}

async function setBlocked({ cortex, io, subject, json }: Action, on: boolean): Promise<number> {
  if (subject === undefined) return wrongUsage(io, "Name the skill by its key.");
  if (parseSkillKey(subject) === undefined)
    return wrongUsage(
      io,
      `"${safeText(subject, 80)}" is no skill key; write for example clawhub:@owner/name.`,
    );
  await cortex.memory.blacklist(subject, on);
  tell(
    io,
    json,
    { blocked: on, key: subject },
    on ? "It won't be offered again." : "It may be offered again.",
  );
  return 0;
}

function tell(io: CliIo, json: boolean, data: object, sentence: string): void {
  io.stdout(json ? `${JSON.stringify(data)}\n` : `${sentence}\n`);
}
