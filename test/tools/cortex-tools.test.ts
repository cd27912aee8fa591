import { describe, expect, it } from "vitest";
import { createCortexTools, presentStep } from "../../src/tools/index.js";
import { createWorld, skill } from "../support/flow-world.js";

const TASK = "Show my todo list for today";

function setUp() {
  const world = createWorld({}, [skill("todo-list", "Show and query the todo list")]);
  const tools = new Map(createCortexTools(world.cortex).map((tool) => [tool.name, tool]));
  const call = async (name: string, input: object): Promise<Record<string, unknown>> => ({
    ...(await tools.get(name)?.execute(input)),
  });
  return { ...world, tools, call };
}

describe("the agent's tools", () => {
  it("borrow, wait for the user, run and report", async () => {
    const { call, cortex, options } = setUp();
    const { createCortex } = await import("../../src/index.js");
    const { runner: _runner, ...withoutRunner } = options;
    const host = createCortex(withoutRunner);
    const borrowed = await call("borrow_skill", { task: TASK, keywords: ["todo", "list"] });
    expect(borrowed).toMatchObject({ status: "waiting-for-user" });
    expect(borrowed.question).toContain("todo-list");
    const flowId = String(borrowed.flowId);
    expect(await call("list_borrowings", {})).toMatchObject({ flows: [{ flowId }] });
    let step = await host.answer(flowId, {
      questionId: String(borrowed.questionId),
      choice: "approve",
      by: "human",
    });
    if (step.kind !== "question") throw new Error("the plan is asked for");
    step = await host.answer(flowId, { questionId: step.questionId, choice: "approve", by: "human" });
    // The answer reached the host, and the host hands the instructions to its model.
    expect(presentStep(step)).toMatchObject({
      status: "run-it",
      flowId,
      untrustedInstructions: expect.stringContaining("# todo-list"),
      approvedEffects: ["read:todo-list"],
    });
    const done = await call("report_skill_outcome", { flowId, result: "success" });
    expect(done).toMatchObject({ status: "done", outcome: "succeeded" });
    const { regions } = await cortex.memory.explain();
    // Only the model says so: weight, but no step towards a reflex.
    expect(regions[0]?.candidates[0]).toMatchObject({ successes: 1, streak: 0 });
  });

  it("offer no way to answer a question", () => {
    const { tools } = setUp();
    for (const { inputSchema } of tools.values())
      expect(JSON.stringify(inputSchema)).not.toMatch(/"(choice|answer|approve|approval|by|questionId)"/);
  });

  it("answer wrong input with a code and what is wrong", async () => {
    const { call } = setUp();
    expect(await call("borrow_skill", {})).toMatchObject({ error: { code: "input-invalid" } });
    expect(await call("borrow_skill", { task: "x", by: "human" })).toMatchObject({
      error: { code: "input-invalid" },
    });
    expect(await call("report_skill_outcome", { flowId: "none", result: "success" })).toMatchObject({
      error: { code: "flow-not-found" },
    });
    expect(await call("report_skill_outcome", { flowId: "none", result: "great" })).toMatchObject({
      error: { code: "input-invalid" },
    });
  });

  it("cancel gives everything back", async () => {
    const { call, store } = setUp();
    const { flowId } = await call("borrow_skill", { task: TASK });
    expect(await call("cancel_borrowing", { flowId })).toMatchObject({
      status: "done",
      outcome: "cancelled",
    });
    const context = { signal: new AbortController().signal, deadline: 0, flowId: "test" };
    expect(await store.list({ prefix: "flow/" }, context)).toEqual([]);
  });
});
