// How a project tests its own policy, its own store and its own wiring with the kit.
// In a project of yours the imports read `skill-cortex`, `skill-cortex/in-memory` and `skill-cortex/testing`;
// any test runner will do, because laws and contract cases are plain values.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createFunctionRunner,
  createInMemoryInstaller,
  createInMemoryRegistry,
  createRuleConfirmer,
  textBundle,
} from "../../src/in-memory/index.js";
import { createCortex } from "../../src/index.js";
import {
  createRecordingPorts,
  createSimulatedClock,
  policyLaws,
  snapshots,
  storeContract,
} from "../../src/testing/index.js";
import { createFakeClient, createKeyValueStore } from "./key-value-store.js";
import { reliabilityPolicy } from "./reliability-policy.js";

describe("our policy", () => {
  for (const law of policyLaws(reliabilityPolicy)) test(law.name, () => law.run({ runs: 1000 }));
});

describe("our store", () => {
  for (const { name, run } of storeContract(() => createKeyValueStore(createFakeClient()))) test(name, run);

  test("gives back every cortex that can be written", async () => {
    const context = {
      signal: new AbortController().signal,
      deadline: Number.MAX_SAFE_INTEGER,
      flowId: "test",
    };
    await fc.assert(
      fc.asyncProperty(snapshots, async (text) => {
        const store = createKeyValueStore(createFakeClient());
        await store.compareAndSwap({ key: "cortex", expected: undefined, text }, context);
        expect((await store.read({ key: "cortex" }, context))?.text).toBe(text);
      }),
      { numRuns: 100 },
    );
  });
});

describe("our wiring", () => {
  const text = "---\nname: todo\ndescription: Show the todo list.\n---\n\n# Todo\n\n- Show the list.\n";
  const skill = {
    key: "clawhub:@alice/todo",
    name: "todo",
    description: "Show the todo list",
    versions: [{ version: "1.0.0", bundle: textBundle({ "SKILL.md": text }) }],
  };
  const wiring = () => {
    const clock = createSimulatedClock();
    return {
      store: createKeyValueStore(createFakeClient()),
      installer: createInMemoryInstaller({ now: clock.now }),
      registries: [createInMemoryRegistry({ id: "clawhub", skills: () => [skill] })],
      confirmer: createRuleConfirmer(({ choices }) => ({ choice: choices[0] ?? "" })),
      runner: createFunctionRunner(() => ({ result: "success" })),
      policies: [reliabilityPolicy] as const,
      clock,
    };
  };

  test("a task is done, and the skill is given back", async () => {
    const { ports, calls } = createRecordingPorts(wiring());
    const report = await createCortex(ports).run({ task: "Show the todo list" });
    expect(report).toMatchObject({ outcome: "succeeded", refused: [] });
    expect(calls.filter(({ method }) => method === "install")).toHaveLength(1);
    expect(calls.filter(({ method }) => method === "release")).toHaveLength(1);
  });

  test("a store that fails loses the learning, never the task", async () => {
    const recording = createRecordingPorts(wiring());
    recording.faultFor("store", "compareAndSwap", { kind: "reject" });
    const report = await createCortex(recording.ports).run({ task: "Show the todo list" });
    expect(report).toMatchObject({ outcome: "succeeded", learning: { saved: false } });
  });
});
