import { describe, expect, it } from "vitest";
import { createRuleConfirmer } from "../../src/in-memory/index.js";
import { createCortex, renderReport } from "../../src/index.js";
import { createWorld, skill } from "../support/flow-world.js";

const TASK = "Show my todo list for today";
const world = () => createWorld({}, [skill("todo-list", "Show and query the todo list")]);

describe("a no that nobody said is explained", () => {
  it("when there is nobody to ask", async () => {
    const { options } = world();
    const { confirmer: _nobody, ...rest } = options;
    const report = await createCortex(rest).run({ task: TASK });
    expect(report.outcome).toBe("declined");
    expect(renderReport(report)).toContain("Nobody can be asked: no confirmer is configured.");
  });

  it("when asking fails", async () => {
    const { options } = world();
    const confirmer = createRuleConfirmer(() => {
      throw new Error("the window was closed");
    }, "human");
    const report = await createCortex({ ...options, confirmer }).run({ task: TASK });
    expect(report.outcome).toBe("declined");
    expect(report.attempts.map(({ stage, reason }) => [stage, reason])).toEqual([["confirm", "port-failed"]]);
  });

  it("but a person's own no needs no explanation", async () => {
    const { options } = world();
    const confirmer = createRuleConfirmer(() => ({ choice: "decline" }), "human");
    const report = await createCortex({ ...options, confirmer }).run({ task: TASK });
    expect([report.outcome, report.attempts]).toEqual(["declined", []]);
  });
});

it("a registry whose results are all nonsense is a failed search, and one bad result costs only itself", async () => {
  const { options } = world();
  const [registry] = options.registries;
  if (registry === undefined) throw new Error("The world has a registry.");
  const answering = (change: (rows: readonly unknown[]) => readonly unknown[]) =>
    createCortex({
      ...options,
      registries: [
        {
          ...registry,
          search: async (request, context) => change(await registry.search(request, context)) as never,
        },
      ],
    });
  const nonsense = await answering(() => [{ title: "todo" }, 7]).run({ task: TASK });
  expect(nonsense.outcome).toBe("none-found");
  expect(nonsense.attempts.map(({ stage, reason }) => [stage, reason])).toEqual([
    ["search", "port-answer-invalid"],
  ]);
  expect((await answering((rows) => [7, ...rows]).run({ task: TASK })).outcome).toBe("succeeded");
  expect((await answering(() => []).run({ task: TASK })).attempts).toEqual([]);
});
