import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, test } from "vitest";
import { createStaticEmbedder } from "../../src/discovery/index.js";
import { createInMemoryWorkspaceFiles } from "../../src/in-memory/in-memory-workspace-files.js";
import {
  createFunctionRunner,
  createInMemoryCatalog,
  createInMemoryInstaller,
  createInMemoryRegistry,
  createInMemoryStore,
  createRecordingProvisioner,
  createRuleConfirmer,
  createRuleNotifier,
  textBundle,
} from "../../src/in-memory/index.js";
import { createDiskInstaller } from "../../src/node/disk-installer.js";
import { createFileStore } from "../../src/node/file-store.js";
import { createLocalRegistry } from "../../src/node/local-registry.js";
import { createProcessProvisioner } from "../../src/node/process-provisioner.js";
import { createSkillPlanner } from "../../src/node/skill-planner.js";
import { createHostProbe } from "../../src/node/skill-probe.js";
import { createNodeWorkspaceFiles } from "../../src/node/workshop-files.js";
import { systemClock, systemRandomness } from "../../src/runtime/system.js";
import {
  approverContract,
  type ContractCase,
  catalogContract,
  clockContract,
  confirmerContract,
  createSeededRandomness,
  createSimulatedClock,
  embedderContract,
  installerContract,
  judgeContract,
  loggerContract,
  matcherContract,
  notifierContract,
  plannerContract,
  probeContract,
  progressListenerContract,
  provisionerContract,
  randomnessContract,
  registryContract,
  reviewerContract,
  runnerContract,
  storeContract,
  workspaceFilesContract,
} from "../../src/testing/index.js";
import {
  exampleApprover,
  exampleEmbedder,
  exampleJudge,
  exampleLogger,
  exampleMatcher,
  examplePlanner,
  exampleReviewer,
} from "../support/testing-ports.js";

const root = await mkdtemp(join(tmpdir(), "skill-cortex-contracts-"));
afterAll(() => rm(root, { recursive: true, force: true }));
let folders = 0;
async function folder(): Promise<string> {
  folders += 1;
  const path = join(root, String(folders));
  await mkdir(path, { recursive: true });
  return path;
}

async function localRegistry() {
  const directory = await folder();
  await mkdir(join(directory, "todo", "1.0.0"), { recursive: true });
  const text = "---\nname: todo\ndescription: Query and manage a todo list.\n---\n\n# Todo\n";
  await writeFile(join(directory, "todo", "1.0.0", "SKILL.md"), text);
  return createLocalRegistry({ directory });
}

const inMemorySkills = [
  {
    key: "clawhub:@a/todo",
    name: "todo",
    description: "Query and manage a todo list.",
    versions: [{ version: "1.0.0", bundle: textBundle({ "SKILL.md": "# Todo\n" }) }],
    stars: 3,
  },
];

const suites: Readonly<Record<string, readonly ContractCase[]>> = {
  "store, in memory": storeContract(createInMemoryStore),
  "store, files": storeContract(async () => createFileStore({ directory: await folder() })),
  "installer, in memory": installerContract(() => createInMemoryInstaller({ now: Date.now })),
  "installer, disk": installerContract(async () => createDiskInstaller({ directory: await folder() })),
  "registry, in memory": registryContract(
    () => createInMemoryRegistry({ id: "clawhub", skills: () => inMemorySkills }),
    { key: "clawhub:@a/todo", query: "todo list", missing: "clawhub:@a/nothing" },
  ),
  "registry, folder": registryContract(localRegistry, {
    key: "local:todo",
    query: "todo list",
    missing: "local:nothing",
  }),
  "workspace files, in memory": workspaceFilesContract(() => createInMemoryWorkspaceFiles({ now: Date.now })),
  "workspace files, disk": workspaceFilesContract(async () =>
    createNodeWorkspaceFiles({ directory: await folder() }),
  ),
  "provisioner, recording": provisionerContract(createRecordingProvisioner, {
    ran: (provisioner) =>
      "commands" in provisioner ? (provisioner.commands as readonly unknown[]).length : 0,
  }),
  "provisioner, processes": provisionerContract(() => createProcessProvisioner()),
  "catalog, in memory": catalogContract(
    () =>
      createInMemoryCatalog([{ name: "todo", description: "Query a todo list.", location: "/skills/todo" }]),
    { task: "query the todo list" },
  ),
  "confirmer, by rule": confirmerContract(() =>
    createRuleConfirmer(({ choices }) => ({ choice: choices[0] ?? "" })),
  ),
  "notifier, by rule": notifierContract(() => createRuleNotifier(() => "proceed")),
  "runner, by function": runnerContract(() => createFunctionRunner(() => ({ result: "success" }))),
  "clock, simulated": clockContract(() => createSimulatedClock()),
  "clock, system": clockContract(() => systemClock),
  "randomness, seeded": randomnessContract(() => createSeededRandomness()),
  "randomness, system": randomnessContract(() => systemRandomness),
  "probe, host": probeContract(() => createHostProbe(), { bin: "node", env: "PATH" }),
  "embedder, built in": embedderContract(() => createStaticEmbedder()),
  "embedder, smallest": embedderContract(exampleEmbedder),
  "matcher, smallest": matcherContract(exampleMatcher),
  "planner, smallest": plannerContract(examplePlanner),
  "planner of skills": plannerContract(() => createSkillPlanner()),
  "judge, smallest": judgeContract(exampleJudge),
  "logger, smallest": loggerContract(exampleLogger),
  "approver, smallest": approverContract(exampleApprover),
  "reviewer, smallest": reviewerContract(exampleReviewer),
  "progress listener, smallest": progressListenerContract(() => () => {}),
};

for (const [name, cases] of Object.entries(suites)) {
  describe(name, () => {
    for (const { name: promise, run } of cases) test(promise, run);
  });
}
