import { deepStrictEqual, ok, strictEqual } from "node:assert";
import * as fc from "fast-check";
import { DEFAULT_LIMITS } from "../core/limits.js";
import type { MemoryView, Policy } from "../core/memory-view.js";
import type { CortexState } from "../core/state.js";
import { viewOf } from "../core/view-of.js";
import { states, times } from "./arbitraries-memory.js";
import { deepFreeze } from "./deep-freeze.js";
import type { Law } from "./law.js";

/** What every policy owes the flow that asks it. Run them on a policy of your own. */
export function policyLaws(policy: Policy): readonly Law[] {
  const inputs = fc.tuple(states, times, fc.integer());
  const law = (name: string, check: (view: MemoryView, at: number, seed: number) => void): Law => ({
    name,
    run({ runs = 1000, seed } = {}) {
      const property = fc.property(inputs, ([state, at, chance]) =>
        check(deepFreeze(viewOfAll(state)), at, chance),
      );
      fc.assert(property, seed === undefined ? { numRuns: runs } : { numRuns: runs, seed });
    },
  });
  return [
    law("ranks only candidates of the matched regions, each once", (view, at, seed) => {
      const known = new Set(view.regions.flatMap(({ candidates }) => candidates.map(({ key }) => key)));
      const ranked = policy.rank(view, at, seed, DEFAULT_LIMITS);
      strictEqual(new Set(ranked).size, ranked.length);
      for (const key of ranked) ok(known.has(key), `${key} is in no matched region`);
    }),
    law("ranks the same for the same seed, and changes nothing", (view, at, seed) => {
      deepStrictEqual(
        policy.rank(view, at, seed, DEFAULT_LIMITS),
        policy.rank(structuredClone(view), at, seed, DEFAULT_LIMITS),
      );
    }),
    law("has nothing to rank without a match", (view, at, seed) => {
      deepStrictEqual(policy.rank({ ...view, regions: [] }, at, seed, DEFAULT_LIMITS), []);
    }),
    law("answers for every record whether it may act as a reflex", (view, at) => {
      for (const { candidate } of view.known) {
        strictEqual(typeof policy.mayReflex(candidate, at), "boolean");
        strictEqual(policy.mayReflex(candidate, at), policy.mayReflex(structuredClone(candidate), at));
      }
    }),
  ];
}

function viewOfAll(state: CortexState): MemoryView {
  const scores: Record<string, number> = Object.create(null);
  for (const { region } of state.regions) scores[region] = 0.9;
  return viewOf(state, scores);
}
