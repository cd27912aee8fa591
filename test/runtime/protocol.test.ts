import { describe, expect, it } from "vitest";
import { CortexError } from "../../src/core/errors.js";
import type { Failure } from "../../src/core/facts.js";
import type { Question } from "../../src/core/questions.js";
import { createInMemoryRegistry, type InMemorySkill } from "../../src/in-memory/index.js";
import { renderQuestion, renderReport } from "../../src/index.js";
import type { Registry } from "../../src/ports/registry.js";
import type { ExecutionOutcome } from "../../src/ports/runner.js";
import { createWorld, DAY, skill } from "../support/flow-world.js";

/** The source document's phases, rule by rule, as a user meets them. */

const TASK = "query my todos";
const GOOD = "query todos";
const skills = (count: number, description = GOOD): InMemorySkill[] =>
  Array.from({ length: count }, (_, index) => skill(`todo-${index + 1}`, description));
const onGitHub = (): InMemorySkill => ({ ...skill("gist", GOOD), key: "github:acme/skills/gist" });

type World = ReturnType<typeof createWorld>;
const asked = <Kind extends Question["kind"]>({ questions }: World, kind: Kind) =>
  questions.filter((question): question is Extract<Question, { kind: Kind }> => question.kind === kind);
const shown = (world: World) => asked(world, "choose")[0]?.candidates.map(({ pin }) => pin.key) ?? [];
const record = async ({ cortex }: World, slug = "todo-1") =>
  (await cortex.memory.explain()).regions
    .flatMap(({ candidates }) => candidates)
    .find(({ key }) => key.endsWith(`/${slug}`));

/** ClawHub first, then GitHub; who was asked is written down. */
function twoRegistries(first: readonly InMemorySkill[], second: readonly InMemorySkill[]) {
  const searched: string[] = [];
  const watch = (registry: Registry): Registry => ({
    ...registry,
    search: (request, context) => {
      searched.push(`${registry.id}: ${request.query}`);
      return registry.search(request, context);
    },
  });
  const world = createWorld({
    registries: [
      watch(createInMemoryRegistry({ id: "clawhub", skills: () => first })),
      watch(createInMemoryRegistry({ id: "github", skills: () => second, reviewed: false })),
    ],
  });
  return { ...world, searched };
}

describe("phase 1, a miss", () => {
  it("puts up to three candidates to the user", async () => {
    const world = createWorld({}, skills(5));
    await world.cortex.run({ task: TASK });
    expect(shown(world)).toHaveLength(3);
  });

  it.each([
    [1, ["clawhub", "github"]],
    [2, ["clawhub"]],
  ])("with %i relevant results asks %j", async (count, registries) => {
    const world = twoRegistries(skills(count), [onGitHub()]);
    await world.cortex.run({ task: TASK });
    expect(world.searched.map((line) => line.split(":")[0])).toEqual(registries);
  });

  it("does not count what is not relevant, and does not show it", async () => {
    // One of five words asked for: a registry lists it, but it is no answer.
    const strangers = [1, 2, 3].map((number) => skill(`painter-${number}`, "draw houses"));
    const world = twoRegistries([...strangers, ...skills(1)], [onGitHub()]);
    await world.cortex.run({ task: "query todos, sort calendar, draw chart" });
    expect(world.searched).toEqual(["clawhub", "github"].map((id) => `${id}: query todo sort calendar draw`));
    expect([...shown(world)].sort()).toEqual(["clawhub:@alice/todo-1", "github:acme/skills/gist"]);
  });

  it("says of what comes from GitHub that nobody reviewed it", async () => {
    const world = twoRegistries(skills(1), [onGitHub()]);
    await world.cortex.run({ task: TASK });
    const [question] = asked(world, "choose");
    const cards = question?.candidates.map(({ pin, reviewed }) => [pin.key, reviewed]);
    expect(cards).toEqual([
      ["clawhub:@alice/todo-1", true],
      ["github:acme/skills/gist", false],
    ]);
    expect(question && renderQuestion(question).match(/UNREVIEWED source/g)).toHaveLength(1);
  });

  it("leads to a hit the next time, without a search", async () => {
    const world = twoRegistries(skills(2), []);
    await world.cortex.run({ task: TASK });
    await world.cortex.run({ task: TASK });
    expect(world.searched).toHaveLength(1);
    const { stats, regions } = await world.cortex.memory.explain();
    expect(stats).toMatchObject({ searches: 1, cacheHits: 1 });
    expect(regions.map(({ signals }) => signals)).toEqual([["query", "todo"]]);
  });
});

describe("phase 3, installing", () => {
  const failing = (slugs: readonly string[], count = 4) => {
    const world = createWorld({}, skills(count));
    const broken = { ...world.installer };
    broken.install = (request, context) =>
      slugs.some((slug) => request.pin.key.endsWith(`/${slug}`))
        ? Promise.reject(new CortexError("install-failed", "no space"))
        : world.installer.install(request, context);
    return createWorld({ installer: broken, limits: { shortlist: 5 } }, skills(count));
  };

  it("switches by itself inside the shortlist that was approved", async () => {
    const world = failing(["todo-1", "todo-2"]);
    const report = await world.cortex.run({ task: TASK });
    expect(report).toMatchObject({
      outcome: "succeeded",
      switches: 2,
      pin: { key: "clawhub:@alice/todo-3" },
    });
    expect(asked(world, "switch")).toEqual([]);
  });

  it("stops after two switches, and the report has every reason and remedy", async () => {
    const world = failing(["todo-1", "todo-2", "todo-3"]);
    const report = await world.cortex.run({ task: TASK });
    expect(report).toMatchObject({ outcome: "failed", switches: 2 });
    expect(report.attempts.map(({ key, reason }) => [key, reason])).toEqual([
      ["clawhub:@alice/todo-1", "install-failed"],
      ["clawhub:@alice/todo-2", "install-failed"],
      ["clawhub:@alice/todo-3", "install-failed"],
    ]);
    expect(renderReport(report).match(/install-failed \(no space\); choose another skill/g)).toHaveLength(3);
    expect(await record(world)).toBeUndefined();
  });
});

