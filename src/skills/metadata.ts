import type { Diagnostic, Loaded } from "../core/diagnostics.js";
import { type InstallSpec, platformName, readInstallSpec } from "./install-specs.js";
import { parseRelaxedJson } from "./relaxed-json.js";
import { asRecord, readBoolean, readList, readText } from "./values.js";

/** What must be there before a skill can be used. */
export interface SkillRequirements {
  /** All of them on the PATH. */
  readonly bins: readonly string[];
  /** At least one of them on the PATH. */
  readonly anyBins: readonly string[];
  /** All of them set. */
  readonly env: readonly string[];
  /** Dotted paths of the host's configuration, all of them truthy. */
  readonly config: readonly string[];
}

/** OpenPocket's lexical hints. They never gate: see `prompt` and discovery. */
export interface SkillTriggers {
  readonly any: readonly string[];
  readonly all: readonly string[];
  readonly none: readonly string[];
}

/** The `metadata.openclaw` block. */
export interface SkillMetadata {
  /** Skips the requirement checks (not the platform check). */
  readonly always: boolean;
  readonly emoji?: string;
  readonly homepage?: string;
  /** Overrides the name as key of `skills.entries`. */
  readonly skillKey?: string;
  /** The variable that receives `apiKey`. */
  readonly primaryEnv?: string;
  /** Node's platform names; empty means every platform. */
  readonly os: readonly string[];
  readonly requires: SkillRequirements;
  readonly install: readonly InstallSpec[];
  readonly triggers: SkillTriggers;
}

/** The metadata of a skill, and whether its restrictions could be read in full. */
export interface ReadMetadata {
  readonly metadata: SkillMetadata;
  /** True when a restriction is there and unreadable: the skill must be left out. */
  readonly broken: boolean;
}

const NOTHING: readonly string[] = Object.freeze([]);
const NO_REQUIREMENTS: SkillRequirements = Object.freeze({
  bins: NOTHING,
  anyBins: NOTHING,
  env: NOTHING,
  config: NOTHING,
});
const NO_TRIGGERS: SkillTriggers = Object.freeze({ any: NOTHING, all: NOTHING, none: NOTHING });

/** Metadata of a skill that declares none. */
export const EMPTY_METADATA: SkillMetadata = Object.freeze({
  always: false,
  os: NOTHING,
  requires: NO_REQUIREMENTS,
  install: Object.freeze([]),
  triggers: NO_TRIGGERS,
});

const NAMESPACES = ["openclaw", "clawdbot"] as const;
const EMPTY: Loaded<ReadMetadata> = Object.freeze({
  value: Object.freeze({ metadata: EMPTY_METADATA, broken: false }),
  diagnostics: Object.freeze([]),
});

/**
 * Reads `metadata.openclaw` (or the older `clawdbot`), written as YAML, JSON or JSON5, also as text.
 * A restriction of the wrong shape makes the result `broken` instead of vanishing.
 */
export function readMetadata(data: Readonly<Record<string, unknown>>, file?: string): Loaded<ReadMetadata> {
  if (!("metadata" in data) && !("openclaw" in data) && !("clawdbot" in data)) return EMPTY;
  const reader = new MetadataReader(file);
  const block = reader.findBlock(data);
  if (block === undefined) {
    return reader.diagnostics.length === 0 ? EMPTY : reader.result(EMPTY_METADATA);
  }
  return reader.result(reader.readBlock(block));
}

class MetadataReader {
  readonly diagnostics: Diagnostic[] = [];
  #broken = false;
  readonly #file: string | undefined;

  constructor(file: string | undefined) {
    this.#file = file;
  }

