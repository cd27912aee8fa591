import type { CliIo } from "../../src/cli/command.js";
import { runCli } from "../../src/cli/run-cli.js";

/** Runs a command line in this process, in a world of its own, and gives back what it said. */
export async function runCommand(
  args: readonly string[],
  world: Pick<CliIo, "workingDirectory"> & Partial<Pick<CliIo, "environment" | "isTerminal">>,
) {
  let stdout = "";
  let stderr = "";
  const code = await runCli(args, {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    environment: {},
    isTerminal: false,
    ...world,
  });
  return { code, stdout, stderr };
}
