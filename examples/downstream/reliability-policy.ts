// A policy of one's own: the share of successes, with one success and one failure assumed, decides.
// In a project of yours the imports read `skill-cortex/core`.
import type { CandidateRecord, MemoryView, Policy } from "../../src/core/index.js";

/** Ranks by how reliable a skill has been, and trusts a reflex only after twenty runs. */
export const reliabilityPolicy: Policy = {
  id: "reliability",
  rank(view: MemoryView) {
    const ranked = view.regions.flatMap(({ candidates }) =>
      [...candidates].sort((a, b) => reliability(b) - reliability(a) || (a.key < b.key ? -1 : 1)),
    );
    return [...new Set(ranked.map(({ key }) => key))];
  },
  mayReflex(record: CandidateRecord) {
    return record.successes + record.failures >= 20 && reliability(record) >= 0.95;
  },
};

function reliability({ successes, failures }: CandidateRecord): number {
  return (successes + 1) / (successes + failures + 2);
}
