import type { Diagnostic, Loaded } from "../core/diagnostics.js";
import { safeText } from "../text/safe-text.js";
import { type InstallSpec, platformName, readInstallSpec } from "./install-specs.js";
import {
  EMPTY_METADATA,
  type SkillMetadata,
  type SkillRequirements,
  type SkillTriggers,
} from "./metadata.js";
import { isNear, isOrdinary, isSlip, NAMESPACES, namesNamespace, type RestrictingKey } from "./near-key.js";
import { parseRelaxedJson } from "./relaxed-json.js";
import { asRecord, readBoolean, readList, readText } from "./values.js";

/** The metadata of a skill, and whether its restrictions could be read in full. */
export interface ReadMetadata {
  readonly metadata: SkillMetadata;
  /** True when a restriction is there and unreadable: the skill must be left out. */
  readonly broken: boolean;
}

const REQUIREMENTS = ["bins", "anyBins", "env", "config"] as const;
const EMPTY: Loaded<ReadMetadata> = Object.freeze({
  value: Object.freeze({ metadata: EMPTY_METADATA, broken: false }),
  diagnostics: Object.freeze([]),
});

/** Where the frontmatter came from, for diagnostics. */
export interface MetadataSource {
  readonly file?: string;
  /** The line of a path of keys; asked only when there is something to report. */
  readonly locate?: (path: readonly string[]) => number | undefined;
}

/**
 * Reads `metadata.openclaw` (or its older names), written as YAML, JSON or JSON5, also as text.
 * A restriction of the wrong shape or in a doubtful place makes the result `broken` instead of vanishing.
 */
export function readMetadata(
  data: Readonly<Record<string, unknown>>,
  source: MetadataSource = {},
): Loaded<ReadMetadata> {
  const view = viewOf(data);
  if (!view.keys.some((key) => mayRestrict(key, data[key]))) return EMPTY;
  const reader = new MetadataReader(source);
  const found = reader.findBlock(view);
  if (found === undefined) {
    return reader.diagnostics.length === 0 ? EMPTY : reader.result(EMPTY_METADATA);
  }
  return reader.result(reader.readBlock(found));
}

/** Nearly all headers have nothing of the kind, and should cost nothing. */
function mayRestrict(key: string, value: unknown): boolean {
  return !isOrdinary(key) || holdsNamespace(value);
}

function holdsNamespace(value: unknown): boolean {
  // JSON as text, which is one way to write `metadata`.
  if (typeof value === "string") return value.startsWith("{") && namesNamespace(value);
  const record = asRecord(value);
  return record !== undefined && NAMESPACES.some((name) => asRecord(record[name]) !== undefined);
}

type Data = Readonly<Record<string, unknown>>;

/** A record with its keys, which are slow to list: the parsers' objects have no prototype and no shape. */
interface View {
  readonly record: Data;
  readonly keys: readonly string[];
  /** Some key is not spelt as it should be. */
  readonly slips: boolean;
}

function viewOf(record: Data): View {
  const keys = Object.keys(record);
  return { record, keys, slips: keys.some(isSlip) };
}

interface Block {
  readonly path: readonly string[];
  readonly view: View;
}

class MetadataReader {
  readonly diagnostics: Diagnostic[] = [];
  #broken = false;
  #path: readonly string[] = [];
  /** A place that has requirements although it is not the block. */
  #stray: Block | undefined;
  readonly #source: MetadataSource;

  constructor(source: MetadataSource) {
    this.#source = source;
  }

