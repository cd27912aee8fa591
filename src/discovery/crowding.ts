import type { SlotScore } from "./score-request.js";
import type { VectorSpace } from "./vector-space.js";

/** How many of the best are compared with each other. */
const CROWD = 24;
const NEIGHBOURS = 5;
/** Nothing is lost in a small registry; the whole share counts in one four times as large. */
const CROWDING_SHARE = 0.3;
const SMALL_REGISTRY = 256;
/** Copies of a skill don't crowd it: publishing copies must not push the original down. */
const COPY = 0.9;

/**
 * In large registries the nearest skill is often one of a dense cluster that is
 * near everything. Each of the best loses by how close its nearest rivals stand,
 * so the one that is near this request, and not just central, comes first. The
 * rest keep their order behind them.
 */
export function withoutCrowding(
  space: VectorSpace,
  best: readonly SlotScore[],
  competitors: number,
): readonly SlotScore[] {
  const share = CROWDING_SHARE * Math.min(1, Math.log2(competitors / SMALL_REGISTRY) / 2);
  if (!(share > 0)) return best;
  const crowd = best.slice(0, CROWD);
  const densities = crowdDensities(
    space,
    crowd.map(({ slot }) => slot),
  );
  const densest = Math.max(0, ...densities);
  return best
    .map((own, place) => ({
      ...own,
      score: own.score - share * (densities[place] ?? densest),
    }))
    .sort((a, b) => b.score - a.score);
}

/** Mean similarity of each to its nearest few, copies left out. */
function crowdDensities(space: VectorSpace, slots: readonly number[]): readonly number[] {
  const similarities = slots.map(() => [] as number[]);
  for (let first = 0; first < slots.length; first += 1)
    for (let second = first + 1; second < slots.length; second += 1) {
      const similarity = space.between(slots[first] as number, slots[second] as number);
      if (similarity > COPY) continue;
      similarities[first]?.push(similarity);
      similarities[second]?.push(similarity);
    }
  return similarities.map((own) => {
    const nearest = own.sort((a, b) => b - a).slice(0, NEIGHBOURS);
    return nearest.reduce((sum, value) => sum + Math.max(0, value), 0) / Math.max(1, nearest.length);
  });
}
