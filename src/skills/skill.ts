import type { Diagnostic } from "../core/diagnostics.js";
import type { InvocationPolicy } from "./invocation.js";
import type { SkillMetadata } from "./metadata.js";

/** One loaded skill: everything but its body, which is read on demand. */
export interface Skill {
  /** Folder name of a SKILL.md, else the file's base name. */
  readonly id: string;
  readonly name: string;
  /** One paragraph, trimmed. */
  readonly description: string;
  /** Absolute path of the file. */
  readonly file: string;
  /** The folder that relative paths in the skill start from. */
  readonly directory: string;
  /** Id of the tier it came from, for example `workspace`. */
  readonly tier: string;
  /** Higher tiers shadow lower ones. */
  readonly precedence: number;
  /** True for skills shipped with the host, which `allowBundled` limits. */
  readonly bundled: boolean;
  /** All frontmatter, unknown keys too; without prototype. */
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly metadata: SkillMetadata;
  readonly invocation: InvocationPolicy;
  readonly homepage?: string;
  readonly license?: string;
  readonly compatibility?: string;
  /** `allowed-tools` of the Agent Skills standard. */
  readonly allowedTools?: readonly string[];
  /** 1-based line on which the body starts. */
  readonly bodyLine: number;
  /** Changes exactly when the file's bytes change. */
  readonly digest: string;
}

/** A file that looked like a skill and was left out. */
export interface RejectedSkill {
  readonly id: string;
  /** The name as far as it could be read. */
  readonly name: string;
  readonly file: string;
  readonly tier: string;
  readonly code: RejectionCode;
  readonly message: string;
}

/** Why a file that looked like a skill is none. */
export type RejectionCode =
  | "metadata-invalid"
  | "frontmatter-invalid"
  | "frontmatter-missing"
  | "description-missing"
  | "description-invalid"
  | "not-strict"
  | "file-too-large"
  | "file-unreadable"
  | "outside-root"
  | "hard-link"
  | "limit";

/** Either a skill or the reason why there is none, with everything there is to say about it. */
export type ReadSkill = { readonly diagnostics: readonly Diagnostic[] } & (
  | { readonly skill: Skill; readonly rejected?: undefined }
  | { readonly skill?: undefined; readonly rejected: RejectedSkill }
);

/** The key under which `skills.entries` configures the skill. */
export function configKey(skill: Pick<Skill, "name" | "metadata">): string {
  return skill.metadata.skillKey ?? skill.name;
}
