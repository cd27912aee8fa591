import { describe, expect, it } from "vitest";
import { parseSkillKey } from "../../src/core/identity.js";
import { createCortex, renderQuestion } from "../../src/index.js";
import { createDiskInstaller } from "../../src/node/index.js";
import { lookalikes } from "../../src/safety/index.js";
import { skill } from "../support/flow-world.js";
import {
  approvalFor,
  bundleOf,
  pinOf,
  portContext,
  temporaryFolder,
  tree,
} from "../support/installer-world.js";
import { createTracedWorld, TASK } from "../support/rules-world.js";

const BAD = [
  "clawhub:",
  "clawhub:Todo",
  "clawhub:../todo",
  "clawhub:@alice/../todo",
  "clawhub:@alice/..",
  "clawhub:@alice/todo list",
  "clawhub:@alice/todo\n",
  "clawhub:@alice/todo\0",
  "clawhub:@alice/tödo",
  "clawhub:@alice/t\u043edo",
  "clawhub:@alice/todo;rm",
  "clawhub:@alice/$(id)",
  "clawhub:--help",
  `clawhub:@alice/${"a".repeat(65)}`,
  "github:alice/../../etc",
  "nocolon",
  ":todo",
];

describe("rule 10: slugs follow a narrow pattern, and look-alikes are told", () => {
  it.each(BAD)("%j is no key", (key) => {
    expect(parseSkillKey(key)).toBeUndefined();
  });

  it.each(BAD)("%j is not installed anywhere", async (key) => {
    const directory = temporaryFolder();
    const bundle = bundleOf({ "SKILL.md": "---\nname: x\ndescription: d\n---\n" });
    const pin = pinOf(key, "1.0.0", bundle);
    const request = { pin, approval: approvalFor(pin), lease: "flow-1", bundle };
    await expect(createDiskInstaller({ directory }).install(request, portContext())).rejects.toThrow();
    expect((await tree(directory)).filter((path) => path.includes("SKILL.md"))).toEqual([]);
  });

  it("a registry that lists such a key is not shown with it", async () => {
    const world = createTracedWorld({}, [
      { ...skill("todo-list", "Show and query the todo list"), key: "clawhub:@alice/../x" },
    ]);
    expect((await world.cortex.run({ task: TASK })).outcome).toBe("none-found");
  });

  it.each([
    ["todoist-c1i", "todoist-cli"],
    ["todiost-cli", "todoist-cli"],
    ["clawhub-6yr3b", "clawhub"],
    ["todoist-cli-x7k2q", "todoist-cli"],
    ["todoist-cli-official", "todoist-cli"],
    ["todoist_cli", "todoist-cli-"],
  ])("%s looks like %s", (name, known) => {
    expect(lookalikes(name, [known, "weather"])).toEqual([known]);
  });

  it("what the user has used is protected from clones by itself", async () => {
    const world = createTracedWorld();
    await world.use(1);
    world.skills.splice(0, 1, skill("todo-list-x7k2q", "Show and query the todo list"));
    await world.cortex.run({ task: TASK });
    const question = world.questions.find(({ kind }) => kind === "choose");
    expect(question).toMatchObject({ candidates: [{ lookalikes: ["clawhub:@alice/todo-list"] }] });
    if (question !== undefined)
      expect(renderQuestion(question)).toContain("looks like clawhub:@alice/todo-list");
  });

  it("and the original keeps its standing when a clone was once used", async () => {
    const world = createTracedWorld();
    await world.use(1);
    const clone = skill("todo-list-x7k2q", "Show and query the todo list");
    world.skills.push(clone);
    await createCortex(world.options).run({ task: TASK });
    const question = world.questions.find(({ kind }) => kind === "choose");
    expect(question).toMatchObject({ candidates: [{ lookalikes: [] }] });
  });
});
