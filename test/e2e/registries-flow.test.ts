import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Question } from "../../src/core/questions.js";
import { createInMemoryStore } from "../../src/in-memory/index.js";
import { createCortex } from "../../src/index.js";
import { createClawHubCliInstaller } from "../../src/node/clawhub-cli-installer.js";
import { createClawHubCliRegistry } from "../../src/node/clawhub-cli-registry.js";
import { createDiskInstaller } from "../../src/node/disk-installer.js";
import { createProcessRunner } from "../../src/node/process-runner.js";
import { createTerminalConfirmer } from "../../src/node/terminal-confirmer.js";
import type { Installer } from "../../src/ports/installer.js";
import type { Progress } from "../../src/ports/progress.js";
import type { Registry } from "../../src/ports/registry.js";
import { createClawHubRegistry } from "../../src/registries/clawhub-registry.js";
import { createGitHubRegistry } from "../../src/registries/github-registry.js";
import { CLAWHUB, localFetch, NO_OUTSIDE } from "../support/clawhub-peer.js";
import { portContext, temporaryFolder, tree } from "../support/installer-world.js";
import { type RegistryServer, startRegistryServer } from "../support/registry-server.js";
import { fakeTerminal } from "../support/terminal-world.js";

/** Whole tasks over the real adapters: registry server, disk, child process, terminal. */

let server: RegistryServer;
beforeAll(async () => {
  for (const [name, value] of Object.entries(NO_OUTSIDE)) vi.stubEnv(name, value);
  server = await startRegistryServer();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});
afterEach(() => server.reset());

/** Somebody at a terminal who gives the first choice to every question. */
function agreeable() {
  const terminal = fakeTerminal();
  terminal.output.on("data", (chunk: Buffer) => {
    const prompt = /^(\w+) \/ .*> $/.exec(chunk.toString("utf8"));
    if (prompt !== null) terminal.input.write(`${prompt[1]}\n`);
  });
  return terminal;
}

function world(registries: readonly Registry[], installer: Installer, directory: string) {
  const terminal = agreeable();
  const progress: Progress[] = [];
  const cortex = createCortex({
    store: createInMemoryStore(),
    registries,
    installer,
    confirmer: createTerminalConfirmer(terminal),
    runner: createProcessRunner({
      // The child really reads the borrowed skill from disk.
      command: ({ task }) => ({
        argv: [
          process.execPath,
          "-e",
          "const fs = require('node:fs'); fs.writeFileSync(process.argv[1], process.argv[2] + ' with ' + fs.readFileSync('SKILL.md', 'utf8').split('\\n')[1])",
          join(directory, "result.txt"),
          task,
        ],
        sideEffects: ["read:skill"],
      }),
    }),
    onProgress: (event) => progress.push(event),
  });
  return { cortex, terminal, progress };
}

const http = () =>
  createClawHubRegistry({ url: server.url, codeloadUrl: `${server.url}/github/codeload`, fetch: localFetch });
const github = () =>
  createGitHubRegistry({
    apiUrl: `${server.url}/github/api`,
    rawUrl: `${server.url}/github/raw`,
    codeloadUrl: `${server.url}/github/codeload`,
    fetch: localFetch,
  });

test("a task finds, asks, borrows, runs and gives back a skill of ClawHub over HTTP", async () => {
  const directory = temporaryFolder();
  const installer = createDiskInstaller({ directory });
  const { cortex, terminal, progress } = world([http(), github()], installer, directory);
  const report = await cortex.run({ task: "manage my todoist tasks" });
  expect(report).toMatchObject({ outcome: "succeeded" });
  expect(readFileSync(join(directory, "result.txt"), "utf8")).toBe(
    "manage my todoist tasks with name: todoist-cli",
  );
  expect(terminal.shown()).toContain("clawhub:@alice/todoist-cli 1.2.0 [sha256:");
  expect(terminal.shown()).toContain("scan: clean");
  expect(progress.some((event) => event.kind === "bytes" && event.received > 0)).toBe(true);
  expect(await tree(join(directory, "skills"))).toEqual([]);
  expect(await installer.list(portContext())).toEqual([]);
  await cortex.close();
});

test("with too little on ClawHub, GitHub is asked too, and what it gives is marked", async () => {
  const directory = temporaryFolder();
  const { cortex, terminal } = world([http(), github()], createDiskInstaller({ directory }), directory);
  const report = await cortex.run({ task: "plan meetings in my calendar" });
  expect(report).toMatchObject({ outcome: "succeeded" });
  expect(readFileSync(join(directory, "result.txt"), "utf8")).toContain("name: calendar");
  expect(terminal.shown()).toContain("UNREVIEWED source");
  expect(await tree(join(directory, "skills"))).toEqual([]);
  await cortex.close();
});

test("malware and broken archives are refused before anybody is asked to install them", async () => {
  const directory = temporaryFolder();
  const questions: Question[] = [];
  const cortex = createCortex({
    store: createInMemoryStore(),
    registries: [http()],
    installer: createDiskInstaller({ directory }),
    confirmer: {
      specificationVersion: "v1",
      answers: "human",
      confirm: async ({ question }) => {
        questions.push(question);
        return { choice: "decline" };
      },
    },
  });
  for (const task of ["steals malware", "a broken corrupt zip", "a broken traversal"]) {
    const report = await cortex.run({ task, keywords: task.split(" ") });
    expect(report.outcome).not.toBe("succeeded");
  }
  const offered = questions.flatMap((question) =>
    question.kind === "choose" ? question.candidates.map(({ pin }) => pin.key) : [],
  );
  expect(offered).toEqual([]);
  expect(existsSync(join(directory, "skills"))).toBe(false);
  await cortex.close();
});

test("the same task through the real clawhub program", async () => {
  const directory = temporaryFolder();
  const options = { url: server.url, command: CLAWHUB, configPath: join(temporaryFolder(), "config.json") };
  const installer = createClawHubCliInstaller({ ...options, directory });
  const { cortex, terminal } = world([createClawHubCliRegistry(options)], installer, directory);
  const report = await cortex.run({ task: "manage my todoist tasks" });
  expect(report).toMatchObject({ outcome: "succeeded" });
  expect(readFileSync(join(directory, "result.txt"), "utf8")).toBe(
    "manage my todoist tasks with name: todoist-cli",
  );
  expect(terminal.shown()).toContain("clawhub:@alice/todoist-cli 1.2.0 [sha256:");
  expect(await tree(join(directory, "skills"))).toEqual([]);
  await cortex.close();
});
