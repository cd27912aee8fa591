import { describe, expect, it } from "vitest";
import { CortexError, type ErrorCode } from "../../src/core/errors.js";
import type { Question } from "../../src/core/questions.js";
import { renderQuestion, renderReport } from "../../src/index.js";
import type { Planner } from "../../src/ports/planner.js";
import type { ExecutionOutcome } from "../../src/ports/runner.js";
import type { CortexOptions } from "../../src/runtime/cortex-options.js";
import { createWorld, DAY, skill } from "../support/flow-world.js";

const TASK = "query today's todos";
const TODO = skill("todo", "query todos today");

type World = ReturnType<typeof createWorld>;

/** Runs the task once for every outcome, a day apart. */
async function live(world: World, ...outcomes: readonly ExecutionOutcome[]): Promise<void> {
  for (const outcome of outcomes) {
    world.world.outcome = () => outcome;
    await world.cortex.run({ task: TASK });
    world.clock.advance(DAY);
  }
}

const lessons = async ({ cortex }: World) =>
  (await cortex.memory.explain()).lessons.map(({ type, key, confidence }) => [type, key, confidence]);
const asked = <Kind extends Question["kind"]>({ questions }: World, kind: Kind) =>
  questions.filter((question): question is Extract<Question, { kind: Kind }> => question.kind === kind);

const MISMATCH: ExecutionOutcome = { result: "task_mismatch" };
const SUCCESS: ExecutionOutcome = { result: "success" };
const JQ_MISSING: ExecutionOutcome = { result: "dependency_missing", missing: ["jq"] };

/** Answers that go through a missing dependency without installing it. */
function ready(world: World): void {
  world.world.answer = ({ kind, choices }) => ({ choice: kind === "dependencies" ? "ready" : choices[0] });
}

/** Looks programs up as the Node planner does. */
function lookingPlanner(here: ReadonlySet<string>, requests: (readonly string[] | undefined)[]): Planner {
  return {
    specificationVersion: "v1",
    outline: async ({ programs = [] }) => {
      requests.push(programs);
      return {
        steps: ["Read"],
        missing: [],
        env: [],
        lookups: programs.map((name) => ({ name, present: here.has(name) })),
      };
    },
  };
}

describe("a warning about a skill", () => {
  it("comes with a mismatch and goes when the skill succeeds after all", async () => {
    const world = createWorld({}, [TODO]);
    await live(world, MISMATCH);
    expect(await lessons(world)).toEqual([["skill_quality_warning", TODO.key, 0.6]]);
    await live(world, SUCCESS);
    expect(await lessons(world)).toEqual([["skill_quality_warning", TODO.key, 0.4]]);
    await live(world, SUCCESS);
    expect(await lessons(world)).toEqual([]);
  });

  it("puts the skill after the others when search finds it again", async () => {
    const other = skill("todo-other", "todos");
    const world = createWorld({}, [TODO, other]);
    world.world.answer = ({ kind, choices }) => ({ choice: kind === "switch" ? "stop" : choices[0] });
    await live(world, MISMATCH, SUCCESS);
    const orders = asked(world, "choose").map(({ candidates }) => candidates.map(({ pin }) => pin.key));
    expect(orders).toEqual([
      [TODO.key, other.key],
      [other.key, TODO.key],
    ]);
  });
});

