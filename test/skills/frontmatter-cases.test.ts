import { describe, expect, it } from "vitest";
import { judgeSkill, machineFacts, readSkill } from "../../src/skills/index.js";
import { type Answer, FRONTMATTER_CASES } from "../fixtures/skills/frontmatter-cases.js";
import { place } from "../support/skills-make.js";

const machine = machineFacts("host", { platform: "linux", bins: ["sh"], env: [] });

/** Our answer in the table's words. */
function answer(text: string): { readonly answer: Answer; readonly codes: readonly string[] } {
  const { skill, diagnostics } = readSkill(text, place({ id: "folder" }));
  const codes = diagnostics.map(({ code }) => code);
  if (skill === undefined) return { answer: "dropped", codes };
  const { name, description, invocation } = skill;
  const declares = skill.metadata.requires.bins.length > 0;
  return {
    answer: {
      name,
      description,
      ...(declares ? { gated: !judgeSkill(skill, { machine }).eligible } : {}),
      ...(invocation.disableModelInvocation ? { hidden: true } : {}),
    },
    codes,
  };
}

describe("frontmatter as people write it", () => {
  it("has the cases that the project promises", () => {
    expect(FRONTMATTER_CASES.length).toBeGreaterThanOrEqual(31);
    expect(new Set(FRONTMATTER_CASES.map(({ title }) => title)).size).toBe(FRONTMATTER_CASES.length);
  });

  it.each(FRONTMATTER_CASES)("$title", ({ text, ours, code }) => {
    const { answer: given, codes } = answer(text);
    expect(given).toEqual(ours);
    if (code === "") expect(codes).toEqual([]);
    else expect(codes).toContain(code);
  });

  it("never leaves a file out without an error that names file and reason", () => {
    for (const { text } of FRONTMATTER_CASES.filter(({ ours }) => ours === "dropped")) {
      const { rejected, diagnostics } = readSkill(text, place({ id: "folder" }));
      expect(rejected?.message).toBeTruthy();
      expect(diagnostics.some(({ severity, file, fix }) => severity === "error" && file && fix)).toBe(true);
    }
  });
});
