import type { CortexState, RegionState } from "./state.js";

/** Where a region stands in the sorted list, or `-(place + 1)` of where it would. */
export function regionIndex(regions: readonly RegionState[], name: string): number {
  let low = 0;
  let high = regions.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const region = regions[middle]?.region ?? "";
    if (region === name) return middle;
    if (region < name) low = middle + 1;
    else high = middle - 1;
  }
  return -(low + 1);
}

/** The region of that name. */
export function findRegion(state: CortexState, name: string): RegionState | undefined {
  return state.regions[regionIndex(state.regions, name)];
}

/** The region of that name, or a new one that was first needed at `at`. */
export function regionOrNew(state: CortexState, name: string, at: number): RegionState {
  return findRegion(state, name) ?? { region: name, lastUsed: at, signals: [], candidates: [] };
}

/** The state with this region in place of the one of the same name, or added. */
export function withRegion(state: CortexState, region: RegionState): CortexState {
  const index = regionIndex(state.regions, region.region);
  if (index >= 0 && state.regions[index] === region) return state;
  const regions =
    index >= 0 ? state.regions.with(index, region) : state.regions.toSpliced(-index - 1, 0, region);
  return { ...state, regions };
}
