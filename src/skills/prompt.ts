import { DEFAULT_SKILL_LIMITS } from "./limits.js";
import { compactPath, describe, renderEntry, shorten, visibleLine, visiblePath } from "./prompt-entry.js";
import type { Skill } from "./skill.js";

/** How large the section may become. Every limit that is given holds. */
export interface PromptBudget {
  /** @defaultValue 150 */
  readonly skills?: number;
  /** Of the whole section, instructions included. @defaultValue 30000 */
  readonly characters?: number;
  /** Of the whole section. Absent: no token limit. */
  readonly tokens?: number;
  /** @defaultValue an estimate: four ASCII characters, or one other character, a token */
  readonly countTokens?: (text: string) => number;
}

/** How the section is made. */
export interface PromptOptions {
  readonly budget?: PromptBudget;
  /** Relevance by skill name; higher is kept first. */
  readonly scores?: ReadonlyMap<string, number>;
  /** How often each skill was used, by name: decides between skills of one tier when there are no scores. */
  readonly uses?: ReadonlyMap<string, number>;
  /** `ranked` shortens, then drops the least relevant; `prefix` is the original's largest prefix in full. @defaultValue "ranked" */
  readonly selection?: "ranked" | "prefix";
  /** Paths below it are written with `~`. */
  readonly home?: string;
  /** Sub-agents get no list. @defaultValue "full" */
  readonly mode?: "full" | "minimal" | "none";
  /** Names of the tools that the model has; without the read tool a list is useless. Absent: assumed to have it. */
  readonly tools?: readonly string[];
  /** @defaultValue "read" */
  readonly readTool?: string;
  /** @defaultValue true */
  readonly triggerHints?: boolean;
}

/** The section and an account of everything that is not in it as it was written. */
export interface SkillPrompt {
  /** Empty when there is nothing to say. */
  readonly text: string;
  readonly included: readonly string[];
  readonly shortened: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  readonly dropped: readonly { readonly name: string; readonly reason: "skill-limit" | "size-limit" }[];
  /** Skills that only people may start (`disable-model-invocation`). */
  readonly hidden: readonly string[];
  /** Why there is no section. `no-room`: not even one skill fits into the budget. */
  readonly omitted?: "prompt-mode" | "no-read-tool" | "no-skills" | "no-room";
}

/** What every entry has, whatever the skill. */
const EMPTY_ENTRY = `\n${renderEntry("", "", "")}`;
/** Descriptions are not cut below this before skills are dropped. */
const SHORTEST_DESCRIPTION = 60;

/** Builds the section of a system prompt that lists the skills. The order of `skills` is kept, so that the text stays cacheable. */
export function buildSkillPrompt(skills: readonly Skill[], options: PromptOptions = {}): SkillPrompt {
  const visible = skills.filter((skill) => !skill.invocation.disableModelInvocation);
  const hidden = skills.filter((skill) => skill.invocation.disableModelInvocation).map(({ name }) => name);
  const omitted = reasonToOmit(visible, options);
  if (omitted !== undefined) return { text: "", included: [], shortened: [], dropped: [], hidden, omitted };

  const desk = new Desk(options);
  const selected =
    options.selection === "prefix" ? largestPrefix(visible, desk) : ranked(visible, desk, options);
  const dropped = visible
    .filter((skill) => !selected.kept.has(skill))
    .map((skill) => ({
      name: skill.name,
      reason: selected.overLimit.has(skill) ? ("skill-limit" as const) : ("size-limit" as const),
    }));
  if (selected.kept.size === 0)
    return { text: "", included: [], shortened: [], dropped, hidden, omitted: "no-room" };
  const kept = visible.filter((skill) => selected.kept.has(skill));
  const shortened = kept.flatMap((skill) => {
    const from = desk.descriptionOf(skill).length;
    const to = shorten(desk.descriptionOf(skill), selected.cap).length;
    return from > selected.cap ? [{ name: skill.name, from, to }] : [];
  });
  return {
    text: desk.compose(kept, selected.cap, visible.length),
    included: kept.map(({ name }) => name),
    shortened,
    dropped,
    hidden,
  };
}

function reasonToOmit(visible: readonly Skill[], options: PromptOptions): SkillPrompt["omitted"] {
  if (visible.length === 0) return "no-skills";
  if (options.mode === "minimal" || options.mode === "none") return "prompt-mode";
  if (options.tools !== undefined && !options.tools.includes(options.readTool ?? "read"))
    return "no-read-tool";
  return undefined;
}

interface Selection {
  readonly kept: ReadonlySet<Skill>;
  /** Longest description, in characters. */
  readonly cap: number;
  readonly overLimit: ReadonlySet<Skill>;
}

function largestPrefix(visible: readonly Skill[], desk: Desk): Selection {
  const limited = visible.slice(0, desk.maximumSkills);
  const overLimit = new Set(visible.slice(desk.maximumSkills));
  const fits = (count: number): boolean =>
    desk.fits(desk.compose(limited.slice(0, count), Infinity, visible.length));
  const count = largest(0, limited.length, fits);
  return { kept: new Set(limited.slice(0, count)), cap: Infinity, overLimit };
}

