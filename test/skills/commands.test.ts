import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCommands, dispatchArguments, findCommand } from "../../src/skills/index.js";
import { makeSkill, skillOf } from "../support/skills-make.js";

const namesOf = (names: readonly string[], reserved: readonly string[] = []) =>
  buildCommands(
    names.map((name) => makeSkill(name)),
    { reserved },
  ).map(({ name }) => name);

describe("slash commands", () => {
  it.each([
    ["github", "github"],
    ["gh-issues", "gh_issues"],
    ["ALL CAPS!", "all_caps"],
    ["__a--b__", "a_b"],
    ["天気", "skill"],
    ["x".repeat(40), "x".repeat(32)],
    [`${"x".repeat(31)}-yz`, "x".repeat(31)],
  ])("of %j is /%s", (name, expected) => {
    expect(namesOf([name])).toEqual([expected]);
  });

  it("count up names that are taken, the host's own too", () => {
    expect(namesOf(["hello world", "hello-world", "help"], ["help"])).toEqual([
      "hello_world",
      "hello_world_2",
      "help_2",
    ]);
  });

  it("are always unique and well-formed", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom("a", "A", "a!", "a".repeat(40))), { maxLength: 60 }),
        (names) => {
          const commands = namesOf(names, ["skill"]);
          expect(new Set(commands).size).toBe(names.length);
          for (const command of commands) expect(command).toMatch(/^[a-z0-9][a-z0-9_]{0,31}$/);
        },
      ),
    );
  });

  it("stay unique beyond a thousand of one name", () => {
    const commands = namesOf(Array.from({ length: 1_100 }, () => "same"));
    expect(new Set(commands).size).toBe(1_100);
  });

  it("are offered only for skills that people may start, with one short line", () => {
    const hidden = skillOf("name: b\ndescription: x\nuser-invocable: no");
    const long = makeSkill("a", { description: `Two\nlines ${"and more ".repeat(30)}` });
    const [command, ...others] = buildCommands([long, hidden]);
    expect(others).toEqual([]);
    expect(command?.description).toMatch(/^Two lines and .*…$/);
    expect([...(command?.description ?? "")].length).toBe(100);
  });
});

describe("a message", () => {
  const skills = [
    makeSkill("gh-issues"),
    skillOf(
      "name: run it\ndescription: x\ncommand-dispatch: tool\ncommand-tool: exec\ncommand-arg-mode: raw",
    ),
  ];
  const commands = buildCommands(skills);

  it.each([
    ["/gh_issues", "gh-issues", ""],
    ["/GH_ISSUES fix  two  bugs", "gh-issues", "fix  two  bugs"],
    ["/gh_issues a\nb", "gh-issues", "a\nb"],
    ["/skill gh-issues now", "gh-issues", "now"],
    ["/skill GH_Issues now", "gh-issues", "now"],
    ["/skill run_it --flag 'x  y' ", "run it", "--flag 'x  y' "],
  ])("%j starts %s with %j", (text, skillName, args) => {
    expect(findCommand(text, commands)).toMatchObject({ command: { skillName }, args });
  });

  it.each(["gh_issues", "/unknown", "/", "/skill", "/skill nothing", "see /gh_issues", ""])(
    "%j starts nothing",
    (text) => {
      expect(findCommand(text, commands)).toBe(undefined);
    },
  );

  it("can name a skill after /skill, also where a skill without letters is called /skill itself", () => {
    const all = buildCommands([makeSkill("天気"), makeSkill("github")]);
    expect(all.map(({ name }) => name)).toEqual(["skill", "github"]);
    expect(findCommand("/skill github now", all)).toMatchObject({ command: { name: "github" }, args: "now" });
    expect(findCommand("/skill 天気 今日", all)).toMatchObject({
      command: { skillName: "天気" },
      args: "今日",
    });
    expect(findCommand("/skill 今日", all)).toMatchObject({ command: { skillName: "天気" }, args: "今日" });
  });

  it("goes straight to its tool with raw arguments", () => {
    const call = findCommand('/run_it  rm "a b"; $X', commands);
    expect(call?.command.dispatch).toEqual({ kind: "tool", tool: "exec", argumentMode: "raw" });
    expect(call === undefined ? undefined : dispatchArguments(call)).toEqual({
      command: 'rm "a b"; $X',
      commandName: "run_it",
      skillName: "run it",
    });
  });
});

describe("invocation fields", () => {
  it.each([
    ["user-invocable: true", true, false],
    ["user-invocable: off", false, false],
    ["user_invocable: 0", false, false],
    ["disable-model-invocation: on", true, true],
    ["disable-model-invocation: 1", true, true],
    ['disable-model-invocation: "no"', true, false],
    ["user-invocable: perhaps", false, false],
    ["disable-model-invocation: perhaps", true, true],
  ])("%j", (line, userInvocable, disableModelInvocation) => {
    expect(skillOf(`name: a\ndescription: b\n${line}`).invocation).toEqual({
      userInvocable,
      disableModelInvocation,
    });
  });

  it.each([
    ["command-dispatch: tool", undefined],
    ["command-dispatch: shell\ncommand-tool: x", undefined],
    ["command_dispatch: tool\ncommand_tool: x", "x"],
  ])("%j dispatches to %s", (lines, tool) => {
    expect(skillOf(`name: a\ndescription: b\n${lines}`).invocation.dispatch?.tool).toBe(tool);
  });
});
