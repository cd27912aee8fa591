import { parseDate } from "./civil-date.js";
import type { Limits } from "./limits.js";
import { candidatePath, readCandidate } from "./snapshot-candidate.js";
import { collectUnknown, exactTime, isFields, type Repairs, type UnknownDraft } from "./snapshot-parts.js";
import type { RegionState, StoredCandidate } from "./state.js";
import { effectiveWeight } from "./weights.js";

/** The largest that any setting allows; the next batch prunes to the host's own limits. */
const REGIONS_CAP = 1000;
const CANDIDATES_CAP = 20;
const SIGNALS_CAP = 50;

const KNOWN_REGION = ["candidates", "last_used", "last_used_at"];
const KNOWN_PATTERN = ["signal", "region"];

interface Pattern {
  readonly signals: string[];
  unknown: UnknownDraft | undefined;
}

/** Motor regions joined with the signals of their patterns, sorted by name. */
export function readRegions(
  motor: unknown,
  patterns: unknown,
  evidenceRule: Pick<Limits, "reflexEvidence">,
  repairs: Repairs,
): readonly RegionState[] {
  const signals = readPatterns(patterns, repairs);
  const regions: RegionState[] = [];
  if (isFields(motor)) {
    for (const name in motor) {
      if (!repairs.isName(name)) {
        repairs.dropped("region name", "a region of cortex.motor", undefined);
        continue;
      }
      const region = readRegion(name, motor[name], signals.get(name), evidenceRule, repairs);
      if (region !== undefined) regions.push(region);
      signals.delete(name);
    }
  } else if (motor !== undefined) repairs.dropped("object", "cortex.motor", motor);
  for (const [name, pattern] of signals) regions.push(regionFrom(name, 0, [], pattern, undefined));
  return newestRegions(regions, repairs).sort((a, b) => (a.region < b.region ? -1 : 1));
}

function readRegion(
  name: string,
  value: unknown,
  pattern: Pattern | undefined,
  evidenceRule: Pick<Limits, "reflexEvidence">,
  repairs: Repairs,
): RegionState | undefined {
  const path = `cortex.motor.${name}`;
  if (!isFields(value)) {
    repairs.dropped("region", path, value);
    return undefined;
  }
  const day = typeof value.last_used === "string" ? parseDate(value.last_used) : undefined;
  const lastUsed = exactTime(value.last_used_at, day);
  if (lastUsed === undefined || !Array.isArray(value.candidates)) repairs.repaired("region", path, value);
  const listed: readonly unknown[] = Array.isArray(value.candidates) ? value.candidates : [];
  const candidates = readCandidates(listed, lastUsed ?? 0, evidenceRule, repairs, name);
  return regionFrom(
    name,
    lastUsed ?? 0,
    candidates,
    pattern,
    collectUnknown(value, KNOWN_REGION, "", undefined, repairs),
  );
}

function readCandidates(
  listed: readonly unknown[],
  lastUsed: number,
  evidenceRule: Pick<Limits, "reflexEvidence">,
  repairs: Repairs,
  name: string,
): readonly StoredCandidate[] {
  const candidates: StoredCandidate[] = [];
  const keys = new Set<string>();
  for (let index = 0; index < listed.length; index += 1) {
    const candidate = readCandidate(listed[index], lastUsed, evidenceRule, repairs, name, index);
    if (candidate === undefined) continue;
    // Few of them, so that a search beats a set; a hostile list is bounded below.
    const known =
      index < CANDIDATES_CAP ? candidates.some(({ key }) => key === candidate.key) : keys.has(candidate.key);
    if (known) repairs.dropped("candidate", candidatePath(name, index), listed[index]);
    else candidates.push(candidate);
    if (listed.length > CANDIDATES_CAP) keys.add(candidate.key);
  }
  if (candidates.length <= CANDIDATES_CAP) return candidates;
  repairs.truncated(`cortex.motor.${name}.candidates`, candidates.length, CANDIDATES_CAP);
  const newest = candidates.reduce((time, candidate) => Math.max(time, candidate.lastUsed), lastUsed);
  return candidates
    .map((candidate) => ({ candidate, weight: effectiveWeight(candidate, lastUsed, newest) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, CANDIDATES_CAP)
    .map(({ candidate }) => candidate);
}

/** Several patterns of one region become one; of too many signals the newest stay. */
function readPatterns(value: unknown, repairs: Repairs): Map<string, Pattern> {
  const patterns = new Map<string, Pattern>();
  if (!Array.isArray(value)) {
    if (value !== undefined) repairs.dropped("list", "cortex.sensory.patterns", value);
    return patterns;
  }
  for (let index = 0; index < value.length; index += 1) {
    const entry: unknown = value[index];
    const words: unknown = isFields(entry) ? entry.signal : undefined;
    if (!isFields(entry) || !repairs.isName(entry.region) || !Array.isArray(words)) {
      repairs.dropped("pattern", `cortex.sensory.patterns[${index}]`, entry);
      continue;
    }
    const known = patterns.get(entry.region);
    // A list that is fine as JSON gave it is used as it is.
    const whole = known === undefined && isSignalList(words, repairs);
    const pattern: Pattern = known ?? { signals: whole ? words : [], unknown: undefined };
    if (known === undefined) patterns.set(entry.region, pattern);
    if (!whole && !mergeSignals(pattern.signals, words, repairs))
      repairs.repaired("pattern", `cortex.sensory.patterns[${index}]`, entry);
    pattern.unknown = collectUnknown(entry, KNOWN_PATTERN, "pattern", pattern.unknown, repairs);
  }
  return patterns;
}

function isSignalList(words: readonly unknown[], repairs: Repairs): words is string[] {
  return (
    words.length <= SIGNALS_CAP &&
    words.every((word, index) => repairs.isName(word) && words.indexOf(word) === index)
  );
}

/** False when some words were no words or too many. */
function mergeSignals(signals: string[], words: readonly unknown[], repairs: Repairs): boolean {
  let fine = true;
  for (const word of words) {
    if (!repairs.isName(word)) fine = false;
    else if (!signals.includes(word)) signals.push(word);
    if (signals.length > SIGNALS_CAP) {
      signals.shift();
      fine = false;
    }
  }
  return fine;
}

function regionFrom(
  region: string,
  lastUsed: number,
  candidates: readonly StoredCandidate[],
  pattern: Pattern | undefined,
  ownUnknown: UnknownDraft | undefined,
): RegionState {
  const state = { region, lastUsed, signals: pattern?.signals ?? [], candidates };
  const unknown = [...(ownUnknown ?? []), ...(pattern?.unknown ?? [])];
  return unknown.length === 0 ? state : { ...state, unknown };
}

function newestRegions(regions: RegionState[], repairs: Repairs): RegionState[] {
  if (regions.length <= REGIONS_CAP) return regions;
  repairs.truncated("cortex.motor", regions.length, REGIONS_CAP);
  return regions.sort((a, b) => b.lastUsed - a.lastUsed).slice(0, REGIONS_CAP);
}

/** True when the signals of a region must be written: a region without any has no pattern. */
export function hasPattern(region: RegionState): boolean {
  return region.signals.length > 0 || region.unknown?.some(([place]) => place === "pattern") === true;
}
