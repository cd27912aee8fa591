import type { SkillKey } from "./identity.js";
import { isLessonKey, isSkillKey, isTime } from "./names.js";
import { BLACKLIST_CAP, OBSERVATIONS_CAP, RETAINED_CAP } from "./pruning.js";
import { keyFromSlug, slugOf } from "./snapshot-keys.js";
import { isCount, isFields, type Repairs } from "./snapshot-parts.js";
import { isBatchId, type Observation, type SeenBatch, type Stats } from "./state.js";

/** The largest that any setting allows. */
const BATCHES_CAP = 4096;

/**
 * Blocked skills. Our full keys count where the original list still has their slug; what another program
 * added to the original list counts too.
 */
export function readBlacklist(slugs: unknown, keys: unknown, repairs: Repairs): readonly SkillKey[] {
  const full = readSkillKeys(keys, "blacklist_keys", BLACKLIST_CAP, repairs);
  const listed = new Set<string>();
  for (const slug of listOf(slugs, "blacklist", repairs)) {
    if (typeof slug === "string") listed.add(slug);
    else repairs.dropped("blacklist", "an entry of blacklist", slugs);
  }
  const blocked: SkillKey[] = full.filter((key) => listed.has(slugOf(key)) || slugs === undefined);
  const covered = new Set(blocked.map(slugOf));
  for (const slug of listed) {
    if (covered.has(slug)) continue;
    const key = keyFromSlug(slug);
    if (key === undefined) repairs.dropped("skill key", "an entry of blacklist", slug);
    else if (!blocked.includes(key)) blocked.push(key);
    if (blocked.length > BLACKLIST_CAP) break;
  }
  return capped(blocked, BLACKLIST_CAP, "blacklist", repairs);
}

/** Skills that were handed over to the host. */
export function readRetained(value: unknown, repairs: Repairs): readonly SkillKey[] {
  return readSkillKeys(value, "retained", RETAINED_CAP, repairs);
}

/** Counters of lessons to come. */
export function readObservations(value: unknown, repairs: Repairs): readonly Observation[] {
  const observations: Observation[] = [];
  const seen = new Set<string>();
  for (const entry of listOf(value, "cortex.prefrontal.observations", repairs)) {
    const fields = isFields(entry) ? entry : {};
    const { kind, region, key, count } = fields;
    const valid =
      (kind === "dependency" || kind === "env") &&
      repairs.isName(region) &&
      isLessonKey(key) &&
      isCount(count);
    if (!valid || count === 0 || seen.has(`${kind} ${key} ${region}`)) {
      repairs.dropped("observation", "an entry of cortex.prefrontal.observations", entry);
      continue;
    }
    seen.add(`${kind} ${key} ${region}`);
    observations.push({ kind, region, key, count });
  }
  return capped(observations, OBSERVATIONS_CAP, "cortex.prefrontal.observations", repairs);
}

/** Batches that were applied, oldest first. */
export function readSeen(value: unknown, repairs: Repairs): readonly SeenBatch[] {
  const seen: SeenBatch[] = [];
  let sorted = true;
  for (const entry of listOf(value, "batches", repairs)) {
    const pair: readonly unknown[] = Array.isArray(entry) && entry.length === 2 ? entry : [];
    const id = pair[0];
    const at = pair[1];
    if (!isBatchId(id) || !isTime(at)) {
      repairs.dropped("batch", "an entry of batches", entry);
      continue;
    }
    if (at < (seen.at(-1)?.at ?? 0)) sorted = false;
    seen.push({ id, at: at + 0 });
  }
  if (!sorted) seen.sort((a, b) => a.at - b.at);
  return capped(seen, BATCHES_CAP, "batches", repairs);
}

/** The original counters. */
export function readStats(value: unknown, repairs: Repairs): Stats {
  if (value !== undefined && !isFields(value)) repairs.dropped("object", "stats", value);
  const fields = isFields(value) ? value : {};
  const counter = (name: string): number => {
    const count = fields[name];
    if (isCount(count)) return count;
    if (count !== undefined) repairs.repaired("count", `stats.${name}`, count);
    return 0;
  };
  return {
    searches: counter("searches"),
    installs: counter("installs"),
    cacheHits: counter("cache_hits"),
    reflexesFired: counter("reflexes_fired"),
  };
}

/** A list that may be absent; anything else is reported. */
export function listOf(value: unknown, path: string, repairs: Repairs): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value !== undefined) repairs.dropped("list", path, value);
  return [];
}

/** The newest `cap` entries. */
export function capped<Item>(
  items: readonly Item[],
  cap: number,
  path: string,
  repairs: Repairs,
): readonly Item[] {
  if (items.length <= cap) return items;
  repairs.truncated(path, items.length, cap);
  return items.slice(-cap);
}

function readSkillKeys(value: unknown, path: string, cap: number, repairs: Repairs): readonly SkillKey[] {
  const keys = new Set<SkillKey>();
  for (const key of listOf(value, path, repairs)) {
    if (isSkillKey(key)) keys.add(key);
    else repairs.dropped("skill key", `an entry of ${path}`, key);
  }
  return capped([...keys], cap, path, repairs);
}
