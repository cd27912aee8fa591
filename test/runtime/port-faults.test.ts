import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInMemoryCatalog, createRecordingProvisioner } from "../../src/in-memory/index.js";
import { createCortex } from "../../src/index.js";
import type { CortexOptions } from "../../src/runtime/cortex-options.js";
import { createFaultLine, FAULTS, type Fault } from "../support/faulty-ports.js";
import { createWorld, DAY, skill } from "../support/flow-world.js";

const TASK = "Show my todo list for today";
const SKILLS = [
  skill("todo-list", "Show and query the todo list"),
  skill("todo-viewer", "Query and show todo items in a list"),
];
const QUICK = 400;
const AT_ONCE = 24;
const TIMEOUTS = Object.fromEntries(
  [
    "recall",
    "search",
    "inspect",
    "confirm",
    "notify",
    "install",
    "prepare",
    "provision",
    "execute",
    "release",
    "commit",
  ].map((kind) => [kind, QUICK]),
); // prettier-ignore
const OUTCOMES = [
  "succeeded",
  "failed",
  "declined",
  "cancelled",
  "none-found",
  "refused",
  "interrupted",
  "owned",
];

type Scenario = (world: ReturnType<typeof createWorld>) => Promise<Partial<CortexOptions>>;

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "a success": async () => ({}),
  "a failure and a switch": async (world) => {
    let runs = 0;
    world.world.outcome = () => ({ result: runs++ === 0 ? "task_mismatch" : "success" });
    return {};
  },
  "a missing dependency": async (world) => {
    let runs = 0;
    world.world.outcome = () =>
      runs++ === 0 ? { result: "dependency_missing", missing: ["jq"] } : { result: "success" };
    return { provisioner: createRecordingProvisioner() };
  },
  "an API error and a retry": async (world) => {
    let runs = 0;
    world.world.outcome = () => ({ result: runs++ === 0 ? "api_error" : "success" });
    return {};
  },
  "a reflex": async (world) => {
    world.world.answer = (question) => ({
      choice: question.kind === "retain" ? "release" : question.choices[0],
    });
    for (let week = 0; week < 13; week += 1) {
      await world.cortex.run({ task: TASK });
      world.clock.advance(7 * DAY);
    }
    return {};
  },
};

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeAll(async () => {
  process.on("unhandledRejection", note);
  // The scanner is loaded with the first skill, which takes longer than the short limits of these tests.
  await createWorld({}, SKILLS).cortex.run({ task: TASK });
});
afterAll(() => {
  process.off("unhandledRejection", note);
});

const context = { signal: new AbortController().signal, deadline: 0, flowId: "test" };
const borrowed = async ({ installer }: ReturnType<typeof createWorld>) =>
  (await installer.list(context)).filter(({ ours }) => ours);
const openFlows = ({ store }: ReturnType<typeof createWorld>) => store.list({ prefix: "flow/" }, context);

/** Plays a scenario with every port wrapped, and the fault at one call. */
async function play(scenario: Scenario, aim?: { method: string; nth: number; fault: Fault }) {
  const world = createWorld({ catalog: createInMemoryCatalog([]) }, SKILLS);
  const extra = await scenario(world);
  const line = createFaultLine();
  if (aim !== undefined) line.aim(aim.method, aim.nth, aim.fault);
  const plain = { ...world.options, ...extra };
  const wrapped: Record<string, unknown> = { ...plain, timeouts: TIMEOUTS };
  for (const name of [
    "store",
    "installer",
    "confirmer",
    "notifier",
    "runner",
    "provisioner",
    "catalog",
  ] as const)
    if (plain[name] !== undefined) wrapped[name] = line.wrap(name, plain[name]);
  wrapped.registries = plain.registries.map((registry) => line.wrap("registry", registry));
  const report = await createCortex(wrapped as unknown as CortexOptions).run({ task: TASK });
  return { world, line, report };
}

describe.each(Object.entries(SCENARIOS))("every port may fail at every call: %s", (_name, scenario) => {
  it("ends reported, with nothing left installed and no exception", async () => {
    const healthy = await play(scenario);
    expect(healthy.report.outcome).toBe("succeeded");
    const calls = [...healthy.line.calls].flatMap(([method, count]) =>
      Array.from({ length: count }, (_, index) => ({ method, nth: index + 1 })),
    );
    expect(calls.length).toBeGreaterThan(12);
    const cases = calls.flatMap((call) => FAULTS.map((fault) => ({ ...call, fault })));
    const rest = [...cases];
    const worker = async () => {
      for (let aim = rest.pop(); aim !== undefined; aim = rest.pop()) {
        const where = `${aim.method} #${aim.nth} ${aim.fault.name}`;
        const { world, line, report } = await play(scenario, aim);
        expect(line.struck(), where).toBe(1);
        expect(OUTCOMES, where).toContain(report.outcome);
        // A release that fails is made up for by the next sweep; everything else is cleaned up at once.
        if (aim.method.startsWith("installer.")) await createCortex(world.options).sweep();
        expect(await borrowed(world), where).toEqual([]);
        if (!aim.method.startsWith("store.")) expect(await openFlows(world), where).toEqual([]);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(unhandled).toEqual([]);
  }, 60_000);
});