  result(metadata: SkillMetadata): Loaded<ReadMetadata> {
    return { value: { metadata, broken: this.#broken }, diagnostics: this.diagnostics };
  }

  /** Inside `metadata`, else at the top level. Anything that looks like a second or misspelt block is reported. */
  findBlock(data: View): Block | undefined {
    const outer = this.#pick(data, "metadata");
    const holder = outer === undefined || outer === null ? undefined : this.#record(outer, ["metadata"]);
    const blocks: Block[] = [];
    for (const [place, path] of [
      [holder, ["metadata"]],
      [data, []],
    ] as const) {
      if (place === undefined) continue;
      for (const name of NAMESPACES) {
        const block = this.#pick(place, name, path);
        if (block === undefined) continue;
        const record = this.#record(block, [...path, name]);
        if (record !== undefined) blocks.push({ path: [...path, name], view: record });
      }
      this.#checkStrays(place, path);
    }
    const [first, second] = blocks;
    if (second !== undefined)
      this.#warn(
        "metadata-second-block",
        `\`${second.path.join(".")}\` is not used: there is another block.`,
        second.path,
      );
    return first ?? this.#stray;
  }

  /** Keys that people meant to restrict something with, where nobody looks for them. */
  #checkStrays(view: View, path: readonly string[]): void {
    const { record } = view;
    for (const key of view.keys) {
      const value = record[key];
      if (isOrdinary(key) && !holdsNamespace(value)) continue;
      if (NAMESPACES.some((name) => isNear(key, name))) continue;
      if (!(path.length === 0 && isNear(key, "metadata")) && holdsNamespace(value))
        this.#break([...path, key], "its content belongs directly below `metadata`");
      else if (namesNamespace(key) && (key.includes(".") || asRecord(value) !== undefined))
        this.#break([...path, key], "its key is not exactly `openclaw`");
      else if (isNear(key, "requires")) this.#misplaced({ view, path }, key);
    }
  }

