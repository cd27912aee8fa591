import { describe, expect, it } from "vitest";
import type { Question } from "../../src/core/questions.js";
import type { Confirmer } from "../../src/ports/confirmer.js";
import { createTracedWorld, TASK } from "../support/rules-world.js";

const confirmer = (confirm: (question: Question) => unknown): Confirmer => ({
  specificationVersion: "v1",
  answers: "human",
  confirm: async ({ question }) => (await confirm(question)) as never,
});

const REFUSALS: readonly (readonly [string, () => unknown])[] = [
  ["throws", () => Promise.reject(new Error("window closed"))],
  ["never answers", () => new Promise(() => {})],
  ["answers undefined", () => undefined],
  ["answers null", () => null],
  ["answers true", () => true],
  ["answers yes", () => "yes"],
  ["answers the bare word", () => "approve"],
  ["answers { choice: true }", () => ({ choice: true })],
  ["answers another word", () => ({ choice: "yes" })],
  ["answers in capitals", () => ({ choice: "APPROVE" })],
  ["answers with a space", () => ({ choice: "approve " })],
  ["answers a list", () => [{ choice: "approve" }]],
  ["answers nothing at all", () => ({ choice: "" })],
  ["answers a choice of another question", () => ({ choice: "keep" })],
];

describe("rule 3: a confirmer that is absent, throws or is silent denies; only an offered choice approves", () => {
  it("no confirmer: nothing is installed", async () => {
    const { confirmer: _none, ...options } = createTracedWorld().options;
    const world = createTracedWorld();
    const { createCortex } = await import("../../src/index.js");
    const report = await createCortex({ ...options, installer: world.installer }).run({ task: TASK });
    expect(report.outcome).toBe("declined");
    expect(await world.installed()).toEqual([]);
  });

  describe.each(REFUSALS)("a confirmer that %s", (_name, answer) => {
    it("about the install: nothing is installed", async () => {
      const world = createTracedWorld({ confirmer: confirmer(answer), timeouts: { confirm: 40 } });
      expect((await world.cortex.run({ task: TASK })).outcome).toBe("declined");
      expect(world.trace).not.toContain("install");
      expect(world.trace).toContain("choose=none");
    });

    it("about the plan: nothing is run, and the skill is given back", async () => {
      const world = createTracedWorld({
        confirmer: confirmer((question) => (question.kind === "choose" ? { choice: "approve" } : answer())),
        timeouts: { confirm: 40 },
      });
      expect((await world.cortex.run({ task: TASK })).outcome).toBe("declined");
      expect(world.trace).toContain("install");
      expect(world.trace).not.toContain("execute");
      expect(await world.installed()).toEqual([]);
    });
  });

  it("an answer that names no shown skill approves none", async () => {
    const world = createTracedWorld();
    world.world.answer = () => ({ choice: "approve", keys: ["clawhub:@mallory/other"] });
    expect((await world.cortex.run({ task: TASK })).outcome).toBe("declined");
    expect(world.trace).not.toContain("install");
  });

  it("the model can't answer: not through the facade, whatever it calls itself", async () => {
    const world = createTracedWorld();
    const step = await world.cortex.begin({ task: TASK });
    if (step.kind !== "question") throw new Error("expected a question");
    for (const by of ["model", "runner", "agent", undefined]) {
      const answer = { questionId: step.questionId, choice: "approve", by: by as "human" };
      await expect(world.cortex.answer(step.flowId, answer)).rejects.toMatchObject({ code: "input-invalid" });
    }
    expect(await world.installed()).toEqual([]);
  });
});