  result(metadata: SkillMetadata): Loaded<ReadMetadata> {
    return { value: { metadata, broken: this.#broken }, diagnostics: this.diagnostics };
  }

  findBlock(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
    const outer = data.metadata;
    const holder = outer === undefined || outer === null ? undefined : this.#record(outer, "metadata");
    for (const place of [holder, data]) {
      for (const name of NAMESPACES) {
        const block = place?.[name];
        if (block !== undefined && block !== null)
          return this.#record(block, place === data ? name : `metadata.${name}`);
      }
    }
    return undefined;
  }

  readBlock(block: Readonly<Record<string, unknown>>): SkillMetadata {
    const requires = this.#readRequires(block.requires);
    const emoji = readText(block.emoji);
    const homepage = readText(block.homepage);
    const skillKey = readText(block.skillKey);
    const primaryEnv = readText(block.primaryEnv);
    return {
      always: this.#readAlways(block.always),
      ...(typeof emoji === "string" ? { emoji } : {}),
      ...(typeof homepage === "string" ? { homepage } : {}),
      ...(typeof skillKey === "string" ? { skillKey } : {}),
      ...(typeof primaryEnv === "string" ? { primaryEnv } : {}),
      os: this.#list(block.os, "os").map(platformName),
      requires,
      install: this.#readInstall(block.install),
      triggers: this.#readTriggers(block.triggers),
    };
  }

  #readAlways(value: unknown): boolean {
    const always = readBoolean(value);
    if (always === null)
      this.#warn("metadata-invalid", "`always` is neither true nor false; it counts as false.");
    return always ?? false;
  }

  #readRequires(value: unknown): SkillRequirements {
    if (value === undefined || value === null) return NO_REQUIREMENTS;
    const requires = this.#record(value, "requires");
    if (requires === undefined) return NO_REQUIREMENTS;
    for (const key of Object.keys(requires)) {
      if (!Object.hasOwn(NO_REQUIREMENTS, key)) {
        this.#warn(
          "metadata-unknown-requirement",
          `\`requires.${key}\` is not a known requirement and is not checked.`,
        );
      }
    }
    return {
      bins: this.#list(requires.bins, "requires.bins"),
      anyBins: this.#list(requires.anyBins, "requires.anyBins"),
      env: this.#list(requires.env, "requires.env"),
      config: this.#list(requires.config, "requires.config"),
    };
  }

  #readInstall(value: unknown): readonly InstallSpec[] {
    if (value === undefined || value === null) return EMPTY_METADATA.install;
    const entries = Array.isArray(value) ? value : [value];
    const specs: InstallSpec[] = [];
    for (const [index, entry] of entries.entries()) {
      const spec = readInstallSpec(entry, index);
      if ("refused" in spec)
        this.#warn("install-spec-invalid", `\`install\` entry ${index + 1} is not used: ${spec.refused}.`);
      else specs.push(spec);
    }
    return specs;
  }

  #readTriggers(value: unknown): SkillTriggers {
    const triggers = asRecord(value);
    if (triggers === undefined) return NO_TRIGGERS;
    const phrases = (key: string): readonly string[] => {
      const list = triggers[key];
      if (typeof list === "string")
        return list
          .split(",")
          .map((phrase) => phrase.trim())
          .filter((phrase) => phrase !== "");
      return readList(list) ?? NOTHING;
    };
    return { any: phrases("any"), all: phrases("all"), none: phrases("none") };
  }

  /** An object, or text that holds one as JSON5. */
  #record(value: unknown, path: string): Readonly<Record<string, unknown>> | undefined {
    const record = asRecord(value);
    if (record !== undefined) return record;
    if (typeof value === "string") {
      const parsed = parseRelaxedJson(value, { json5: true });
      const inner = parsed.ok ? asRecord(parsed.value) : undefined;
      if (inner !== undefined) return inner;
      return this.#break(path, parsed.ok ? "it is not an object" : parsed.reason);
    }
    return this.#break(path, "it is not an object");
  }

  #list(value: unknown, path: string): readonly string[] {
    const list = readList(value);
    if (list === null) this.#break(path, "it is not a list of words");
    return list ?? NOTHING;
  }

  #break(path: string, reason: string): undefined {
    this.#broken = true;
    this.#add(
      "error",
      "metadata-invalid",
      `\`${path}\` can't be read (${reason}), so nobody can tell when the skill may be used.`,
      "Correct it, or remove it.",
    );
    return undefined;
  }

  #warn(code: string, message: string): void {
    this.#add("warning", code, message, "Correct the spelling, or remove it.");
  }

  #add(severity: "error" | "warning", code: string, message: string, fix: string): void {
    this.diagnostics.push({
      code,
      severity,
      message,
      fix,
      ...(this.#file === undefined ? {} : { file: this.#file }),
    });
  }
}
