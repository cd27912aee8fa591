import { expect, it } from "vitest";
import { newCandidate } from "../../src/core/learn-candidate.js";
import { createSkillIndex, learnedExamples } from "../../src/discovery/index.js";
import { committedSkills } from "../support/discovery-fixtures.js";

it("what memory learned of a skill, in all its regions, makes it found", async () => {
  const key = "clawhub:@a/ledger";
  const records = [
    { ...newCandidate(key), examples: [["sort", "paperwork", "tax"]] },
    { ...newCandidate("clawhub:@a/other"), examples: [] },
    { ...newCandidate(key), examples: [["collect", "receipt"]] },
  ];
  const examples = learnedExamples(records);
  expect([...examples]).toEqual([
    [
      key,
      [
        ["sort", "paperwork", "tax"],
        ["collect", "receipt"],
      ],
    ],
  ]);

  const index = createSkillIndex();
  const skill = { id: key, description: "A tidy desk for small companies" };
  await index.put([...committedSkills, skill]);
  const placeOf = async () =>
    (await index.rank("sort the paperwork for my taxes", { max: 200 })).hits.findIndex(
      ({ id }) => id === key,
    );
  const before = await placeOf();
  await index.put([{ ...skill, examples: examples.get(key) ?? [] }]);
  const after = await placeOf();
  expect(before).not.toBe(0);
  expect(after).toBe(0);
});

it("one kept word of a confirmed request does not take over the requests that share it", async () => {
  const index = createSkillIndex();
  await index.put(committedSkills);
  // Of this request the entity filter keeps "find" alone.
  await index.confirm("recipe-finder", "Find Xanthippe's Zwetschgenknödel");
  const [first] = (await index.rank("find the symphony orchestra")).hits;
  expect(first?.id).toBe("playlist-builder");
});
