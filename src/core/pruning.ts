import { MINIMUM_CONFIDENCE } from "./lessons.js";
import type { Limits } from "./limits.js";
import type { Lesson } from "./memory-view.js";
import { regionIndex } from "./regions.js";
import type { CortexState, RegionState, StoredCandidate } from "./state.js";
import { effectiveWeight } from "./weights.js";

/** Blocked skills kept; the oldest block goes first. */
export const BLACKLIST_CAP = 4096;

/** Kept skills remembered; the oldest goes first. */
export const RETAINED_CAP = 4096;

/** Counters kept for lessons that are not learned yet; the least recently touched goes first. */
export const OBSERVATIONS_CAP = 240;

/**
 * Forgets what is due at `at`, in the protocol's order: weak candidates, then the oldest regions with
 * their signals, then lessons without a region or without confidence. Idempotent; the same state when nothing is due.
 */
export function prune(limits: Limits, state: CortexState, at: number): CortexState {
  const regions = pruneRegions(limits, state.regions, at);
  const lessons = pruneLessons(limits, state.lessons, regions);
  const observations = newest(
    kept(state.observations, (seen) => regionIndex(regions, seen.region) >= 0),
    OBSERVATIONS_CAP,
  );
  const blacklist = newest(state.blacklist, BLACKLIST_CAP);
  const retained = newest(state.retained, RETAINED_CAP);
  const seen = newest(state.seen, limits.rememberedBatches);
  const lastForgotten = state.seen[state.seen.length - seen.length - 1]?.at ?? 0;
  const forgottenBefore = Math.max(state.forgottenBefore, lastForgotten);
  const unchanged =
    regions === state.regions &&
    lessons === state.lessons &&
    observations === state.observations &&
    blacklist === state.blacklist &&
    retained === state.retained &&
    seen === state.seen;
  if (unchanged) return state;
  return { ...state, regions, lessons, observations, blacklist, retained, seen, forgottenBefore };
}

function pruneRegions(limits: Limits, regions: readonly RegionState[], at: number): readonly RegionState[] {
  let changed: RegionState[] | undefined;
  for (let index = 0; index < regions.length; index += 1) {
    const region = regions[index];
    if (region === undefined) continue;
    const pruned = pruneRegion(limits, region, at);
    if (pruned === region) continue;
    changed ??= [...regions];
    changed[index] = pruned;
  }
  const all = changed ?? regions;
  if (all.length <= limits.regions) return all;
  const byAge = [...all].sort((a, b) => b.lastUsed - a.lastUsed || (a.region < b.region ? -1 : 1));
  const survivors = new Set(byAge.slice(0, limits.regions));
  return all.filter((region) => survivors.has(region));
}

function pruneRegion(limits: Limits, region: RegionState, at: number): RegionState {
  const signals = newest(region.signals, limits.signalsPerRegion);
  const candidates = pruneCandidates(limits, region, at);
  if (signals === region.signals && candidates === region.candidates) return region;
  return { ...region, signals, candidates };
}

function pruneCandidates(limits: Limits, region: RegionState, at: number): readonly StoredCandidate[] {
  const weight = (candidate: StoredCandidate) => effectiveWeight(candidate, region.lastUsed, at);
  const strong = kept(region.candidates, (candidate) => weight(candidate) >= limits.minimumKeptWeight);
  const best =
    strong.length <= limits.candidatesPerRegion
      ? strong
      : keepBest(
          strong,
          limits.candidatesPerRegion,
          (a, b) => weight(b) - weight(a) || b.lastUsed - a.lastUsed,
        );
  return mapChanged(best, (candidate) =>
    candidate.examples.length <= limits.examplesPerCandidate
      ? candidate
      : { ...candidate, examples: newest(candidate.examples, limits.examplesPerCandidate) },
  );
}

function pruneLessons(
  limits: Limits,
  lessons: readonly Lesson[],
  regions: readonly RegionState[],
): readonly Lesson[] {
  const valid = kept(
    lessons,
    (lesson) =>
      lesson.confidence >= MINIMUM_CONFIDENCE &&
      (lesson.type === "skill_quality_warning" || regionIndex(regions, lesson.region) >= 0),
  );
  if (valid.length <= limits.lessons) return valid;
  return keepBest(valid, limits.lessons, (a, b) => b.confidence - a.confidence || b.created - a.created);
}

/** The `count` best by the comparison, in their old order; of equals, the earlier stay. */
function keepBest<Item>(
  items: readonly Item[],
  count: number,
  compare: (a: Item, b: Item) => number,
): readonly Item[] {
  const best = new Set([...items].sort(compare).slice(0, count));
  return items.filter((item) => best.has(item));
}

/** The last `count` items; the same list when there are no more. */
function newest<Item>(items: readonly Item[], count: number): readonly Item[] {
  return items.length <= count ? items : items.slice(items.length - count);
}

/** As `filter`, but the same list when everything stays. */
function kept<Item>(items: readonly Item[], keep: (item: Item) => boolean): readonly Item[] {
  return items.every(keep) ? items : items.filter(keep);
}

/** As `map`, but the same list when nothing changes. */
function mapChanged<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const mapped = items.map(change);
  return mapped.every((item, index) => item === items[index]) ? items : mapped;
}
