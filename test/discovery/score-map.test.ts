import { expect, it } from "vitest";
import { createSkillIndex, discoverableSkill, scoreMap } from "../../src/discovery/index.js";
import { EMPTY_METADATA } from "../../src/skills/metadata.js";
import { buildSkillPrompt } from "../../src/skills/prompt.js";
import type { Skill } from "../../src/skills/skill.js";
import { committedSkills } from "../support/discovery-fixtures.js";

const skills = committedSkills.map(
  ({ id, description }): Skill => ({
    id,
    name: id,
    description,
    file: `/skills/${id}/SKILL.md`,
    directory: `/skills/${id}`,
    tier: "workspace",
    precedence: 1,
    bundled: false,
    frontmatter: {},
    metadata: EMPTY_METADATA,
    invocation: { userInvocable: true, disableModelInvocation: false },
    bodyLine: 1,
    digest: "",
  }),
);

it("a prompt under a budget keeps the skill that the message is about", async () => {
  const index = createSkillIndex();
  await index.put(skills.map((skill) => discoverableSkill(skill)));
  const scores = await scoreMap(index, "bill the client for the forty hours I worked in October");
  expect(scores.size).toBe(skills.length);
  const { text } = buildSkillPrompt(skills, { scores, budget: { skills: 5 } });
  expect(text).toContain("invoice-writer");
});

it("a skill that a `none` phrase rules out is at zero", async () => {
  const index = createSkillIndex();
  const [first] = skills;
  await index.put([
    { ...discoverableSkill(first as Skill), triggers: { none: ["for my team"] } },
    { id: "other", description: "Plays music" },
  ]);
  const scores = await scoreMap(index, `${first?.description} for my team`);
  expect(scores.get(first?.name ?? "")).toBe(0);
});
