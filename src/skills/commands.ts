import type { InvocationPolicy } from "./invocation.js";
import { visibleLine } from "./prompt-entry.js";
import type { Skill } from "./skill.js";

/** A slash command that starts a skill. */
export interface SkillCommand {
  /** Without the slash: lower-case letters, digits and underscores, at most 32. */
  readonly name: string;
  readonly skillName: string;
  readonly description: string;
  /** Set when the command goes straight to a tool. */
  readonly dispatch?: NonNullable<InvocationPolicy["dispatch"]>;
}

/** A message that starts a skill: which one, and what follows, untouched. */
export interface CommandCall {
  readonly command: SkillCommand;
  readonly args: string;
}

const NAME_MAXIMUM = 32;
const DESCRIPTION_MAXIMUM = 100;
const NUMBERS_MAXIMUM = 999;
const CALL = /^\s*\/(\S+)(?:\s+([\s\S]*))?$/;
const NAMED = /^(\S+)(?:\s+([\s\S]*))?$/;

/** Commands for all skills that people may start, in the given order. Taken names get `_2`, `_3`, … */
export function buildCommands(
  skills: readonly Skill[],
  options: { readonly reserved?: readonly string[] } = {},
): readonly SkillCommand[] {
  const taken = new Set((options.reserved ?? []).map((name) => name.toLowerCase()));
  return skills
    .filter(({ invocation }) => invocation.userInvocable)
    .map((skill) => {
      const name = unusedName(sanitise(skill.name), taken);
      taken.add(name);
      const { dispatch } = skill.invocation;
      const description = capped(visibleLine(skill.description));
      return { name, skillName: skill.name, description, ...(dispatch === undefined ? {} : { dispatch }) };
    });
}

/** Reads `/name args` and `/skill name args`; undefined when the text starts none of the commands. */
export function findCommand(text: string, commands: readonly SkillCommand[]): CommandCall | undefined {
  const direct = CALL.exec(text);
  const word = direct?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  const rest = direct?.[2] ?? "";
  // First, because a skill whose name has no letters is called /skill itself, and must not take this way from all others.
  const named = word === "skill" ? findNamed(rest, commands) : undefined;
  if (named !== undefined) return named;
  const command = commands.find(({ name }) => name === word);
  return command === undefined ? undefined : { command, args: rest };
}

function findNamed(rest: string, commands: readonly SkillCommand[]): CommandCall | undefined {
  const named = NAMED.exec(rest);
  const wanted = loose(named?.[1] ?? "");
  const command = commands.find(
    ({ name, skillName }) => loose(name) === wanted || loose(skillName) === wanted,
  );
  return command === undefined ? undefined : { command, args: named?.[2] ?? "" };
}

/** What a dispatched tool receives: the raw arguments and who asks. */
export function dispatchArguments(call: CommandCall): {
  readonly command: string;
  readonly commandName: string;
  readonly skillName: string;
} {
  return { command: call.args, commandName: call.command.name, skillName: call.command.skillName };
}

function sanitise(name: string): string {
  const clean = name
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "_")
    .replace(/_+/g, "_")
    .replace(/^_/, "")
    .slice(0, NAME_MAXIMUM)
    .replace(/_$/, "");
  return clean === "" ? "skill" : clean;
}

function unusedName(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  for (let number = 2; number <= NUMBERS_MAXIMUM; number += 1) {
    const name = withSuffix(base, `_${number}`);
    if (!taken.has(name)) return name;
  }
  let suffix = "_x";
  while (taken.has(withSuffix(base, suffix))) suffix += "x";
  return withSuffix(base, suffix);
}

function withSuffix(base: string, suffix: string): string {
  return `${base.slice(0, Math.max(1, NAME_MAXIMUM - suffix.length))}${suffix}`;
}

function capped(description: string): string {
  const characters = [...description];
  return characters.length <= DESCRIPTION_MAXIMUM
    ? description
    : `${characters.slice(0, DESCRIPTION_MAXIMUM - 1).join("")}…`;
}

function loose(name: string): string {
  return name.toLowerCase().replace(/[\s_]+/g, "-");
}