  /**
   * Requirements outside of the block. Below an empty `metadata` they have lost their indentation. In OpenClaw's own words they
   * are applied; in others they may be meant for another program.
   */
  #misplaced(place: Block, key: string): void {
    const path = [...place.path, key];
    const value = place.view.record[key];
    if (place.view.record.metadata === null) {
      this.#break(path, "it does not stand below `metadata.openclaw`");
      return;
    }
    if (value === null) return;
    const requires = asRecord(value);
    const applies =
      requires !== undefined &&
      Object.keys(requires).some((name) => REQUIREMENTS.some((known) => isNear(name, known)));
    if (applies) this.#stray ??= place;
    this.#warn(
      "metadata-misplaced",
      `\`${safeText(path.join("."), 100)}\` is ${applies ? "applied, but other readers ignore it here" : "not checked here"}.`,
      path,
      "Move it below `metadata.openclaw`.",
    );
  }

  readBlock({ view, path }: Block): SkillMetadata {
    this.#path = path;
    const { record } = view;
    const text = (name: string): string | undefined => readText(record[name]) ?? undefined;
    const emoji = text("emoji");
    const homepage = text("homepage");
    const skillKey = text("skillKey");
    const primaryEnv = text("primaryEnv");
    return {
      always: this.#readAlways(record.always),
      ...(emoji === undefined ? {} : { emoji }),
      ...(homepage === undefined ? {} : { homepage }),
      ...(skillKey === undefined ? {} : { skillKey }),
      ...(primaryEnv === undefined ? {} : { primaryEnv }),
      os: this.#list(view, "os", path).map(platformName),
      requires: this.#readRequires(this.#pick(view, "requires", path)),
      install: this.#readInstall(record.install),
      triggers: this.#readTriggers(record.triggers),
    };
  }

  #readAlways(value: unknown): boolean {
    const always = readBoolean(value);
    if (always === null)
      this.#warn("metadata-invalid", "`always` is neither true nor false; it counts as false.", [
        ...this.#path,
        "always",
      ]);
    return always ?? false;
  }

  #readRequires(value: unknown): SkillRequirements {
    if (value === undefined) return EMPTY_METADATA.requires;
    const path = [...this.#path, "requires"];
    const requires = this.#record(value, path);
    if (requires === undefined) return EMPTY_METADATA.requires;
    const list = (name: keyof SkillRequirements): readonly string[] => this.#list(requires, name, path);
    for (const key of requires.keys) {
      if (REQUIREMENTS.some((known) => isNear(key, known))) continue;
      this.#warn(
        "metadata-unknown-requirement",
        `\`requires.${safeText(key, 60)}\` is not a known requirement and is not checked.`,
        [...path, key],
      );
    }
    return { bins: list("bins"), anyBins: list("anyBins"), env: list("env"), config: list("config") };
  }

  #readInstall(value: unknown): readonly InstallSpec[] {
    if (value === undefined || value === null) return EMPTY_METADATA.install;
    const entries = Array.isArray(value) ? value : [value];
    const specs: InstallSpec[] = [];
    for (const [index, entry] of entries.entries()) {
      const spec = readInstallSpec(entry, index);
      if ("refused" in spec)
        this.#warn("install-spec-invalid", `\`install\` entry ${index + 1} is not used: ${spec.refused}.`, [
          ...this.#path,
          "install",
        ]);
      else specs.push(spec);
    }
    return specs;
  }

  #readTriggers(value: unknown): SkillTriggers {
    const triggers = asRecord(value);
    if (triggers === undefined) return EMPTY_METADATA.triggers;
    const phrases = (key: string): readonly string[] => {
      const list = triggers[key];
      // Phrases have blanks in them, so that only commas separate.
      const words = typeof list === "string" ? list.split(",") : Array.isArray(list) ? list : [];
      return [...new Set(words.map((phrase) => readText(phrase) ?? "").filter((phrase) => phrase !== ""))];
    };
    return { any: phrases("any"), all: phrases("all"), none: phrases("none") };
  }

  /** The value of a key that restricts; a slip in its spelling counts, with a warning. */
  #pick({ record, keys, slips }: View, name: RestrictingKey, path: readonly string[] = []): unknown {
    if (!slips || Object.hasOwn(record, name)) return record[name];
    const near = keys.find((key) => isNear(key, name));
    if (near === undefined) return undefined;
    this.#warn(
      "metadata-spelling",
      `\`${safeText(near, 60)}\` was read as \`${name}\`.`,
      [...path, near],
      `Write \`${name}\`.`,
    );
    return record[near];
  }

  /** An object, or text that holds one as JSON5. */
  #record(value: unknown, path: readonly string[]): View | undefined {
    const record = asRecord(value);
    if (record !== undefined) return viewOf(record);
    if (value === null) return this.#break(path, "it is empty");
    if (typeof value !== "string") return this.#break(path, "it is not an object");
    const parsed = parseRelaxedJson(value, { json5: true });
    const inner = parsed.ok ? asRecord(parsed.value) : undefined;
    if (inner !== undefined) return viewOf(inner);
    return this.#break(path, parsed.ok ? "it is not an object" : parsed.reason);
  }

  #list(view: View, name: RestrictingKey, path: readonly string[]): readonly string[] {
    const value = this.#pick(view, name, path);
    const list = readList(value);
    if (value === null) this.#break([...path, name], "it is empty");
    if (list === null) this.#break([...path, name], "it is not a list of words");
    return list ?? EMPTY_METADATA.os;
  }

  #break(path: readonly string[], reason: string): undefined {
    this.#broken = true;
    this.#add(
      "error",
      "metadata-invalid",
      `\`${safeText(path.join("."), 100)}\` can't be read (${safeText(reason)}), so nobody can tell when the skill may be used.`,
      path,
      "Correct it, or remove it.",
    );
    return undefined;
  }

  #warn(
    code: string,
    message: string,
    path: readonly string[],
    fix = "Correct the spelling, or remove it.",
  ): void {
    this.#add("warning", code, message, path, fix);
  }

  #add(
    severity: "error" | "warning",
    code: string,
    message: string,
    path: readonly string[],
    fix: string,
  ): void {
    const { file, locate } = this.#source;
    const line = locate?.(path);
    this.diagnostics.push({
      code,
      severity,
      message,
      fix,
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
    });
  }
}
