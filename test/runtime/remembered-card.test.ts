import { expect, it } from "vitest";
import { createInMemoryRegistry, type InMemorySkill } from "../../src/in-memory/index.js";
import { createWorld, skill } from "../support/flow-world.js";

it("a remembered skill is shown with everything that its registry says of it", async () => {
  const task = "Show my todo list for today";
  const listed = skill("todo-list", "Show and query the todo list");
  const skills: InMemorySkill[] = [{ ...listed, verdicts: [{ by: "clawhub", status: "clean" }] }];
  const registry = createInMemoryRegistry({ id: "clawhub", skills: () => skills, reviewed: false });
  const world = createWorld({ registries: [registry] });
  await world.cortex.run({ task });
  await world.cortex.run({ task });
  const cards = world.questions.flatMap((question) =>
    question.kind === "choose" ? question.candidates : [],
  );
  expect(cards).toHaveLength(2);
  for (const card of cards)
    expect(card).toMatchObject({ reviewed: false, stars: 3, downloads: 40, scan: "clean" });
});
