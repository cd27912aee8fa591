import type { SkillKey } from "../identity.js";
import { DEFAULT_LIMITS, type Limits } from "../limits.js";
import type { CandidateRecord, MemoryView, Policy } from "../memory-view.js";
import { effectiveWeight, REFLEX_SUCCESSES, REFLEX_WEIGHT } from "../weights.js";

/**
 * The protocol's own rule: best matching region first, in it the highest effective weight, nothing below
 * the usable minimum. Reflex needs five successes and a weight of 0.90, stored and effective.
 */
export const classicPolicy: Policy = Object.freeze({
  id: "classic",
  rank(view: MemoryView, at: number, _seed: number, limits: Limits = DEFAULT_LIMITS): readonly SkillKey[] {
    const ranked = new Set<SkillKey>();
    for (const { candidates } of view.regions) {
      const weighed = candidates
        .map((record) => ({ record, weight: effectiveWeight(record, record.lastUsed, at) }))
        .filter(({ weight }) => weight >= limits.minimumUsableWeight);
      weighed.sort((a, b) => b.weight - a.weight || compareRecords(a.record, b.record));
      for (const { record } of weighed) ranked.add(record.key);
    }
    return [...ranked];
  },
  mayReflex(record: CandidateRecord, at: number): boolean {
    return (
      record.successes >= REFLEX_SUCCESSES &&
      record.weight >= REFLEX_WEIGHT &&
      effectiveWeight(record, record.lastUsed, at) >= REFLEX_WEIGHT
    );
  },
});

/** Equal weights: more experience first, then by name, so that the order never depends on storage. */
function compareRecords(a: CandidateRecord, b: CandidateRecord): number {
  return b.successes - a.successes || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}
