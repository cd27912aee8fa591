import { describe, test } from "vitest";
import { createProcessRunner } from "../../src/node/process-runner.js";
import { createTerminalConfirmer } from "../../src/node/terminal-confirmer.js";
import { createTerminalNotifier } from "../../src/node/terminal-notifier.js";
import { confirmerContract, notifierContract, runnerContract } from "../../src/testing/index.js";
import { fakeTerminal } from "../support/terminal-world.js";

/** Somebody who presses Enter at every prompt. */
function terminalOfSomebody() {
  const terminal = fakeTerminal();
  terminal.output.on("data", (chunk: Buffer) => {
    if (chunk.toString("utf8").endsWith("]> ")) terminal.input.write("\n");
  });
  return terminal;
}

describe("the terminal confirmer", () => {
  for (const { name, run } of confirmerContract(() => createTerminalConfirmer(terminalOfSomebody())))
    test(name, run);
});

describe("the terminal notifier", () => {
  for (const { name, run } of notifierContract(() => createTerminalNotifier(fakeTerminal()))) test(name, run);
});

describe("the process runner", () => {
  const command = () => ({ argv: [process.execPath, "-e", "setTimeout(() => {}, 50)"], cwd: process.cwd() });
  for (const { name, run } of runnerContract(() => createProcessRunner({ command }))) test(name, run);
});
