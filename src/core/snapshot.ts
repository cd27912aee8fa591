import type { Diagnostic } from "./diagnostics.js";
import { sameLesson } from "./lessons.js";
import { DEFAULT_LIMITS, type Limits } from "./limits.js";
import type { Lesson } from "./memory-view.js";
import { isTime } from "./names.js";
import { SNAPSHOT_VERSION, SNAPSHOT_WRITER } from "./serialise-snapshot.js";
import { notBeyond } from "./snapshot-clock.js";
import { readLesson } from "./snapshot-lesson.js";
import {
  listOf,
  readBlacklist,
  readObservations,
  readRetained,
  readSeen,
  readStats,
} from "./snapshot-lists.js";
import { collectUnknown, type Fields, isFields, Repairs, type UnknownDraft } from "./snapshot-parts.js";
import { readRegions } from "./snapshot-regions.js";
import { type CortexState, initialState } from "./state.js";

export { serialiseSnapshot } from "./serialise-snapshot.js";

/** What a text yielded. */
export interface ParsedSnapshot {
  /** What could be saved; empty memory when nothing could. */
  readonly state: CortexState;
  /**
   * `ok`; `repaired`: parts were dropped or replaced, so keep a copy of the text before it is overwritten;
   * `corrupt`: no cortex at all, set it aside whole; `newer`: a later release wrote it, never overwrite it.
   */
  readonly status: "ok" | "repaired" | "corrupt" | "newer";
  readonly diagnostics: readonly Diagnostic[];
}

/** How a text is read. */
export interface ParseSnapshotOptions {
  /** Now; with it, times in the future are brought back. */
  readonly at?: number;
  readonly limits?: Pick<Limits, "reflexEvidence">;
}

/** The largest that any setting allows. */
const LESSONS_CAP = 200;

const KNOWN_TOP =
  "version min_writer cortex blacklist blacklist_keys retained stats batches batches_before".split(" ");
const KNOWN_CORTEX = ["sensory", "motor", "prefrontal"];
const KNOWN_SENSORY = ["patterns"];
const KNOWN_PREFRONTAL = ["lessons", "observations"];
const KNOWN_STATS = ["searches", "installs", "cache_hits", "reflexes_fired"];

/**
 * Reads cortex.json. Never throws, for any text: what is damaged is dropped or replaced by what is safe, and
 * said. Nothing in a file is believed that the reducer could not have written: reflex is worked out anew.
 */
export function parseSnapshot(text: string, options: ParseSnapshotOptions = {}): ParsedSnapshot {
  const file = parseJson(text);
  if (!isFields(file)) return corrupt("The text is not a JSON object.");
  const { version } = file;
  if (typeof version === "number" && version > SNAPSHOT_VERSION) {
    return newer(
      initialState,
      `The file has version ${version}, this release reads ${SNAPSHOT_VERSION}.`,
      [],
    );
  }
  if (file.cortex === undefined && version === undefined) return corrupt("The object is not a cortex.");
  const repairs = new Repairs(text);
  if (version !== SNAPSHOT_VERSION) repairs.repaired("version", "version", version);
  const read = readState(file, options.limits ?? DEFAULT_LIMITS, repairs);
  const state = options.at === undefined ? read : notBeyond(read, options.at, repairs);
  const { diagnostics } = repairs;
  if (typeof file.min_writer === "number" && file.min_writer > SNAPSHOT_WRITER) {
    return newer(state, "The file asks for a later release to write it.", diagnostics);
  }
  return { state, status: repairs.damaged ? "repaired" : "ok", diagnostics };
}

function readState(
  file: Fields,
  evidenceRule: Pick<Limits, "reflexEvidence">,
  repairs: Repairs,
): CortexState {
  const cortex = part(file, "cortex", repairs);
  const sensory = part(cortex, "sensory", repairs);
  const prefrontal = part(cortex, "prefrontal", repairs);
  const forgotten = file.batches_before;
  if (forgotten !== undefined && !isTime(forgotten)) repairs.repaired("time", "batches_before", forgotten);
  const state: CortexState = {
    regions: readRegions(cortex.motor, sensory.patterns, evidenceRule, repairs),
    lessons: readLessons(prefrontal.lessons, repairs),
    observations: readObservations(prefrontal.observations, repairs),
    blacklist: readBlacklist(file.blacklist, file.blacklist_keys, repairs),
    retained: readRetained(file.retained, repairs),
    stats: readStats(file.stats, repairs),
    seen: readSeen(file.batches, repairs),
    forgottenBefore: isTime(forgotten) ? forgotten + 0 : 0,
  };
  let unknown: UnknownDraft | undefined;
  unknown = collectUnknown(file, KNOWN_TOP, "", unknown, repairs);
  unknown = collectUnknown(cortex, KNOWN_CORTEX, "cortex", unknown, repairs);
  unknown = collectUnknown(sensory, KNOWN_SENSORY, "sensory", unknown, repairs);
  unknown = collectUnknown(prefrontal, KNOWN_PREFRONTAL, "prefrontal", unknown, repairs);
  if (isFields(file.stats)) unknown = collectUnknown(file.stats, KNOWN_STATS, "stats", unknown, repairs);
  return unknown === undefined ? state : { ...state, unknown };
}

function readLessons(value: unknown, repairs: Repairs): readonly Lesson[] {
  const lessons: Lesson[] = [];
  for (const [index, entry] of listOf(value, "cortex.prefrontal.lessons", repairs).entries()) {
    const path = () => `cortex.prefrontal.lessons[${index}]`;
    const lesson = readLesson(entry, repairs, path);
    if (lesson === undefined) continue;
    if (lessons.length >= LESSONS_CAP || lessons.some((known) => sameLesson(known, lesson))) {
      repairs.dropped("lesson", path(), entry);
    } else lessons.push(lesson);
  }
  return lessons;
}

function part(fields: Fields, name: string, repairs: Repairs): Fields {
  const value = fields[name];
  if (isFields(value)) return value;
  if (value !== undefined) repairs.dropped("object", name, value);
  return {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

function corrupt(message: string): ParsedSnapshot {
  const fix = "Set the file aside; memory is rebuilt from the next task on.";
  return {
    state: initialState,
    status: "corrupt",
    diagnostics: [{ code: "snapshot-unparsable", severity: "error", message, fix }],
  };
}

function newer(state: CortexState, message: string, diagnostics: readonly Diagnostic[]): ParsedSnapshot {
  const fix = "Update skill-cortex; until then the file is not written.";
  return {
    state,
    status: "newer",
    diagnostics: [...diagnostics, { code: "snapshot-newer", severity: "error", message, fix }],
  };
}
