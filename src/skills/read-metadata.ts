import type { Loaded } from "../core/diagnostics.js";
import { safeText } from "../text/safe-text.js";
import { type Block, MetadataBlockFinder, mayRestrict, REQUIREMENTS } from "./find-metadata-block.js";
import { type InstallSpec, platformName, readInstallSpec } from "./install-specs.js";
import { EMPTY_METADATA, type SkillMetadata, type SkillRequirements } from "./metadata.js";
import { MetadataReport, type MetadataSource, type View, viewOf } from "./metadata-report.js";
import { isNear } from "./near-key.js";
import { readTriggers, type TriggerPlace } from "./read-triggers.js";
import { readBoolean, readText } from "./values.js";

/** The metadata of a skill, and whether its restrictions could be read in full. */
export interface ReadMetadata {
  readonly metadata: SkillMetadata;
  /** True when a restriction is there and unreadable: the skill must be left out. */
  readonly broken: boolean;
}

const EMPTY: Loaded<ReadMetadata> = Object.freeze({
  value: Object.freeze({ metadata: EMPTY_METADATA, broken: false }),
  diagnostics: Object.freeze([]),
});

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
  const report = new MetadataReport(source);
  const { block, holder } = new MetadataBlockFinder(report).find(view);
  // Netclaw's place, beside the block.
  const beside = { value: holder?.record.triggers, path: ["metadata", "triggers"] };
  if (block !== undefined) return resultOf(new BlockReader(block, report).read(beside), report);
  const triggers = readTriggers([beside], report);
  const found = triggers !== EMPTY_METADATA.triggers || report.diagnostics.length > 0;
  return found ? resultOf({ ...EMPTY_METADATA, triggers }, report) : EMPTY;
}

function resultOf(metadata: SkillMetadata, report: MetadataReport): Loaded<ReadMetadata> {
  return { value: { metadata, broken: report.broken }, diagnostics: report.diagnostics };
}

class BlockReader {
  readonly #view: View;
  readonly #path: readonly string[];
  readonly #report: MetadataReport;

  constructor({ view, path }: Block, report: MetadataReport) {
    this.#view = view;
    this.#path = path;
    this.#report = report;
  }

  read(beside: TriggerPlace): SkillMetadata {
    const view = this.#view;
    const path = this.#path;
    const { record } = view;
    const text = (name: string): string | undefined => this.#readText(name);
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
      os: this.#report.list(view, "os", path).map(platformName),
      requires: this.#readRequires(this.#report.pick(view, "requires", path)),
      install: this.#readInstall(record.install),
      triggers: readTriggers([{ value: record.triggers, path: [...path, "triggers"] }, beside], this.#report),
    };
  }

  #readText(name: string): string | undefined {
    const text = readText(this.#view.record[name]);
    if (text === null)
      this.#report.warn("metadata-invalid", `\`${name}\` is not text and is not used.`, [
        ...this.#path,
        name,
      ]);
    return text ?? undefined;
  }

  #readAlways(value: unknown): boolean {
    const always = readBoolean(value);
    if (always === null)
      this.#report.warn("metadata-invalid", "`always` is neither true nor false; it counts as false.", [
        ...this.#path,
        "always",
      ]);
    return always ?? false;
  }

  #readRequires(value: unknown): SkillRequirements {
    if (value === undefined) return EMPTY_METADATA.requires;
    const path = [...this.#path, "requires"];
    const requires = this.#report.record(value, path);
    if (requires === undefined) return EMPTY_METADATA.requires;
    const list = (name: keyof SkillRequirements): readonly string[] =>
      this.#report.list(requires, name, path);
    for (const key of requires.keys) {
      if (REQUIREMENTS.some((known) => isNear(key, known))) continue;
      this.#report.warn(
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
        this.#report.warn(
          "install-spec-invalid",
          `\`install\` entry ${index + 1} is not used: ${spec.refused}.`,
          [...this.#path, "install"],
        );
      else specs.push(spec);
    }
    return specs;
  }
}
