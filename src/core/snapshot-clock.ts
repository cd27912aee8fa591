import type { Repairs } from "./snapshot-parts.js";
import type { CortexState, RegionState, StoredCandidate } from "./state.js";
import { DAY_MS } from "./weights.js";

/**
 * Brings times that lie more than a day ahead back to now. A file from a machine with a broken clock would
 * otherwise never forget anything, and would take every new batch for an old one.
 */
export function notBeyond(state: CortexState, at: number, repairs: Repairs): CortexState {
  const latest = at + DAY_MS;
  const ahead = (time: number) => time > latest;
  const late = (region: RegionState) =>
    ahead(region.lastUsed) || region.candidates.some((candidate) => ahead(candidate.lastUsed));
  const seenAhead = ahead(state.seen.at(-1)?.at ?? 0) || ahead(state.forgottenBefore);
  if (!seenAhead && !state.regions.some(late)) return state;
  repairs.repaired("time", "a time in the future", undefined);
  const candidate = (record: StoredCandidate): StoredCandidate => ({
    ...record,
    lastUsed: Math.min(record.lastUsed, at),
    recentSuccesses: record.recentSuccesses.filter((time) => time <= at),
  });
  return {
    ...state,
    regions: state.regions.map((region) => ({
      ...region,
      lastUsed: Math.min(region.lastUsed, at),
      candidates: region.candidates.map(candidate),
    })),
    seen: state.seen.map(({ id, at: time }) => ({ id, at: Math.min(time, at) })),
    // Unknown how far back ids were really forgotten: the ring itself still stops replays.
    forgottenBefore: ahead(state.forgottenBefore) ? 0 : state.forgottenBefore,
  };
}
