import { describe, expect, it } from "vitest";
import type { Progress } from "../../src/ports/progress.js";
import { sampleQuestions } from "../../src/testing/index.js";
import { skill } from "../support/flow-world.js";
import { createTracedWorld, TASK, todo } from "../support/rules-world.js";

const SKILLS = [
  todo(),
  skill("todo-viewer", "Query and show todo items in a list"),
  skill("todo-reader", "Show the todo list and query it"),
  skill("todo-printer", "Show, query and print the todo list"),
];
type Decision = Extract<Progress, { kind: "decided" }>;

function audited(overrides: Parameters<typeof createTracedWorld>[0] = {}) {
  const decisions: Decision[] = [];
  const onProgress = (event: Progress) => {
    if (event.kind === "decided") decisions.push(event);
  };
  return { decisions, ...createTracedWorld({ ...overrides, onProgress }, SKILLS) };
}

describe("rule 20: a bounded number of questions, no always, a no that holds, and an audit of every decision", () => {
  it("when everything fails: one install and one plan question a candidate, two switches", async () => {
    const world = audited();
    world.world.outcome = () => ({ result: "runtime_error" });
    const report = await world.cortex.run({ task: TASK });
    expect(report).toMatchObject({ outcome: "failed", switches: 2 });
    const asked = world.questions.map((question) =>
      question.kind === "plan"
        ? `plan ${question.pin.key}`
        : question.kind === "switch"
          ? `install ${question.next.pin.key}`
          : "choose",
    );
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.filter((entry) => entry.startsWith("plan"))).toHaveLength(3);
    expect(asked.filter((entry) => !entry.startsWith("plan"))).toHaveLength(3);
    expect(world.trace.filter((entry) => entry === "install")).toHaveLength(3);
  });

  it("no host can raise the number of switches", async () => {
    const { createCortex } = await import("../../src/index.js");
    expect(() => createCortex({ ...audited().options, limits: { switches: 3 } })).toThrow("limits.switches");
  });

  it("no question offers to stop asking", () => {
    for (const { choices } of sampleQuestions())
      expect(choices.filter((choice) => /always|never|\ball\b|trust|forever|remember/i.test(choice))).toEqual(
        [],
      );
  });

  it.each(["choose", "plan"] as const)(
    "a no to the %s question ends the flow: nothing is asked again",
    async (kind) => {
      const world = audited();
      world.world.answer = (question) => ({
        choice: question.kind === kind ? "decline" : question.choices[0],
      });
      const report = await world.cortex.run({ task: TASK });
      expect(report.outcome).toBe("declined");
      expect(world.questions.at(-1)?.kind).toBe(kind);
      expect(world.questions.filter((question) => question.kind === kind)).toHaveLength(1);
      expect(await world.installed()).toEqual([]);
    },
  );

  it("block is remembered: it is not offered in later flows", async () => {
    const world = audited();
    world.world.answer = () => ({ choice: "block" });
    await world.cortex.run({ task: TASK });
    const blocked =
      world.questions[0]?.kind === "choose" ? world.questions[0].candidates.map(({ pin }) => pin.key) : [];
    expect(blocked.length).toBeGreaterThan(0);
    world.questions.length = 0;
    await world.cortex.run({ task: TASK });
    const [next] = world.questions;
    const offered = next?.kind === "choose" ? next.candidates.map(({ pin }) => pin.key) : [];
    expect(offered.filter((key) => blocked.includes(key))).toEqual([]);
  });

  it("every question leaves exactly one audit event that says who decided what, about which skill", async () => {
    const world = audited();
    world.world.outcome = () => ({ result: "runtime_error" });
    await world.cortex.run({ task: TASK });
    expect(world.decisions.map(({ question, choice, by }) => [question, choice, by])).toEqual(
      world.questions.map(({ kind, choices }) => [kind, choices[0], "human"]),
    );
    expect(new Set(world.decisions.map(({ effectId }) => effectId)).size).toBe(world.decisions.length);
    expect(
      world.decisions.every(({ keys }) => keys.length > 0 && keys.every((key) => key.startsWith("clawhub:"))),
    ).toBe(true);
  });

  it("silence and nonsense are audited as none, and what was said is not repeated", async () => {
    const world = audited();
    world.world.answer = () => ({ choice: "ZZSECRET" });
    await world.cortex.run({ task: TASK });
    expect(world.decisions).toMatchObject([{ question: "choose", choice: "none", by: "human" }]);
    expect(JSON.stringify(world.decisions)).not.toContain("ZZSECRET");
  });

  it("answers through the facade and cancels are audited too", async () => {
    const world = audited();
    const step = await world.cortex.begin({ task: TASK });
    if (step.kind !== "question") throw new Error("expected a question");
    await world.cortex.answer(step.flowId, { questionId: step.questionId, choice: "approve", by: "host" });
    await world.cortex.cancel(step.flowId);
    expect(world.decisions.map(({ question, choice, by }) => [question, choice, by])).toEqual([
      ["choose", "approve", "host"],
      ["plan", "cancelled", "nobody"],
    ]);
  });
});
