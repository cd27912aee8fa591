import { describe, expect, it } from "vitest";
import { type ValidationProfile, validateSkill } from "../../src/skills/index.js";

const validate = (text: string, profile: ValidationProfile, file = "/s/my-skill/SKILL.md") =>
  validateSkill(text, { file, profile }).map(({ code, line }) => `${code}:${line}`);
const header = (...lines: readonly string[]): string => `---\n${lines.join("\n")}\n---\n# Body\n`;
const good = header("name: my-skill", "description: Does it.");

describe("OpenPocket's codes", () => {
  it.each([
    ["a good file", good, undefined, []],
    [
      "no frontmatter",
      "# Body\n",
      undefined,
      ["FRONTMATTER_MISSING:1", "NAME_MISSING:1", "DESCRIPTION_MISSING:1"],
    ],
    ["no name", header("description: x"), undefined, ["NAME_MISSING:1"]],
    ["no description", header("name: my-skill"), undefined, ["DESCRIPTION_MISSING:1"]],
  ])("always: %s", (_, text, file, codes) => {
    expect(validate(text, "openpocket", file)).toEqual(codes);
    expect(validate(text, "openpocket-strict", file)).toEqual(codes);
  });

  it.each([
    ["another file name", good, "/s/my-skill/other.md", ["SKILL_FILENAME_INVALID:1"]],
    [
      "a folder in capitals",
      header("name: My", "description: x"),
      "/s/My/SKILL.md",
      ["SKILL_DIR_INVALID:1", "NAME_INVALID:2"],
    ],
    [
      "a name with blanks",
      header("description: x", "name: my skill"),
      undefined,
      ["NAME_INVALID:3", "NAME_PATH_MISMATCH:3"],
    ],
    [
      "a name that is not the folder's",
      header("name: other", "description: x"),
      undefined,
      ["NAME_PATH_MISMATCH:2"],
    ],
    [
      "two hyphens, which OpenPocket lets pass and never loads",
      header("name: a--b", "description: x"),
      "/s/a--b/SKILL.md",
      ["SKILL_DIR_INVALID:1", "NAME_INVALID:2"],
    ],
    [
      "a hyphen at the end, likewise",
      header("name: a-", "description: x"),
      "/s/a-/SKILL.md",
      ["SKILL_DIR_INVALID:1", "NAME_INVALID:2"],
    ],
    [
      "65 characters",
      header(`name: ${"a".repeat(65)}`, "description: x"),
      `/s/${"a".repeat(65)}/SKILL.md`,
      ["SKILL_DIR_INVALID:1", "NAME_INVALID:2"],
    ],
    ["a Windows path", good, "C:\\s\\my-skill\\SKILL.md", []],
  ])("strict: %s", (_, text, file, codes) => {
    expect(validate(text, "openpocket-strict", file)).toEqual(codes);
    expect(validate(text, "openpocket", file)).toEqual([]);
  });

  it("does not pass a file whose restrictions can't be read", () => {
    const text = header("name: my-skill", "description: x", "metadata: requires gh");
    expect(validate(text, "openpocket")).toEqual(["metadata-invalid:4"]);
  });
});

describe("the Agent Skills profile", () => {
  it.each([
    ["a good file", good, undefined, []],
    ["no frontmatter", "# Body\n", undefined, ["frontmatter-missing:1"]],
    ["capitals", header("name: My", "description: x"), "/s/My/SKILL.md", ["name-characters:2"]],
    ["hyphens", header("name: -a--b-", "description: x"), "/s/-a--b-/SKILL.md", ["name-hyphens:2"]],
    ["another folder", header("name: other", "description: x"), undefined, ["name-folder:2"]],
    [
      "a long name",
      header(`name: ${"a".repeat(65)}`, "description: x"),
      `/s/${"a".repeat(65)}/SKILL.md`,
      ["name-too-long:2"],
    ],
    [
      "a long description",
      header("name: my-skill", `description: ${"x".repeat(1_025)}`),
      undefined,
      ["description-too-long:3"],
    ],
    ["an empty description", header("name: my-skill", "description:"), undefined, ["description-missing:3"]],
    [
      "a description that is a list",
      header("name: my-skill", "description: [a, b]"),
      undefined,
      ["description-not-text:3"],
    ],
    [
      "a long compatibility",
      header("name: my-skill", "description: x", `compatibility: ${"x".repeat(501)}`),
      undefined,
      ["compatibility-too-long:4"],
    ],
    [
      "tools that are a map",
      header("name: my-skill", "description: x", "allowed-tools: {a: b}"),
      undefined,
      ["allowed-tools-invalid:4"],
    ],
    [
      "metadata that is a list",
      header("name: my-skill", "description: x", "metadata: [a]"),
      undefined,
      ["metadata-invalid:4"],
    ],
    ["an empty body", "---\nname: my-skill\ndescription: x\n---\n", undefined, ["body-empty:5"]],
    ["a very long body", `${good}${"line\n".repeat(600)}`, undefined, ["body-long:5"]],
    [
      "a repaired line",
      header("name: my-skill", "description: Use when: x"),
      undefined,
      ["frontmatter-repaired:3"],
    ],
    [
      "a deep slip",
      header(
        "name: my-skill",
        "description: x",
        "metadata:",
        "  openclaw:",
        "    requires:",
        "      bins: {a: b}",
      ),
      undefined,
      ["metadata-invalid:7"],
    ],
  ])("%s", (_, text, file, codes) => {
    expect(validate(text, "agent-skills", file)).toEqual(codes);
  });

  it("points at the key below its parents, not at another of that name", () => {
    const text = header(
      "name: my-skill",
      "bins: x",
      "description: x",
      "metadata: {openclaw: {requires: {",
      "  bins: {a: b}}}}",
    );
    expect(validate(text, "agent-skills")).toEqual(["metadata-invalid:6"]);
  });

  it("says in every message where, what and how to mend it", () => {
    const texts = [
      "",
      "# x",
      header("name: A B", "description: [x]", "metadata: 3", "user-invocable: maybe"),
    ];
    for (const text of texts)
      for (const profile of ["openpocket", "openpocket-strict", "agent-skills"] as const)
        for (const found of validateSkill(text, { file: "/s/x/SKILL.md", profile })) {
          expect(found.file).toBe("/s/x/SKILL.md");
          expect(found.line).toBeGreaterThanOrEqual(1);
          expect(found.fix).toBeTruthy();
        }
  });
});
