import { err, ok, type Result } from "neverthrow";
import { z } from "zod";
import type { Diagnostic, Loaded } from "../core/diagnostics.js";
import { type CortexFailure, failure } from "../core/errors.js";
import { editDistance } from "../text/edit-distance.js";
import { safeText } from "../text/safe-text.js";
import { DEFAULT_SKILL_LIMITS, type SkillLimits } from "./limits.js";
import { namesOnly, withPublicFace } from "./secret-record.js";
import { configKey, type Skill } from "./skill.js";

const words = z.array(z.string());
const count = z.number().int().min(0);
/** A key in plain text, or a reference that only the host can resolve (`{ source, provider, id }`). */
const secret = z.union([z.string(), z.looseObject({})]);

const entrySchema = z.looseObject({
  enabled: z.boolean().optional(),
  apiKey: secret.optional(),
  env: z.record(z.string(), z.string()).optional(),
  config: z.record(z.string(), z.unknown()).optional(),
});

const skillsSchema = z.looseObject({
  allowBundled: words.optional(),
  load: z
    .looseObject({
      extraDirs: words.optional(),
      allowSymlinkTargets: words.optional(),
      watch: z.boolean().optional(),
      debounceMs: count.optional(),
      watchDebounceMs: count.optional(),
    })
    .optional(),
  install: z
    .looseObject({
      preferBrew: z.boolean().optional(),
      nodeManager: z.enum(["npm", "pnpm", "yarn", "bun"]).optional(),
    })
    .optional(),
  limits: z
    .looseObject({
      maxCandidatesPerRoot: count.optional(),
      maxSkillsLoadedPerSource: count.optional(),
      maxSkillsInPrompt: count.optional(),
      maxSkillsPromptChars: count.optional(),
      maxSkillFileBytes: count.optional(),
    })
    .optional(),
  entries: z.record(z.string(), entrySchema).optional(),
});

/** Settings of one skill. Logged or written as JSON, an entry shows which secrets are set, not what they are. */
export interface SkillEntryConfig {
  readonly enabled: boolean;
  /** Injected as the skill's `primaryEnv`. Never print it. */
  readonly apiKey: string | undefined;
  /** A key is configured by reference: set, but only the host can resolve it. */
  readonly apiKeyByReference: boolean;
  /** Further variables. Never print the values. */
  readonly env: Readonly<Record<string, string>>;
  readonly config: Readonly<Record<string, unknown>>;
}

/** The whole `skills` section, with every default filled in. */
export interface SkillsConfig {
  /** Names or keys of bundled skills that may be used; empty means all. */
  readonly allowBundled: readonly string[];
  readonly load: {
    readonly extraDirs: readonly string[];
    /** Real folders that symlinked skills may lead to. */
    readonly allowSymlinkTargets: readonly string[];
    /** @defaultValue true */
    readonly watch: boolean;
    /** @defaultValue 250 */
    readonly debounceMs: number;
  };
  readonly install: {
    /** @defaultValue true */
    readonly preferBrew: boolean;
    /** @defaultValue "npm" */
    readonly nodeManager: "npm" | "pnpm" | "yarn" | "bun";
  };
  readonly limits: SkillLimits;
  readonly entries: Readonly<Record<string, SkillEntryConfig>>;
}

/** What an empty `skills` section means. */
export const DEFAULT_SKILLS_CONFIG: SkillsConfig = Object.freeze({
  allowBundled: Object.freeze([]),
  load: Object.freeze({
    extraDirs: Object.freeze([]),
    allowSymlinkTargets: Object.freeze([]),
    watch: true,
    debounceMs: 250,
  }),
  install: Object.freeze({ preferBrew: true, nodeManager: "npm" }),
  limits: DEFAULT_SKILL_LIMITS,
  entries: Object.freeze(Object.create(null) as Record<string, SkillEntryConfig>),
});

const SECTIONS: readonly string[] = Object.keys(skillsSchema.shape);
const ENTRY_KEYS: readonly string[] = Object.keys(entrySchema.shape);
const KNOWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  load: ["extraDirs", "allowSymlinkTargets", "watch", "debounceMs", "watchDebounceMs"],
  install: ["preferBrew", "nodeManager", "allowUploadedArchives"],
  limits: Object.keys(DEFAULT_SKILL_LIMITS),
};

/**
 * Checks a `skills` section. An error names the path and what is allowed there, never the value:
 * it could be a key. Unknown settings of the sections that this library reads are warned about.
 */