describe("phase 3, failures of a run", () => {
  /** Runs once with these outcomes, one an execution. */
  async function runWith(
    choices: Partial<Record<Question["kind"], string>>,
    ...outcomes: ExecutionOutcome[]
  ) {
    const world = createWorld({}, skills(2));
    let executions = 0;
    world.world.answer = ({ kind, choices: offered }) => ({ choice: choices[kind] ?? offered[0] });
    world.world.outcome = () => {
      executions += 1;
      return outcomes[executions - 1] ?? { result: "success" };
    };
    const report = await world.cortex.run({ task: TASK });
    const installed = await world.installer.list({
      signal: new AbortController().signal,
      deadline: 0,
      flowId: "test",
    });
    return { world, report, executions, installed };
  }

  it("auth_error: the user is asked to check the credentials, and nothing is tried again unasked", async () => {
    const { world, report, executions } = await runWith(
      { credentials: "stop", switch: "stop" },
      { result: "auth_error" },
    );
    expect(asked(world, "credentials")).toHaveLength(1);
    expect([executions, report.outcome]).toEqual([1, "failed"]);
    expect(report.attempts).toMatchObject([{ reason: "auth_error", remedy: "check-credentials" }]);
    expect((await record(world))?.weight).toBeCloseTo(0.5 * 0.8, 10);
  });

  it("auth_error: a run that succeeds after the check counts as a success", async () => {
    const { world, report, executions } = await runWith({ credentials: "retry" }, { result: "auth_error" });
    expect([executions, report.outcome]).toEqual([2, "succeeded"]);
    expect(await record(world)).toMatchObject({ successes: 1, failures: 0 });
  });

  it("dependency_missing: what is missing is shown, and the run goes on only after a yes", async () => {
    const missing: ExecutionOutcome = { result: "dependency_missing", missing: ["jq"] };
    const declined = await runWith({ dependencies: "decline", switch: "stop" }, missing);
    expect(declined.executions).toBe(1);
    expect(asked(declined.world, "dependencies")[0]?.missing).toEqual([
      { kind: "bin", name: "jq", argv: [] },
    ]);
    expect(declined.report.attempts).toMatchObject([{ detail: "jq", remedy: "install-dependency" }]);
    expect((await record(declined.world))?.weight).toBeCloseTo(0.5 * 0.85, 10);
    const provided = await runWith({ dependencies: "ready" }, missing);
    expect([provided.executions, provided.report.outcome]).toEqual([2, "succeeded"]);
  });

  it("api_error: a retry that succeeds costs no weight", async () => {
    const { world, executions } = await runWith({}, { result: "api_error" });
    expect(executions).toBe(2);
    expect(await record(world)).toMatchObject({ successes: 1, failures: 0, weight: 0.575 });
  });

  it.each<[Failure, number]>([
    ["task_mismatch", 0.4],
    ["runtime_error", 0.6],
  ])("%s: uninstalled, the next one is offered and not taken unasked", async (result, decay) => {
    const stopped = await runWith({ switch: "stop" }, { result });
    expect([stopped.executions, stopped.report.outcome]).toEqual([1, "failed"]);
    expect(stopped.installed).toEqual([]);
    expect(asked(stopped.world, "switch")).toMatchObject([
      { failure: result, next: { pin: { key: "clawhub:@alice/todo-2" } } },
    ]);
    expect((await record(stopped.world))?.weight).toBeCloseTo(0.5 * decay, 10);
    const switched = await runWith({ switch: "switch" }, { result });
    expect(switched.report).toMatchObject({ outcome: "succeeded", switches: 1 });
  });
});

describe("phase 4, keeping", () => {
  it("is offered from the third success and a weight of 0.8 on, and after a no only ten successes later", async () => {
    const world = createWorld({}, skills(1));
    world.world.answer = ({ kind, choices }) => ({ choice: kind === "retain" ? "release" : choices[0] });
    const offered: number[] = [];
    for (let run = 1; run <= 30; run += 1) {
      const before = asked(world, "retain").length;
      await world.cortex.run({ task: TASK, allowReflex: false });
      if (asked(world, "retain").length > before) offered.push(run);
      world.clock.advance(7 * DAY);
    }
    expect(offered).toEqual([6, 16, 26]);
  });

  it("is never offered for a skill of 8000 characters or more", async () => {
    const long = skill("todo-1", GOOD, "1.0.0", `${"words ".repeat(1400)}\n`);
    const world = createWorld({}, [long]);
    for (let run = 1; run <= 8; run += 1) {
      await world.cortex.run({ task: TASK, allowReflex: false });
      world.clock.advance(7 * DAY);
    }
    expect((await record(world))?.weight).toBeGreaterThan(0.8);
    expect(asked(world, "retain")).toEqual([]);
  });
});
