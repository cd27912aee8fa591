import { describe, expect, it } from "vitest";
import { createCortex } from "../../src/index.js";
import type { CortexOptions } from "../../src/runtime/cortex-options.js";
import { createWorld, DAY, skill } from "../support/flow-world.js";

const TASK = "Show my todo list for today";
const context = { signal: new AbortController().signal, deadline: 0, flowId: "test" };
const never = () => new Promise(() => {});

/** Ports of a process that dies at its n-th port call: before that call did anything, or after it did. */
function mortal(
  options: CortexOptions,
  death: { readonly call: number; readonly moment: "before" | "after" },
) {
  let calls = 0;
  const wrap = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, property) {
        const member: unknown = Reflect.get(target, property);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => {
          calls += 1;
          if (calls > death.call || (calls === death.call && death.moment === "before")) return never();
          const result: unknown = Reflect.apply(member, target, args);
          if (calls < death.call) return result;
          return Promise.resolve(result).then(never, never);
        };
      },
    });
  return {
    calls: () => calls,
    options: {
      ...options,
      store: wrap(options.store),
      installer: wrap(options.installer),
      registries: options.registries.map(wrap),
      ...(options.confirmer && { confirmer: wrap(options.confirmer) }),
      ...(options.runner && { runner: wrap(options.runner) }),
    },
  };
}

async function countCalls(): Promise<number> {
  const { world } = worldOf();
  const counted = mortal(world.options, { call: Number.POSITIVE_INFINITY, moment: "before" });
  expect((await createCortex(counted.options).run({ task: TASK })).outcome).toBe("succeeded");
  return counted.calls();
}

function worldOf() {
  let executions = 0;
  const world = createWorld({}, [skill("todo-list", "Show and query the todo list")]);
  world.world.outcome = () => {
    executions += 1;
    return { result: "success" };
  };
  return { world, executions: () => executions };
}

async function expectClean(world: ReturnType<typeof createWorld>, where: string) {
  expect(await world.store.list({ prefix: "flow/" }, context), where).toEqual([]);
  expect(
    (await world.installer.list(context)).filter(({ ours }) => ours),
    where,
  ).toEqual([]);
  const { regions, stats } = await world.cortex.memory.explain();
  const learned = regions.flatMap(({ candidates }) => candidates.map(({ successes }) => successes));
  expect(learned.every((successes) => successes === 1) && learned.length <= 1, where).toBe(true);
  expect(stats.installs, where).toBeLessThanOrEqual(1);
}

describe.each(["before", "after"] as const)("a process that dies %s a port call", (moment) => {
  it("leaves nothing installed, nothing run twice and nothing learned twice, once swept", async () => {
    const total = await countCalls();
    expect(total).toBeGreaterThan(12);
    for (let call = 1; call <= total; call += 1) {
      const { world, executions } = worldOf();
      void createCortex(mortal(world.options, { call, moment }).options).run({ task: TASK });
      await new Promise((resolve) => setTimeout(resolve, 15));
      world.clock.advance(2 * DAY);
      await world.cortex.sweep();
      expect(executions(), `call ${call}`).toBeLessThanOrEqual(1);
      await expectClean(world, `call ${call}`);
    }
  });

  it("can be gone on with by another process, which asks before it repeats anything", async () => {
    const total = await countCalls();
    for (let call = 1; call <= total; call += 1) {
      const { world, executions } = worldOf();
      void createCortex(mortal(world.options, { call, moment }).options).run({ task: TASK });
      await new Promise((resolve) => setTimeout(resolve, 15));
      for (const { flowId } of await world.cortex.flows()) {
        let step = await world.cortex.resume(flowId);
        while (step.kind === "question") {
          const choice = step.question.choices.at(-1) ?? "";
          step = await world.cortex.answer(flowId, { questionId: step.questionId, choice, by: "human" });
        }
        expect(step.kind, `call ${call}`).toBe("done");
      }
      expect(executions(), `call ${call}`).toBeLessThanOrEqual(1);
      await world.cortex.sweep();
      await expectClean(world, `call ${call}`);
    }
  });
});
