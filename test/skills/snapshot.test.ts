import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { buildSkillPrompt, buildSnapshot, type Skill, type SkillSnapshot } from "../../src/skills/index.js";
import { makeSkill } from "../support/skills-make.js";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const snapshot = (
  skills: readonly Skill[],
  now: number,
  previous?: SkillSnapshot,
  filter?: readonly string[],
) =>
  buildSnapshot(
    { skills, excluded: [], prompt: buildSkillPrompt(skills), ...(filter === undefined ? {} : { filter }) },
    { hash, now, previous },
  );

describe("a snapshot", () => {
  const skills = [
    makeSkill("a", {
      metadata: {
        primaryEnv: "A_API_KEY",
        skillKey: "k",
        requires: { bins: [], anyBins: [], env: ["A_API_KEY"], config: [] },
      },
    }),
    makeSkill("b"),
  ];

  it("has the prompt, the skills behind it and a light summary", () => {
    const made = snapshot(skills, 1_000);
    expect(made.prompt).toContain("<name>a</name>");
    expect(made.resolvedSkills).toEqual(skills);
    expect(made.skills).toEqual([
      { name: "a", skillKey: "k", primaryEnv: "A_API_KEY", requiredEnv: ["A_API_KEY"] },
      { name: "b", skillKey: "b" },
    ]);
    expect(made.report.included).toEqual(["a", "b"]);
    expect("skillFilter" in made).toBe(false);
    expect(snapshot([], 1, undefined, [])).toMatchObject({ prompt: "", skillFilter: [] });
  });

  it("keeps its version without a change, whatever the clock says", () => {
    const first = snapshot(skills, 1_000);
    expect(snapshot(skills, 9_000, first).version).toBe(1_000);
    expect(
      snapshot(
        skills.map((skill) => ({ ...skill })),
        9_000,
        first,
      ).contentHash,
    ).toBe(first.contentHash);
  });

  it.each([
    ["a file's bytes", skills.map((skill) => ({ ...skill, digest: "other" })), undefined],
    ["a skill gone", skills.slice(1), undefined],
    ["a skill of another tier", skills.map((skill) => ({ ...skill, tier: "bundled" })), undefined],
    ["the filter", skills, ["a", "b"]],
  ])("has a higher version after a change of %s", (_, changed, filter) => {
    const first = snapshot(skills, 1_000);
    const second = snapshot(changed, 1_000, first, filter);
    expect(second.contentHash).not.toBe(first.contentHash);
    expect(second.version).toBe(1_001);
  });

  it("is newer after a restart than anything before it (defect of OpenClaw 2026.2.26: versions began at 0)", () => {
    const before = snapshot(skills, 1_000);
    const restarted = snapshot(skills.slice(1), 5_000);
    expect(restarted.version).toBeGreaterThan(before.version);
  });

  it("holds nothing of the configuration, so that no secret can leak through it", () => {
    expect(Object.keys(snapshot(skills, 1)).sort()).toEqual(
      ["contentHash", "excluded", "prompt", "report", "resolvedSkills", "skills", "version"].sort(),
    );
  });
});