function ranked(visible: readonly Skill[], desk: Desk, options: PromptOptions): Selection {
  const mayFit = visible.length <= desk.maximumSkills && desk.mayFit(visible.length);
  if (mayFit && desk.fits(desk.compose(visible, Infinity, visible.length)))
    return { kept: new Set(visible), cap: Infinity, overLimit: new Set() };
  const order = byRank(visible, options);
  const limited = order.slice(0, desk.maximumSkills);
  const overLimit = new Set(order.slice(desk.maximumSkills));
  if (desk.mayFit(limited.length) && desk.fits(desk.compose(limited, Infinity, visible.length)))
    return { kept: new Set(limited), cap: Infinity, overLimit };

  // Sizes of parts only guide; what decides is the size of the whole text.
  const kept = affordable(limited, desk, visible.length);
  for (;;) {
    const fits = (cap: number): boolean => desk.fits(desk.compose(kept, cap, visible.length));
    if (kept.length === 0 || fits(SHORTEST_DESCRIPTION)) {
      const longest = kept.reduce(
        (length, skill) => Math.max(length, desk.descriptionOf(skill).length),
        SHORTEST_DESCRIPTION,
      );
      return { kept: new Set(kept), cap: largest(SHORTEST_DESCRIPTION, longest, fits), overLimit };
    }
    kept.pop();
  }
}

/** The best skills whose shortest entries fit together; one that is too large does not stop the ones behind it. */
function affordable(order: readonly Skill[], desk: Desk, total: number): Skill[] {
  const kept: Skill[] = [];
  let used = desk.sizeOf(desk.compose([], 0, total));
  const smallest = desk.sizeOf(EMPTY_ENTRY);
  for (const skill of order) {
    if (used + smallest > desk.maximumSize) break;
    const size = desk.sizeOf(`\n${desk.entry(skill, SHORTEST_DESCRIPTION)}`);
    if (used + size > desk.maximumSize) continue;
    used += size;
    kept.push(skill);
  }
  return kept;
}

/** By score when there are scores, else by tier and use; the given order decides the rest. */
function byRank(skills: readonly Skill[], { scores, uses }: PromptOptions): readonly Skill[] {
  const keys = skills.map((skill, index) => ({
    skill,
    index,
    score: finite(scores?.get(skill.name)),
    use: finite(uses?.get(skill.name)),
  }));
  keys.sort(
    (a, b) =>
      b.score - a.score || b.skill.precedence - a.skill.precedence || b.use - a.use || a.index - b.index,
  );
  return keys.map(({ skill }) => skill);
}

/** What is not a number ranks as nothing known. */
function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0;
}

/** The largest number in the range for which the condition holds, given that it holds up to some point; else `low`. */
function largest(low: number, high: number, holds: (value: number) => boolean): number {
  if (holds(high)) return high;
  let [good, bad] = [low, high];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (holds(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** Renders and measures; keeps each skill's parts so that nothing is cleaned twice. */
class Desk {
  readonly maximumSkills: number;
  readonly #characters: number;
  readonly #tokens: number;
  readonly #countTokens: (text: string) => number;
  readonly #options: PromptOptions;
  readonly #descriptions = new Map<Skill, string>();

  constructor(options: PromptOptions) {
    const { budget = {} } = options;
    this.#options = options;
    this.maximumSkills = budget.skills ?? DEFAULT_SKILL_LIMITS.maxSkillsInPrompt;
    this.#characters = budget.characters ?? DEFAULT_SKILL_LIMITS.maxSkillsPromptChars;
    this.#tokens = budget.tokens ?? Infinity;
    this.#countTokens = budget.countTokens ?? estimateTokens;
  }

  /** The tighter of the two limits, on one scale: shares of it. */
  readonly maximumSize = 1;

  sizeOf(text: string): number {
    const share = text.length / this.#characters;
    return this.#tokens === Infinity ? share : Math.max(share, this.#countTokens(text) / this.#tokens);
  }

  fits(text: string): boolean {
    return (
      text.length <= this.#characters &&
      (this.#tokens === Infinity || this.#countTokens(text) <= this.#tokens)
    );
  }

  /** False when not even empty entries would fit: saves writing thousands of them out to see it. */
  mayFit(count: number): boolean {
    return count * EMPTY_ENTRY.length <= this.#characters;
  }

  descriptionOf(skill: Skill): string {
    let description = this.#descriptions.get(skill);
    if (description === undefined) {
      description = describe(skill, { triggerHints: this.#options.triggerHints ?? true });
      this.#descriptions.set(skill, description);
    }
    return description;
  }

  entry(skill: Skill, cap: number): string {
    const location = visiblePath(compactPath(skill.file, this.#options.home));
    return renderEntry(visibleLine(skill.name), shorten(this.descriptionOf(skill), cap), location);
  }

  compose(skills: readonly Skill[], cap: number, total: number): string {
    const cut = skills.some((skill) => this.descriptionOf(skill).length > cap);
    const notes = notesFor(skills.length, total, cut);
    const entries = skills.map((skill) => this.entry(skill, cap));
    return [
      ...instructions(this.#options.readTool ?? "read"),
      ...notes,
      "",
      "<available_skills>",
      ...entries,
      "</available_skills>",
    ].join("\n");
  }
}

function instructions(readTool: string): readonly string[] {
  return [
    "## Skills",
    "Each skill below is a file with instructions for one kind of task. Before you answer, compare the task with every <description>.",
    `- One skill clearly fits: open the file at its <location> with \`${readTool}\` and do what it says.`,
    "- Several could fit: take the most specific one and open only that file.",
    "- None clearly fits: open none.",
    "Choose first, then read; never start with more than one skill. Relative paths in a skill start from the folder that its file lies in.",
  ];
}

function notesFor(included: number, total: number, shortened: boolean): readonly string[] {
  if (included === total)
    return shortened ? ["Skill descriptions are shortened. Run `skill-cortex skills check` to audit."] : [];
  const how = shortened ? " (descriptions shortened)" : "";
  return [
    `Skills truncated: included ${included} of ${total}${how}. Run \`skill-cortex skills check\` to audit.`,
  ];
}

/** On the safe side for languages without blanks. */
export function estimateTokens(text: string): number {
  const other = text.match(/[^\x00-\x7f]/gu)?.length ?? 0;
  return Math.ceil((text.length - other) / 4) + other;
}
