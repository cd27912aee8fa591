import { DEFAULT_LIMITS, type Limits } from "./limits.js";
import type { CandidateRecord, MemoryView, RegionView } from "./memory-view.js";
import type { CortexState, RegionState, StoredCandidate } from "./state.js";

type Known = MemoryView["known"];

/**
 * The part of memory that concerns a task: regions whose score reaches the threshold, best first, and
 * everything that is off limits. `known` lists every record once per region, for skills that search finds again.
 */
export function viewOf(
  state: CortexState,
  scores: Readonly<Record<string, number>>,
  limits: Pick<Limits, "hitThreshold"> = DEFAULT_LIMITS,
): MemoryView {
  const matched: { readonly view: RegionView; readonly lastUsed: number }[] = [];
  for (const region of state.regions) {
    const probability = Object.hasOwn(scores, region.region) ? scores[region.region] : undefined;
    if (probability === undefined || !(probability >= limits.hitThreshold)) continue;
    const view = {
      region: region.region,
      probability: Math.min(1, probability),
      signals: region.signals,
      candidates: recordsOf(region),
    };
    matched.push({ view, lastUsed: region.lastUsed });
  }
  matched.sort((a, b) => b.view.probability - a.view.probability || b.lastUsed - a.lastUsed);
  return {
    regions: matched.map(({ view }) => view),
    lessons: state.lessons,
    blacklist: state.blacklist,
    retained: state.retained,
    known: knownOf(state),
  };
}

/** Regions are immutable, so their records are worked out once; the caches hold nothing alive. */
const records = new WeakMap<RegionState, readonly CandidateRecord[]>();
const known = new WeakMap<CortexState["regions"], Known>();

function knownOf(state: CortexState): Known {
  const cached = known.get(state.regions);
  if (cached !== undefined) return cached;
  const all = state.regions.flatMap((region) =>
    recordsOf(region).map((candidate) => ({ region: region.region, candidate })),
  );
  known.set(state.regions, all);
  return all;
}

function recordsOf(region: RegionState): readonly CandidateRecord[] {
  const cached = records.get(region);
  if (cached !== undefined) return cached;
  const all = region.candidates.map((candidate) => recordOf(candidate, region.lastUsed));
  records.set(region, all);
  return all;
}

/** Readers see a time of last use in every record, and none of the fields that only storage needs. */
function recordOf(stored: StoredCandidate, regionLastUsed: number): CandidateRecord {
  if (stored.unknown === undefined && stored.wroteBefore === undefined && stored.lastUsed > 0) return stored;
  const { unknown: _others, wroteBefore: _digests, ...record } = stored;
  return record.lastUsed > 0 ? record : { ...record, lastUsed: regionLastUsed };
}
