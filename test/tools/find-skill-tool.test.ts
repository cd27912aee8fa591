import { describe, expect, it } from "vitest";
import { createSkillIndex } from "../../src/discovery/index.js";
import { createFindSkillTool } from "../../src/tools/index.js";

const SKILLS = [
  { id: "image-resize", name: "image-resize", description: "Make photos and pictures smaller or larger." },
  { id: "calendar", name: "calendar", description: "Add, move and cancel appointments in a calendar." },
  { id: "weather", name: "weather", description: "Tell the weather of the next days for a place." },
];

async function answer(input: unknown, files?: ReadonlyMap<string, string>) {
  const index = createSkillIndex();
  await index.put(SKILLS);
  const tool = createFindSkillTool(index, files === undefined ? {} : { fileOf: (id) => files.get(id) });
  return tool.execute(input);
}

describe("find_skill", () => {
  it("answers with the skill that fits, and with its file where the host knows it", async () => {
    const files = new Map([["image-resize", "/skills/image-resize/SKILL.md"]]);
    expect(await answer({ request: "shrink this photo", max: 1 }, files)).toMatchObject({
      none: false,
      skills: [{ id: "image-resize", file: "/skills/image-resize/SKILL.md" }],
    });
  });

  it("answers with names alone where the host says nothing about files", async () => {
    const { skills } = (await answer({ request: "shrink this photo" })) as { skills: object[] };
    expect(skills[0]).toMatchObject({ id: "image-resize" });
    for (const skill of skills) expect(skill).not.toHaveProperty("file");
  });

  it("says that none fits", async () => {
    expect(await answer({ request: "translate a poem into Latin" })).toMatchObject({ none: true });
  });
});
