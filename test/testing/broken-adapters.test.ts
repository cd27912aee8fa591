import { describe, expect, test } from "vitest";
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
import type { Installer } from "../../src/ports/installer.js";
import type { Progress } from "../../src/ports/progress.js";
import type { Registry } from "../../src/ports/registry.js";
import type { Store } from "../../src/ports/store.js";
import {
  approverContract,
  assertPairedProgress,
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
import { exampleEmbedder, exampleMatcher, examplePlanner } from "../support/testing-ports.js";

const specificationVersion = "v1";
const bundle = textBundle({ "SKILL.md": "# Todo\n" });
const skills = [
  {
    key: "clawhub:@a/todo",
    name: "todo",
    description: "todo list",
    versions: [{ version: "1.0.0", bundle }],
  },
];
const known = { key: "clawhub:@a/todo", query: "todo list", missing: "clawhub:@a/nothing" };
const registry = (change: (own: Registry & Required<Pick<Registry, "fetch">>) => Partial<Registry>) =>
  registryContract(() => {
    const own = createInMemoryRegistry({ id: "clawhub", skills: () => skills });
    return { ...own, ...change(own) };
  }, known);
const installer = (change: (own: Installer) => Partial<Installer>) =>
  installerContract(() => {
    const own = createInMemoryInstaller({ now: Date.now });
    return { ...own, ...change(own) };
  });
const store = (change: (own: Store) => Partial<Store>) =>
  storeContract(() => {
    const own = createInMemoryStore();
    return { ...own, ...change(own) };
  });
const files = () => createInMemoryWorkspaceFiles({ now: Date.now });

/** An adapter that breaks one promise, and the case that must notice. */
const broken: readonly (readonly [string, readonly ContractCase[], RegExp])[] = [
  [
    "a store that overwrites unseen",
    store((own) => ({
      async compareAndSwap(request, context) {
        const now = await own.read({ key: request.key }, context);
        return own.compareAndSwap({ ...request, expected: now?.revision }, context);
      },
    })),
    /conflict/,
  ],
  [
    "an installer that asks nobody",
    installer((own) => ({
      install: async (request, context) =>
        own.install(request, context).catch(() => ({ pin: request.pin, location: "memory:/x" })),
    })),
    /refuses an approval/,
  ],
  [
    "an installer that removes with the first lease",
    installer((own) => ({
      async release(request, context) {
        const held = (await own.list(context)).flatMap(({ leases }) => leases);
        const ends = await Promise.all(held.map((lease) => own.release({ ...request, lease }, context)));
        return ends.at(-1) ?? { removed: false };
      },
    })),
    /last lease|without a lease/,
  ],
  [
    "an installer that takes back what was kept",
    installer((own) => ({
      release: (request, context) => own.release({ ...request, keep: false }, context),
    })),
    /kept/,
  ],
  [
    "a registry that speaks for another",
    registry((own) => ({
      search: async (request, context) =>
        (await own.search(request, context)).map((listing) => ({ ...listing, key: "github:a/b" })),
    })),
    /own source/,
  ],
  [
    "a registry with paths that lead out",
    registry(() => ({ fetch: async () => ({ files: [{ path: "../SKILL.md", bytes: new Uint8Array() }] }) })),
    /SKILL\.md at the root/,
  ],
  [
    "a registry whose bytes change",
    registry(() => {
      let count = 0;
      return { fetch: async () => textBundle({ "SKILL.md": `# ${++count}` }) };
    }),
    /same bytes/,
  ],
  [
    "a provisioner that asks nobody",
    provisionerContract(() => ({ specificationVersion, provision: async () => ({ installed: [] }) })),
    /refuses an approval/,
  ],
  [
    "a provisioner that runs first",
    provisionerContract(
      () => {
        const own = createRecordingProvisioner();
        let commands = 0;
        return {
          ...own,
          provision: (request, context) => {
            commands += 1;
            return own.provision(request, context);
          },
          get commands() {
            return Array.from({ length: commands }, () => []);
          },
        };
      },
      { ran: (own) => ("commands" in own ? (own.commands as readonly unknown[]).length : 0) },
    ),
    /runs nothing/,
  ],
  [
    "a workspace that leads out",
    workspaceFilesContract(() => ({ ...files(), read: async () => undefined })),
    /leads out|read back/,
  ],
  [
    "a workspace that trusts anybody",
    workspaceFilesContract(() => ({ ...files(), write: async () => undefined })),
    /approval/,
  ],
  [
    "a catalog that makes skills up",
    catalogContract(() => ({
      ...createInMemoryCatalog([]),
      match: async () => [{ name: "x", description: "", location: "/x" }],
    })),
    /only skills that it lists/,
  ],
  [
    "a confirmer that never answers",
    confirmerContract(() => createRuleConfirmer(() => new Promise(() => {}))).filter(({ name }) =>
      /cancelled/.test(name),
    ),
    /comes to an end/,
  ],
  [
    "a confirmer that approves what was not offered",
    confirmerContract(() => createRuleConfirmer(() => ({ choice: "approve", keys: ["clawhub:@x/y"] }))),
    /choose/,
  ],
  [
    "a notifier with an outcome of its own",
    notifierContract(() => createRuleNotifier(() => "yes" as "proceed")),
    /outcomes/,
  ],
  [
    "a runner with a result of its own",
    runnerContract(() => createFunctionRunner(() => ({ result: "fine" as "success" }))),
    /learning knows/,
  ],
  [
    "a planner without an end",
    plannerContract(() => ({
      ...examplePlanner(),
      outline: async () => ({ steps: Array.from({ length: 13 }, () => "x"), missing: [], env: [] }),
    })),
    /twelve/,
  ],
  [
    "a planner that tells secrets",
    plannerContract(() => ({
      ...examplePlanner(),
      outline: async () => ({ steps: [], missing: [], env: ["TOKEN=abc"] }),
    })),
    /twelve/,
  ],
  [
    "a planner that wants what was only to be looked up",
    plannerContract(() => ({
      ...examplePlanner(),
      outline: async ({ programs = [] }) => ({
        steps: [],
        missing: programs.map((name) => ({ kind: "bin", name, argv: [] })),
        env: [],
      }),
    })),
    /looks up/,
  ],
  [
    "a judge in somebody's name",
    judgeContract(() => ({
      specificationVersion,
      id: "x",
      judge: async () => ({ status: "clean", by: "clawhub" }) as { status: "clean" },
    })),
    /somebody else/,
  ],
  [
    "a matcher that is too sure",
    matcherContract(() => ({ ...exampleMatcher(), regions: async () => ({ "task-management": 1.5 }) })),
    /probabilities/,
  ],
  [
    "a matcher that loses listings",
    matcherContract(() => ({ ...exampleMatcher(), listings: async () => [] })),
    /every listing/,
  ],
  [
    "an embedder with long vectors",
    embedderContract(() => {
      const own = exampleEmbedder();
      return {
        ...own,
        embed: async (request) =>
          (await own.embed(request)).map((vector) => vector.map((value) => value * 2)),
      };
    }),
    /unit-length/,
  ],
  [
    "a clock that stands still",
    clockContract(() => ({ ...createSimulatedClock(), sleep: async () => {} })),
    /sleep/,
  ],
  [
    "ids that repeat",
    randomnessContract(() => ({ ...createSeededRandomness(), id: () => "same" })),
    /new every time/,
  ],
  [
    "a probe that finds everything",
    probeContract(() => ({
      specificationVersion,
      id: "x",
      probe: async ({ bins, env }) => ({ platform: "linux", bins, env }),
    })),
    /not there/,
  ],
  [
    "a logger that throws",
    loggerContract(() => ({
      specificationVersion,
      log: (_, message) => {
        if (message === "") throw new Error("empty");
      },
    })),
    /without throwing/,
  ],
  [
    "a listener that throws",
    progressListenerContract(() => () => {
      throw new Error("no");
    }),
    /without throwing/,
  ],
  [
    "an approver that says yes in its own words",
    approverContract(() => ({
      specificationVersion,
      answers: "host",
      approve: async () => ({ decision: "yes" as "approve" }),
    })),
    /decides/,
  ],
  [
    "a reviewer that answers with an object",
    reviewerContract(() => ({ specificationVersion, review: async () => ({}) as string })),
    /text/,
  ],
];

describe("a contract suite notices", () => {
  test.each(broken)("%s", async (_, cases, expected) => {
    const failed: string[] = [];
    for (const { name, run } of cases) {
      await run().catch(() => failed.push(name));
    }
    expect(
      failed.some((name) => expected.test(name)),
      failed.join("\n"),
    ).toBe(true);
  });
});

describe("progress is paired", () => {
  const flowId = "f";
  const effect = { flowId, effectId: "f:1", effect: "search", at: 1 } as const;
  const start: Progress = { kind: "flow-started", flowId, at: 0 };
  const end: Progress = { kind: "flow-ended", flowId, at: 2, outcome: "succeeded" };
  const began: Progress = { kind: "effect-started", ...effect };
  const ended: Progress = { kind: "effect-ended", ...effect };

  test("when every start has its end", () => {
    expect(() => assertPairedProgress([start, began, ended, end])).not.toThrow();
  });

  test.each<readonly [string, readonly Progress[]]>([
    ["an effect does not end", [start, began, end]],
    ["an effect ends that never began", [start, ended, end]],
    ["an effect begins twice", [start, began, began, ended, end]],
    ["something happens after the end", [start, end, began, ended]],
    ["something happens before the start", [began, ended, start, end]],
  ])("not when %s", (_, events) => {
    expect(() => assertPairedProgress(events)).toThrow();
  });
});
