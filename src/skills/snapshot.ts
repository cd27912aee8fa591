import type { IneligibleReason } from "./eligibility.js";
import type { SkillPrompt } from "./prompt.js";
import { configKey, type Skill } from "./skill.js";

/** What one agent run works with: the prompt and the skills behind it, frozen together. */
export interface SkillSnapshot {
  /** The section of the system prompt; empty when there is none. */
  readonly prompt: string;
  /** What was shortened, dropped or hidden. */
  readonly report: Omit<SkillPrompt, "text">;
  /** Light summary, for environment overrides. */
  readonly skills: readonly SnapshotSkill[];
  readonly skillFilter?: readonly string[];
  readonly resolvedSkills: readonly Skill[];
  readonly excluded: readonly { readonly name: string; readonly reasons: readonly IneligibleReason[] }[];
  /** Grows when, and only when, the content changes. */
  readonly version: number;
  /** Equal for equal content, also in another process. */
  readonly contentHash: string;
}

/** One line of the summary. */
export interface SnapshotSkill {
  readonly name: string;
  readonly skillKey: string;
  readonly primaryEnv?: string;
  readonly requiredEnv?: readonly string[];
}

/** Builds a snapshot; with `previous` of equal content, its version is kept. */
export function buildSnapshot(
  content: {
    readonly skills: readonly Skill[];
    readonly excluded: SkillSnapshot["excluded"];
    readonly prompt: SkillPrompt;
    readonly filter?: readonly string[];
  },
  options: {
    readonly hash: (text: string) => string;
    /** Milliseconds since the epoch: versions of a restarted process are higher than those before it. */
    readonly now: number;
    readonly previous?: Pick<SkillSnapshot, "version" | "contentHash"> | undefined;
  },
): SkillSnapshot {
  const { skills, excluded, prompt, filter } = content;
  const { text, ...report } = prompt;
  const lines = skills.map(({ name, tier, file, digest }) => JSON.stringify([name, tier, file, digest]));
  const contentHash = options.hash(JSON.stringify([text, filter ?? null]) + lines.join("\n"));
  const { previous } = options;
  const version =
    previous === undefined
      ? options.now
      : previous.contentHash === contentHash
        ? previous.version
        : Math.max(options.now, previous.version + 1);
  return {
    prompt: text,
    report,
    skills: skills.map(summary),
    ...(filter === undefined ? {} : { skillFilter: filter }),
    resolvedSkills: skills,
    excluded,
    version,
    contentHash,
  };
}

function summary(skill: Skill): SnapshotSkill {
  const { primaryEnv, requires } = skill.metadata;
  return {
    name: skill.name,
    skillKey: configKey(skill),
    ...(primaryEnv === undefined ? {} : { primaryEnv }),
    ...(requires.env.length === 0 ? {} : { requiredEnv: requires.env }),
  };
}