export function parseSkillsConfig(value: unknown): Result<Loaded<SkillsConfig>, CortexFailure> {
  const parsed = skillsSchema.safeParse(value ?? {});
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => {
      const path = ["skills", ...issue.path.map(String)].join(".");
      return `${path}: ${allowed(issue)}`;
    });
    return err(
      failure("config-invalid", `The skills configuration is not valid. ${problems.join("; ")}`, {
        problems,
      }),
    );
  }
  const { allowBundled, load, install, limits, entries } = parsed.data;
  const base = DEFAULT_SKILLS_CONFIG;
  const config: SkillsConfig = {
    allowBundled: allowBundled ?? base.allowBundled,
    load: {
      extraDirs: load?.extraDirs ?? base.load.extraDirs,
      allowSymlinkTargets: load?.allowSymlinkTargets ?? base.load.allowSymlinkTargets,
      watch: load?.watch ?? base.load.watch,
      debounceMs: load?.debounceMs ?? load?.watchDebounceMs ?? base.load.debounceMs,
    },
    install: {
      preferBrew: install?.preferBrew ?? base.install.preferBrew,
      nodeManager: install?.nodeManager ?? base.install.nodeManager,
    },
    limits: {
      maxCandidatesPerRoot: limits?.maxCandidatesPerRoot ?? base.limits.maxCandidatesPerRoot,
      maxSkillsLoadedPerSource: limits?.maxSkillsLoadedPerSource ?? base.limits.maxSkillsLoadedPerSource,
      maxSkillsInPrompt: limits?.maxSkillsInPrompt ?? base.limits.maxSkillsInPrompt,
      maxSkillsPromptChars: limits?.maxSkillsPromptChars ?? base.limits.maxSkillsPromptChars,
      maxSkillFileBytes: limits?.maxSkillFileBytes ?? base.limits.maxSkillFileBytes,
    },
    entries: readEntries(entries ?? {}),
  };
  return ok({ value: config, diagnostics: unknownKeys(parsed.data) });
}

/** The settings of one skill, by its `skillKey` or its name. */
export function entryOf(
  config: Pick<SkillsConfig, "entries">,
  skill: Pick<Skill, "name" | "metadata">,
): SkillEntryConfig | undefined {
  const key = configKey(skill);
  return Object.hasOwn(config.entries, key) ? config.entries[key] : undefined;
}

/** The configuration as it may be printed: keys and values of variables are only said to be set. */
export function redactSkillsConfig(config: SkillsConfig): unknown {
  const entries = Object.entries(config.entries).map(([name, entry]) => [name, redactEntry(entry)]);
  return { ...config, entries: Object.fromEntries(entries) };
}

function redactEntry(entry: SkillEntryConfig): unknown {
  return {
    enabled: entry.enabled,
    ...(entry.apiKey !== undefined || entry.apiKeyByReference ? { apiKey: "[set]" } : {}),
    env: namesOnly(entry.env),
    config: namesOnly(entry.config),
  };
}

function readEntries(raw: Readonly<Record<string, z.infer<typeof entrySchema>>>): SkillsConfig["entries"] {
  const entries: Record<string, SkillEntryConfig> = Object.create(null);
  for (const [name, entry] of Object.entries(raw)) {
    const read: SkillEntryConfig = {
      enabled: entry.enabled ?? true,
      apiKey: typeof entry.apiKey === "string" && entry.apiKey.trim() !== "" ? entry.apiKey : undefined,
      apiKeyByReference: typeof entry.apiKey === "object",
      env: entry.env ?? {},
      config: entry.config ?? {},
    };
    entries[name] = withPublicFace(read, () => redactEntry(read));
  }
  return entries;
}

function unknownKeys(data: z.infer<typeof skillsSchema>): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const warn = (path: readonly string[], known: readonly string[]): void => {
    found.push({
      code: "config-unknown-key",
      severity: "warning",
      message: `${safeText(["skills", ...path].join("."), 200)} is not a known setting and has no effect.`,
      fix: `Known settings: ${known.join(", ")}.`,
    });
  };
  // OpenClaw has more sections than skills need; a misspelt one of ours must not just lift a restriction.
  for (const key of Object.keys(data))
    if (!SECTIONS.includes(key) && SECTIONS.some((known) => editDistance(key, known, 2) <= 2))
      warn([key], SECTIONS);
  for (const [section, known] of Object.entries(KNOWN_KEYS)) {
    for (const key of Object.keys((data[section] as object | undefined) ?? {}))
      if (!known.includes(key)) warn([section, key], known);
  }
  for (const [name, entry] of Object.entries(data.entries ?? {})) {
    for (const key of Object.keys(entry))
      if (!ENTRY_KEYS.includes(key)) warn(["entries", name, key], ENTRY_KEYS);
  }
  return found;
}

const WHOLE_NUMBER = "a whole number that is not negative";
/** zod's words for types, in everyday ones. */
const EXPECTED: Readonly<Record<string, string>> = {
  array: "a list",
  object: "a map",
  record: "a map",
  string: "text",
  boolean: "true or false",
  number: WHOLE_NUMBER,
  int: WHOLE_NUMBER,
};

function allowed(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return `allowed are ${issue.values.map(String).join(", ")}`;
  if (issue.code === "invalid_type") return `expected ${EXPECTED[issue.expected] ?? issue.expected}`;
  if (issue.code === "invalid_union") return "expected text, or a reference to a secret";
  return `expected ${WHOLE_NUMBER}`;
}