describe("a warning about a program", () => {
  it("is looked up before the plan, shown with the answer, and confirmed by it", async () => {
    const here = new Set<string>();
    const requests: (readonly string[] | undefined)[] = [];
    const world = createWorld({ planner: lookingPlanner(here, requests) }, [TODO]);
    ready(world);
    await live(world, JQ_MISSING, JQ_MISSING);
    expect(await lessons(world)).toContainEqual(["dependency_warning", "jq", 0.6]);
    await live(world, SUCCESS);
    expect(requests).toEqual([[], [], ["jq"]]);
    const absent = asked(world, "plan").at(-1);
    expect(absent && renderQuestion(absent)).toContain("Lesson: jq was missing before; it is not here.");
    expect(await lessons(world)).toContainEqual(["dependency_warning", "jq", 0.7]);
    here.add("jq");
    await live(world, SUCCESS);
    const present = asked(world, "plan").at(-1);
    expect(present && renderQuestion(present)).toContain("Lesson: jq was missing before; it is here now.");
    expect(await lessons(world)).toContainEqual(["dependency_warning", "jq", 0.5]);
  });

  it("is learned from what the plan lacks, too", async () => {
    const planner: Planner = {
      specificationVersion: "v1",
      outline: async () => ({
        steps: ["Read"],
        missing: [{ kind: "bin", name: "jq", argv: [] }],
        env: [],
      }),
    };
    const world = createWorld({ planner }, [TODO]);
    ready(world);
    await live(world, SUCCESS);
    expect(await lessons(world)).toEqual([]);
    await live(world, SUCCESS);
    expect(await lessons(world)).toEqual([["dependency_warning", "jq", 0.6]]);
  });

  it("is not disproved by a run that failed where nobody looked", async () => {
    const world = createWorld({}, [TODO]);
    ready(world);
    await live(world, JQ_MISSING, JQ_MISSING, { result: "runtime_error" });
    expect(await lessons(world)).toEqual([["dependency_warning", "jq", 0.6]]);
  });
});

describe("what the user is told", () => {
  it("a refused service names every variable that the skill wants, also those provided since the plan", async () => {
    const planner: Planner = {
      specificationVersion: "v1",
      outline: async () => ({
        steps: ["Read"],
        missing: [{ kind: "env", name: "TODO_TOKEN", argv: [] }],
        env: ["TODO_HOST"],
      }),
    };
    const world = createWorld({ planner }, [TODO]);
    ready(world);
    await live(world, { result: "auth_error" });
    expect(asked(world, "credentials").map(({ env }) => env)).toEqual([["TODO_HOST", "TODO_TOKEN"]]);
  });

  it("a dependency that could not be installed is not called a failed run", async () => {
    const planner: Planner = {
      specificationVersion: "v1",
      outline: async () => ({
        steps: ["Read"],
        missing: [{ kind: "bin", name: "jq", argv: [["brew", "install", "jq"]] }],
        env: [],
      }),
    };
    const world = createWorld({ planner }, [TODO, skill("todo-other", "todos")]);
    await live(world, SUCCESS);
    expect(asked(world, "switch").map(({ failure }) => failure)).toEqual(["port-missing"]);
    const { attempts } = await world.cortex.run({ task: TASK });
    expect(attempts[0]).toMatchObject({ stage: "provision", remedy: "install-dependency" });
  });
});

describe("the remedy", () => {
  const failing = async (code: ErrorCode, stage: "search" | "recall") => {
    const reject = () => Promise.reject(new CortexError(code, "made up"));
    const { options } = createWorld({}, [TODO]);
    const [registry] = options.registries;
    if (registry === undefined) throw new Error("the world has a registry");
    const broken: Partial<CortexOptions> =
      stage === "search"
        ? { registries: [{ ...registry, search: reject }] }
        : { store: { ...options.store, read: reject } };
    const report = await createWorld(broken, [TODO]).cortex.run({ task: TASK });
    return [report.attempts[0]?.remedy, renderReport(report)] as const;
  };

  it.each([
    ["search", "registry-unreachable", "try-again-later", "try again later"],
    ["search", "registry-answer-invalid", "try-again-later", "try again later"],
    ["search", "registry-forbidden", "check-credentials", "check the credentials"],
    ["search", "skill-not-found", "rephrase-task", "say it in other words"],
    ["recall", "store-unreadable", "check-store", "check the store's disk and rights"],
    ["recall", "store-busy", "try-again-later", "try again later"],
  ] as const)("of a %s that fails with %s is %s", async (stage, code, remedy, words) => {
    const [given, text] = await failing(code, stage);
    expect(given).toBe(remedy);
    expect(text).toContain(words);
    expect(text).not.toContain("choose another skill");
  });
});

describe("what is forgotten", () => {
  it("a forgotten region leaves no trace, also not in the counters of lessons to come", async () => {
    const world = createWorld({}, [TODO]);
    ready(world);
    await live(world, JQ_MISSING);
    const [region] = (await world.cortex.memory.explain()).regions;
    expect(await world.cortex.memory.forget({ region: region?.region ?? "" })).toBe(true);
    const text = await world.cortex.memory.export();
    expect(text).not.toContain("jq");
    expect(text).not.toContain(region?.region);
  });
});
