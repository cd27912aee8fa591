import { EMPTY_METADATA, type SkillTriggers } from "./metadata.js";
import type { MetadataReport } from "./metadata-report.js";
import { asRecord, readText } from "./values.js";

/** Trigger phrases in one place of a header. */
export interface TriggerPlace {
  readonly value: unknown;
  readonly path: readonly string[];
}

const KINDS = ["any", "all", "none"] as const;

/**
 * Trigger phrases of all places together: OpenPocket's map of `any`, `all` and `none`, or a plain list as Netclaw's skills
 * have it, which means `any`. They never gate, so that what can't be read is only warned about.
 */
export function readTriggers(places: readonly TriggerPlace[], report: MetadataReport): SkillTriggers {
  const given = places.filter(({ value }) => value !== undefined && value !== null);
  if (given.length === 0) return EMPTY_METADATA.triggers;
  const found = { any: new Set<string>(), all: new Set<string>(), none: new Set<string>() };
  const add = (kind: (typeof KINDS)[number], value: unknown, path: readonly string[]): void => {
    const phrases = phrasesOf(value);
    if (phrases === null)
      report.warn(
        "metadata-triggers",
        `\`${path.join(".")}\` is not a list of phrases and is not used.`,
        path,
        "Write a list of phrases.",
      );
    for (const phrase of phrases ?? []) found[kind].add(phrase);
  };
  for (const { value, path } of given) {
    const map = asRecord(value);
    if (map === undefined) add("any", value, path);
    else for (const kind of KINDS) add(kind, map[kind], [...path, kind]);
  }
  return { any: [...found.any], all: [...found.all], none: [...found.none] };
}

/** Phrases have blanks in them, so that only commas separate. */
function phrasesOf(value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return [];
  const words = typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : null;
  if (words === null) return null;
  const phrases = words.map((word) => (Array.isArray(word) ? null : readText(word)));
  if (phrases.includes(null)) return null;
  return phrases.filter((phrase) => typeof phrase === "string");
}
