import { expect, test } from "vitest";
import type { Notice } from "../../src/core/questions.js";
import { createTerminalNotifier } from "../../src/node/terminal-notifier.js";
import { portContext } from "../support/installer-world.js";
import { fakeTerminal } from "../support/terminal-world.js";

const NOTICE: Notice = {
  kind: "reflex",
  pin: { key: "clawhub:@alice/todoist-cli", version: "1.2.0", digest: `sha256:${"a".repeat(64)}` },
  successRate: 0.96,
  task: "query today's todos",
  readOnly: true,
  sideEffects: [],
};
const TEXT = "Say cancel to abort.";

function notify(
  options: Parameters<typeof createTerminalNotifier>[0],
  windowMs: number,
  signal?: AbortSignal,
) {
  return createTerminalNotifier(options).notify(
    { noticeId: "n", notice: NOTICE, until: Date.now() + windowMs },
    portContext(signal === undefined ? {} : { signal }),
  );
}

test("shows the protocol's two lines and proceeds when the window closes", async () => {
  const terminal = fakeTerminal();
  const started = Date.now();
  expect(await notify(terminal, 150)).toBe("proceed");
  expect(Date.now() - started).toBeGreaterThanOrEqual(140);
  expect(terminal.shown()).toBe(
    "\n⚡ Skill Cortex reflex: todoist-cli v1.2.0 (96% success rate)\n" +
      "   Task: query today's todos (read-only) | Will install and execute. Say cancel to abort.\n",
  );
});

test.each(["cancel\n", "c\n", "no!\n", "\n\ncancel\n"])("%j cancels", async (typed) => {
  const terminal = fakeTerminal();
  const outcome = notify(terminal, 5_000);
  await terminal.typeAfter(TEXT, typed);
  expect(await outcome).toBe("cancel");
});

test("a cancel that was typed too early still cancels", async () => {
  const terminal = fakeTerminal();
  terminal.input.write("cancel\n");
  expect(await notify(terminal, 5_000)).toBe("cancel");
});

test("Enter alone does not cancel", async () => {
  const terminal = fakeTerminal();
  const outcome = notify(terminal, 150);
  await terminal.typeAfter(TEXT, "\n");
  expect(await outcome).toBe("proceed");
});

test("an abort cancels at once", async () => {
  const terminal = fakeTerminal();
  const controller = new AbortController();
  const outcome = notify(terminal, 60_000, controller.signal);
  await terminal.typeAfter(TEXT, "");
  controller.abort();
  expect(await outcome).toBe("cancel");
});

test("without a terminal, or when the input ends, it is undeliverable", async () => {
  expect(await notify(fakeTerminal(false), 5_000)).toBe("undeliverable");
  const terminal = fakeTerminal();
  const outcome = notify(terminal, 5_000);
  await terminal.typeAfter(TEXT, "");
  terminal.input.end();
  expect(await outcome).toBe("undeliverable");
});
