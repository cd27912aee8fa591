import { expect, it } from "vitest";
import { createCortex } from "../../src/index.js";
import { createRecordingPorts } from "../../src/testing/index.js";
import { createWorld, skill } from "../support/flow-world.js";

const TASK = "Show my todo list for today";
const world = () => createWorld({}, [skill("todo-list", "Show and query the todo list")]);
const context = { signal: new AbortController().signal, deadline: 0, flowId: "test" };

it("what another process learned is seen at once, and nothing of either is lost", async () => {
  const { options } = world();
  const [one, two] = [createCortex(options), createCortex(createRecordingPorts(options).ports)];
  for (let turn = 0; turn < 4; turn += 1) await (turn % 2 === 0 ? one : two).run({ task: TASK });
  const records = [one, two].map(async ({ memory }) => JSON.parse(await memory.export()));
  const [mine, theirs] = await Promise.all(records);
  expect(mine).toEqual(theirs);
  expect(mine.stats.installs).toBe(4);
});

it("a document that somebody replaced by hand is read anew", async () => {
  const { options, store } = world();
  const cortex = createCortex(options);
  await cortex.run({ task: TASK });
  const written = await store.read({ key: "cortex" }, context);
  const text = (written?.text ?? "").replace(/"installs":\s*1/, '"installs":41');
  await store.compareAndSwap({ key: "cortex", expected: written?.revision, text }, context);
  await cortex.run({ task: TASK });
  expect(JSON.parse(await cortex.memory.export()).stats.installs).toBe(42);
});

it("facts that come late are reduced on what others wrote meanwhile", async () => {
  const { options, store } = world();
  let rivals = 3;
  const contested: typeof store = {
    ...store,
    /** Between our look and our write, somebody else learns something. */
    async compareAndSwap(request, context) {
      if (request.key === "cortex" && rivals > 0) {
        rivals -= 1;
        await createCortex(options).run({ task: TASK });
      }
      return store.compareAndSwap(request, context);
    },
  };
  const cortex = createCortex({ ...options, store: contested });
  await cortex.run({ task: TASK });
  expect(rivals).toBe(0);
  expect(JSON.parse(await cortex.memory.export()).stats.installs).toBe(4);
});
