import { describe, expect, test } from "vitest";
import { createInMemoryStore } from "../../src/in-memory/index.js";
import { createCortex } from "../../src/index.js";
import type { Progress } from "../../src/ports/progress.js";
import { assertPairedProgress, createRecordingPorts, type Fault } from "../../src/testing/index.js";
import { createWorld, skill } from "../support/flow-world.js";

const context = { signal: new AbortController().signal, deadline: 0, flowId: "test" };

describe("recording ports", () => {
  test("note every call with its number, port, method and request, and pass it on", async () => {
    const { ports, calls } = createRecordingPorts({ store: createInMemoryStore(), other: 7 });
    expect(ports.other).toBe(7);
    const written = await ports.store.compareAndSwap(
      { key: "cortex", expected: undefined, text: "one" },
      context,
    );
    expect(written.outcome).toBe("committed");
    expect((await ports.store.read({ key: "cortex" }, context))?.text).toBe("one");
    expect(calls.map(({ number, port, method }) => `${number} ${port}.${method}`)).toEqual([
      "1 store.compareAndSwap",
      "2 store.read",
    ]);
    expect(calls[1]?.request).toEqual({ key: "cortex" });
  });

  test("reject, throw, answer garbage, lose the answer or hang at the call that was named", async () => {
    const recording = createRecordingPorts({ store: createInMemoryStore() });
    const { store } = recording.ports;
    const write = (text: string) =>
      store.compareAndSwap({ key: "cortex", expected: undefined, text }, context);
    recording.faultAt(1, { kind: "reject" });
    recording.faultAt(2, { kind: "throw", error: new Error("now") });
    recording.faultAt(3, { kind: "answer", value: 42 });
    recording.faultAt(4, { kind: "lose" });
    recording.faultAt(6, { kind: "hang" });
    await expect(write("a")).rejects.toMatchObject({ code: "port-failed" });
    expect(() => write("b")).toThrow("now");
    expect(await write("c")).toBe(42);
    await expect(write("d")).rejects.toMatchObject({ code: "port-failed" });
    expect((await store.read({ key: "cortex" }, context))?.text).toBe("d");
    const hanging = store.read({ key: "cortex" }, context).then(() => "answered");
    expect(await Promise.race([hanging, new Promise((resolve) => setTimeout(resolve, 20, "hangs"))])).toBe(
      "hangs",
    );
  });

  test("fail one method for good", async () => {
    const recording = createRecordingPorts({ store: createInMemoryStore() });
    recording.faultFor("store", "list", { kind: "reject" });
    for (let count = 0; count < 3; count += 1)
      await expect(recording.ports.store.list({ prefix: "" }, context)).rejects.toBeDefined();
    expect(await recording.ports.store.read({ key: "cortex" }, context)).toBeUndefined();
  });
});

describe("a whole flow over recording ports", () => {
  const task = "Show my todo list for today";
  const world = () => createWorld({}, [skill("todo-list", "Show and query the todo list")]);
  const faults: readonly Fault[] = [
    { kind: "reject" },
    { kind: "throw", error: "not even an error" },
    { kind: "answer", value: { nonsense: [] } },
    { kind: "answer", value: undefined },
    { kind: "lose" },
  ];

  test("its progress is paired, and it calls each port as often as it should", async () => {
    const { options } = world();
    const heard: Progress[] = [];
    const { ports, calls } = createRecordingPorts(options);
    const report = await createCortex({ ...ports, onProgress: (event) => heard.push(event) }).run({ task });
    expect(report.outcome).toBe("succeeded");
    assertPairedProgress(heard);
    const count = (name: string) => calls.filter(({ port, method }) => `${port}.${method}` === name).length;
    expect(count("installer.install")).toBe(1);
    expect(count("installer.release")).toBe(1);
    expect(count("runner.execute")).toBe(1);
  });

  test("any one call may go wrong in any way: a report comes, and nothing stays installed", async () => {
    const healthy = createRecordingPorts(world().options);
    await createCortex(healthy.ports).run({ task });
    for (let number = 1; number <= healthy.calls.length; number += 1) {
      for (const fault of faults) {
        const own = world();
        const recording = createRecordingPorts(own.options);
        recording.faultAt(number, fault);
        const heard: Progress[] = [];
        const cortex = createCortex({ ...recording.ports, onProgress: (event) => heard.push(event) });
        const report = await cortex.run({ task });
        const where = `${JSON.stringify(recording.calls[number - 1]?.method)} ${fault.kind}: ${report.outcome}`;
        assertPairedProgress(heard);
        await createCortex(own.options).sweep();
        const left = (await own.installer.list(context)).filter(({ ours }) => ours);
        expect(left, where).toEqual([]);
      }
    }
  });
});
