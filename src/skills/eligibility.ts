import type { ProbeAnswer } from "../ports/probe.js";
import { DEFAULT_SKILLS_CONFIG, entryOf, type SkillEntryConfig, type SkillsConfig } from "./config.js";
import { configKey, type Skill } from "./skill.js";

/** What is known of one place where skills run, ready for look-ups. */
export interface MachineFacts {
  readonly id: string;
  readonly platform: string;
  readonly bins: ReadonlySet<string>;
  readonly env: ReadonlySet<string>;
  /** Why nobody could look at it. Skills that require something of it are then left out, not let in. */
  readonly unreachable?: string;
}

/** Against what skills are judged. */
export interface EligibilityContext {
  readonly config?: SkillsConfig;
  /** The host's whole configuration, for `requires.config`. */
  readonly hostConfig?: unknown;
  /** Where skills run: the host, or the sandbox instead of it. */
  readonly machine: MachineFacts;
  /** Further machines whose platform and binaries count as well. */
  readonly remotes?: readonly MachineFacts[];
  /** Names or keys that are wanted. Absent: all. Empty: none. */
  readonly filter?: readonly string[];
}

/** One thing that keeps a skill from being used. */
export type IneligibleReason =
  | { readonly code: "disabled" | "not-allowed" | "filtered" }
  | { readonly code: "platform"; readonly needed: readonly string[]; readonly found: readonly string[] }
  | {
      readonly code: "missing-bins" | "missing-any-bins" | "missing-env" | "missing-config";
      readonly missing: readonly string[];
    }
  | { readonly code: "machine-unreachable"; readonly machine: string; readonly why: string };

/** Whether a skill can be used, and everything that speaks against it (not only the first thing). */
export interface Eligibility {
  readonly eligible: boolean;
  readonly reasons: readonly IneligibleReason[];
}

/** Reasons that nobody can give who could not look. */
const OF_THE_MACHINE: ReadonlySet<string> = new Set([
  "platform",
  "missing-bins",
  "missing-any-bins",
  "missing-env",
]);
const ELIGIBLE: Eligibility = Object.freeze({ eligible: true, reasons: Object.freeze([]) });
/** OpenClaw's settings that are on unless they are switched off. */
const ON_BY_DEFAULT = new Set(["browser.enabled", "browser.evaluateEnabled"]);

/** Names that a probe must look up to judge these skills. */
export function requiredNames(skills: Iterable<Skill>): {
  readonly bins: readonly string[];
  readonly env: readonly string[];
} {
  const bins = new Set<string>();
  const env = new Set<string>();
  for (const skill of skills) {
    const { requires } = skill.metadata;
    // Most lists are empty, and this is done for every skill at every look.
    if (requires.bins.length > 0) for (const name of requires.bins) bins.add(name);
    if (requires.anyBins.length > 0) for (const name of requires.anyBins) bins.add(name);
    if (requires.env.length > 0) for (const name of requires.env) env.add(name);
  }
  return { bins: [...bins], env: [...env] };
}

/** A probe's answer as look-up sets. */
export function machineFacts(id: string, answer: ProbeAnswer): MachineFacts {
  return { id, platform: answer.platform, bins: new Set(answer.bins), env: new Set(answer.env) };
}

/** Stands for a place that a probe could not look at. */
export function unreachableMachine(id: string, why: string): MachineFacts {
  return { id, platform: "", bins: new Set(), env: new Set(), unreachable: why };
}

/** OpenClaw's gate: enabled, allowBundled, platform, then (unless `always`) bins, anyBins, env, config. */
export function judgeSkill(skill: Skill, context: EligibilityContext): Eligibility {
  const config = context.config ?? DEFAULT_SKILLS_CONFIG;
  const entry = entryOf(config, skill);
  const reasons: IneligibleReason[] = [];
  if (entry?.enabled === false) reasons.push({ code: "disabled" });
  if (skill.bundled && !names(skill, config.allowBundled, true)) reasons.push({ code: "not-allowed" });
  if (context.filter !== undefined && !names(skill, context.filter, false))
    reasons.push({ code: "filtered" });
  judgePlatform(skill, context, reasons);
  if (!skill.metadata.always) judgeRequirements(skill, entry, context, reasons);
  if (reasons.length === 0) return ELIGIBLE;
  const { unreachable, id } = context.machine;
  const unknown = unreachable !== undefined && reasons.some(({ code }) => OF_THE_MACHINE.has(code));
  if (!unknown) return { eligible: false, reasons };
  const known = reasons.filter(({ code }) => !OF_THE_MACHINE.has(code));
  return {
    eligible: false,
    reasons: [...known, { code: "machine-unreachable", machine: id, why: unreachable }],
  };
}

/** True when the list has the skill's key or name; `emptyMeansAll` is the rule of `allowBundled`. */
function names(skill: Skill, list: readonly string[], emptyMeansAll: boolean): boolean {
  if (list.length === 0) return emptyMeansAll;
  return list.includes(configKey(skill)) || list.includes(skill.name);
}

function judgePlatform(skill: Skill, context: EligibilityContext, reasons: IneligibleReason[]): void {
  const needed = skill.metadata.os;
  if (needed.length === 0) return;
  const reachable = (context.remotes ?? []).filter(({ unreachable }) => unreachable === undefined);
  const found = [context.machine, ...reachable].map(({ platform }) => platform);
  if (!found.some((platform) => needed.includes(platform))) reasons.push({ code: "platform", needed, found });
}

function judgeRequirements(
  skill: Skill,
  entry: SkillEntryConfig | undefined,
  context: EligibilityContext,
  reasons: IneligibleReason[],
): void {
  const { bins, anyBins, env, config } = skill.metadata.requires;
  const hasBin = (name: string): boolean =>
    context.machine.bins.has(name) || (context.remotes?.some((remote) => remote.bins.has(name)) ?? false);
  const lacking = (
    code: "missing-bins" | "missing-env" | "missing-config",
    missing: readonly string[],
  ): void => {
    if (missing.length > 0) reasons.push({ code, missing });
  };
  if (bins.length > 0)
    lacking(
      "missing-bins",
      bins.filter((name) => !hasBin(name)),
    );
  if (anyBins.length > 0 && !anyBins.some(hasBin))
    reasons.push({ code: "missing-any-bins", missing: anyBins });
  if (env.length > 0)
    lacking(
      "missing-env",
      env.filter((name) => !isSet(name, skill, entry, context.machine)),
    );
  if (config.length > 0)
    lacking(
      "missing-config",
      config.filter((path) => !isConfigured(path, context.hostConfig)),
    );
}

function isSet(
  name: string,
  skill: Skill,
  entry: SkillEntryConfig | undefined,
  machine: MachineFacts,
): boolean {
  if (machine.env.has(name)) return true;
  if (entry === undefined) return false;
  if (Object.hasOwn(entry.env, name) && entry.env[name]?.trim() !== "") return true;
  return (entry.apiKey !== undefined || entry.apiKeyByReference) && skill.metadata.primaryEnv === name;
}

/** Truthy as OpenClaw has it: non-blank text, not zero, any object. Own properties only, so `__proto__` finds nothing. */
function isConfigured(path: string, config: unknown): boolean {
  let value: unknown = config;
  for (const part of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) {
      value = undefined;
      break;
    }
    value = (value as Readonly<Record<string, unknown>>)[part];
  }
  if (value === undefined) return ON_BY_DEFAULT.has(path);
  if (typeof value === "string") return value.trim() !== "";
  return value !== null && value !== false && value !== 0 && !Number.isNaN(value);
}
