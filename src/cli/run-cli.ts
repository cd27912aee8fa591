import { readFileSync } from "node:fs";
import { CortexError } from "../core/errors.js";
import { safeText } from "../text/safe-text.js";
import type { CliIo, Command } from "./command.js";
import { didYouMean } from "./near-names.js";

/** Loaded only when asked for, so that `--help` costs nothing. */
const COMMANDS: Readonly<
  Record<string, { readonly summary: string; load(): Promise<{ command: Command }> }>
> = {
  find: {
    summary: "find the skill for what you want, by meaning",
    load: () => import("./commands/find.js"),
  },
  memory: {
    summary: "show what was learned; forget, block, export, import",
    load: () => import("./commands/memory.js"),
  },
  scan: {
    summary: "look for what a skill should not contain",
    load: () => import("./commands/scan.js"),
  },
  skills: {
    summary: "list, check, explain, validate and load skills",
    load: () => import("./commands/skills.js"),
  },
  workshop: {
    summary: "read, approve, reject and roll back what agents want to learn",
    load: () => import("./commands/workshop.js"),
  },
};

/** Runs one command line and gives its exit code; see {@link Command} for the codes. */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    io.stdout(usage());
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v") {
    io.stdout(`${ownVersion()}\n`);
    return 0;
  }
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry === undefined) {
    const advice = didYouMean(name, Object.keys(COMMANDS));
    io.stderr(`There is no command "${safeText(name, 40)}".${advice}\n\n${usage()}`);
    return 2;
  }
  try {
    const { command } = await entry.load();
    if (rest.includes("--help") || rest.includes("-h")) {
      io.stdout(`${command.usage.trim()}\n`);
      return 0;
    }
    return await command.run(rest, io);
  } catch (error) {
    return explain(error, name, io, rest.includes("--json"));
  }
}

function explain(error: unknown, name: string, io: CliIo, json: boolean): number {
  const message = error instanceof Error ? error.message : String(error);
  if (isUsageError(error)) {
    // Node goes on to explain positional arguments, which are never what was meant.
    const [said = message] = message.split(". To specify a positional");
    io.stderr(`${safeText(said, 400)}\nSee: skill-cortex ${name} --help\n`);
    return 2;
  }
  const code = CortexError.is(error) ? error.code : "internal";
  if (json) io.stdout(`${JSON.stringify({ error: { code, message: safeText(message, 400) } })}\n`);
  io.stderr(`${safeText(message, 400)}${CortexError.is(error) ? ` (${code})` : ""}\n`);
  return 3;
}

/** What node's parseArgs throws for options it does not know. */
function isUsageError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && code.startsWith("ERR_PARSE_ARGS");
}

/** Source and build lie equally deep below the package. */
function ownVersion(): string {
  const file = new URL("../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version;
}

function usage(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    "Usage: skill-cortex <command> [options]",
    "",
    ...lines,
    "",
    "Every command takes --json and --help; --version tells the version.",
    "Exit codes: 0 done, 1 the answer is no, 2 wrong usage, 3 something failed.",
    "",
  ].join("\n");
}
