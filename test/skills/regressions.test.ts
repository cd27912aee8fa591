import { describe, expect, it } from "vitest";
import {
  buildSkillPrompt,
  judgeSkill,
  machineFacts,
  mergeTiers,
  parseFrontmatter,
  parseSkillsConfig,
  readSkill,
  resolveEnvOverrides,
} from "../../src/skills/index.js";
import { makeSkill, place, skillOf } from "../support/skills-make.js";

const machine = machineFacts("host", { platform: "linux", bins: [], env: [] });
const gatedBy = (metadata: string) =>
  readSkill(`---\nname: a\ndescription: b\n${metadata}\n---\n`, place()).skill?.metadata.requires.bins;

describe("defects of OpenClaw that must not come back here", () => {
  it("bundled skill without frontmatter vanishes without a word (`canvas`, 52 folders and 51 skills)", () => {
    const { rejected, diagnostics } = readSkill("# Canvas\n\nDraw.\n", place({ id: "canvas" }));
    expect(rejected).toMatchObject({ name: "canvas", code: "frontmatter-missing" });
    expect(diagnostics).toMatchObject([{ severity: "error", fix: expect.stringContaining("---") }]);
  });

  it("invalid YAML vanishes without a word (#22134, #29981, #57091)", () => {
    const { skill, diagnostics } = readSkill("---\nname: a\ndescription: Use when: asked\n---\n", place());
    expect(skill?.description).toBe("Use when: asked");
    expect(diagnostics).toMatchObject([{ code: "frontmatter-repaired", line: 3 }]);
  });

  it("broken metadata loads ungated (2026.4.15)", () => {
    const { skill, rejected } = readSkill(
      '---\nname: a\ndescription: b\nmetadata: {"openclaw": {"requires": {"bins": ["gh"]}\n---\n',
      place(),
    );
    expect(skill).toBe(undefined);
    expect(rejected?.message).toContain("metadata");
  });

  it("a comment in the metadata loads ungated (2026.9.6)", () => {
    expect(gatedBy('metadata: {\n  // needs gh\n  "openclaw": {"requires": {"bins": ["gh"]}},\n}')).toEqual([
      "gh",
    ]);
  });

  it.each(["clawdbot", "clawdis"])(
    "metadata.%s loads ungated (2026.2.26 and 2026.4.15; clawdis still)",
    (key) => {
      expect(gatedBy(`metadata: {"${key}":{"requires":{"bins":["gh"]}}}`)).toEqual(["gh"]);
    },
  );

  it("`kind: apt` of its own documentation is dropped without a word", () => {
    const skill = skillOf(
      "name: a\ndescription: b\nmetadata: {openclaw: {install: [{kind: apt, package: gh}, {kind: snap, package: gh}]}}",
    );
    expect(skill.metadata.install).toMatchObject([{ kind: "apt", package: "gh" }]);
    const text =
      "---\nname: a\ndescription: b\nmetadata: {openclaw: {install: [{kind: snap, package: gh}]}}\n---\n";
    expect(readSkill(text, place()).diagnostics).toMatchObject([{ code: "install-spec-invalid" }]);
  });

  it("skills are excluded without a reason", () => {
    const skill = skillOf(
      "name: a\ndescription: b\nmetadata: {openclaw: {os: [darwin], requires: {bins: [gh], env: [X]}}}",
    );
    expect(judgeSkill(skill, { machine }).reasons).toEqual([
      { code: "platform", needed: ["darwin"], found: ["linux"] },
      { code: "missing-bins", missing: ["gh"] },
      { code: "missing-env", missing: ["X"] },
    ]);
  });

  it("a workspace skill shadows a bundled one without a word (#100071)", () => {
    const one = (tier: string) => ({
      skills: [makeSkill("a", { tier, file: `/${tier}` })],
      rejected: [],
      diagnostics: [],
    });
    const { shadowed, diagnostics } = mergeTiers([one("bundled"), one("workspace")]);
    expect(shadowed[0]?.loser.file).toBe("/bundled");
    expect(diagnostics[0]?.message).toContain("/workspace");
  });

  it("own skills are truncated without a word (#50677, #43735)", () => {
    const skills = Array.from({ length: 20 }, (_, index) =>
      makeSkill(`s${index}`, { precedence: index === 19 ? 6 : 1 }),
    );
    const { included, dropped, text } = buildSkillPrompt(skills, { budget: { skills: 5 } });
    expect(included).toContain("s19");
    expect(dropped.length).toBe(15);
    expect(text).toContain("included 5 of 20");
  });

  it("variables of one run leak into the process and other runs (#8966, #42189, #36280)", () => {
    const before = { ...process.env };
    const config = parseSkillsConfig({
      entries: { a: { env: { SKILL_CORTEX_TEST_X: "1", REGION_OF_A: "eu" } } },
    })._unsafeUnwrap().value;
    const { env } = resolveEnvOverrides([makeSkill("a")], config, process.env);
    expect({ ...env }).toEqual({ REGION_OF_A: "eu" });
    expect({ ...process.env }).toEqual(before);
  });
});

describe("defects of pi that must not come back here", () => {
  it.each(["yes", '"true"', "on", "1"])(
    "`disable-model-invocation: %s` shows the skill to the model",
    (value) => {
      const skill = skillOf(`name: a\ndescription: b\ndisable-model-invocation: ${value}`);
      expect(buildSkillPrompt([skill])).toMatchObject({ text: "", hidden: ["a"] });
    },
  );
});

describe("defects of OpenPocket that must not come back here", () => {
  it("`description: >` gives the description `>`", () => {
    expect(skillOf("name: a\ndescription: >\n  Folded\n  text.").description).toBe("Folded text.");
  });

  it("requirements written as YAML are not applied", () => {
    expect(gatedBy("metadata:\n  openclaw:\n    requires:\n      bins:\n        - gh")).toEqual(["gh"]);
  });

  it("escaped quotes stay escaped", () => {
    expect(skillOf('name: a\ndescription: "Say \\"hi\\""').description).toBe('Say "hi"');
  });

  it("an apostrophe is not escaped in the list", () => {
    expect(buildSkillPrompt([makeSkill("a", { description: "It's it." })]).text).toContain("It&apos;s it.");
  });

  it("one large entry ends the list", () => {
    const skills = [makeSkill("a"), makeSkill("b", { file: `/${"x".repeat(3_000)}` }), makeSkill("c")];
    expect(buildSkillPrompt(skills, { budget: { characters: 2_000 } }).included).toEqual(["a", "c"]);
  });
});

describe("hazards of gray-matter that stay outside", () => {
  it.each(["js", "javascript", "JS", "JavaScript", " js", "coffee", "coffeescript", "cson"])(
    "`---%s` is never run",
    (language) => {
      const text = `---${language}\n{ name: (globalThis.skillCortexRan = true, "a"), description: "b" }\n---\n`;
      const { value, diagnostics } = parseFrontmatter(text);
      expect((globalThis as { skillCortexRan?: unknown }).skillCortexRan).toBe(undefined);
      expect(value).toMatchObject({ broken: true, present: true });
      expect(diagnostics.map(({ code }) => code)).toEqual(["frontmatter-language"]);
    },
  );

  it("the same broken text gives the same answer twice, and results are not shared", () => {
    const broken = "---\nmetadata: {\n---\n";
    expect(parseFrontmatter(broken)).toEqual(parseFrontmatter(broken));
    const good = "---\nname: a\nlist: &x [1]\n---\n";
    const first = parseFrontmatter(good).value;
    first.data.name = "changed";
    expect(parseFrontmatter(good).value.data.name).toBe("a");
  });
});
