import { describe, expect, it } from "vitest";
import { createRecordingProvisioner } from "../../src/in-memory/index.js";
import { renderQuestion } from "../../src/index.js";
import type { Planner } from "../../src/ports/planner.js";
import { createTracedWorld, TASK } from "../support/rules-world.js";

const INSTALL = [["brew", "install", "jq"]];

/** jq is missing, and this is how to get it. */
const planner: Planner = {
  specificationVersion: "v1",
  outline: async () => ({ steps: ["Read"], missing: [{ kind: "bin", name: "jq", argv: INSTALL }], env: [] }),
};

async function worldWithLesson() {
  const provisioner = createRecordingProvisioner({ now: () => 0 });
  const world = createTracedWorld({ provisioner });
  world.world.outcome = () => ({ result: "dependency_missing", missing: ["jq"] });
  await world.use(2);
  world.world.outcome = () => ({ result: "success" });
  expect((await world.cortex.memory.explain()).lessons).toMatchObject([
    { type: "dependency_warning", key: "jq", action: "check_bin_before_install" },
  ]);
  return { world, provisioner };
}

describe("rule 14: a lesson only informs; a dependency install needs an approval of its own", () => {
  it("a lesson is shown, and starts nothing", async () => {
    const { world, provisioner } = await worldWithLesson();
    expect((await world.cortex.run({ task: TASK })).outcome).toBe("succeeded");
    const question = world.questions[0];
    if (question !== undefined) expect(renderQuestion(question)).toContain("Lesson: jq was missing before");
    expect(world.trace).not.toContain("provision");
    expect(provisioner.commands).toEqual([]);
  });

  it.each(["decline", "ready", "approve", ""])(
    "the answer %j to the dependency question installs nothing",
    async (choice) => {
      const provisioner = createRecordingProvisioner({ now: () => 0 });
      const world = createTracedWorld({ provisioner, planner });
      world.world.answer = (question) => ({
        choice: question.kind === "dependencies" ? choice : question.choices[0],
      });
      await world.cortex.run({ task: TASK });
      expect(world.trace).toContain("plan=approve");
      expect(world.questions.map(({ kind }) => kind)).toContain("dependencies");
      expect(provisioner.commands).toEqual([]);
    },
  );

  it("install runs exactly the commands that were shown", async () => {
    const provisioner = createRecordingProvisioner({ now: () => 0 });
    const world = createTracedWorld({ provisioner, planner });
    await world.cortex.run({ task: TASK });
    const question = world.questions.find(({ kind }) => kind === "dependencies");
    if (question !== undefined) expect(renderQuestion(question)).toContain("brew install jq");
    expect(provisioner.commands).toEqual(INSTALL);
  });

  it("no part of a command is hidden from the question by its length", async () => {
    const long = `--flag=${"a".repeat(1500)};ZZEND`;
    const world = createTracedWorld({
      planner: {
        ...planner,
        outline: async () => ({
          steps: [],
          missing: [{ kind: "bin", name: "jq", argv: [["brew", long]] }],
          env: [],
        }),
      },
    });
    await world.cortex.run({ task: TASK });
    const question = world.questions.find(({ kind }) => kind === "dependencies");
    expect(question && renderQuestion(question)).toContain("ZZEND");
  });
});
