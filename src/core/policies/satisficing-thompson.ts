import type { SkillKey } from "../identity.js";
import { EVIDENCE_HALF_LIFE_MS } from "../learn-candidate.js";
import type { CandidateRecord, MemoryView, Policy } from "../memory-view.js";
import { betaBelow, randomFrom, sampleBeta } from "./beta.js";

/** A candidate this good is used as it is; only below it is there anything to gain from trying others. */
const GOOD_ENOUGH = 0.8;

/** A reflex must be at least this reliable, with at most this much doubt. */
const REFLEX_RELIABILITY = 0.85;
const REFLEX_DOUBT = 0.1;
const REFLEX_CONSECUTIVE = 5;

/**
 * Beta(1, 1) over evidence that halves in 180 days and counts at most 20 runs. The best posterior mean is used
 * once it is good enough, else each region's candidates are sampled. Unlike the classic rule it does not sink skills
 * that are used often (`npm run bench -- learning`; docs/decisions/2026-11-18-classic-policy.md).
 */
export const satisficingThompson: Policy = Object.freeze({
  id: "satisficing-thompson",
  rank(view: MemoryView, at: number, seed: number): readonly SkillKey[] {
    const random = randomFrom(seed);
    const ranked = new Set<SkillKey>();
    for (const { candidates } of view.regions) {
      const known = candidates
        .map((record) => ({ key: record.key, ...posterior(record, at) }))
        .sort((a, b) => b.mean - a.mean || (a.key < b.key ? -1 : 1));
      const satisfied = (known[0]?.mean ?? 0) >= GOOD_ENOUGH;
      const scored = known.map((one) => ({
        key: one.key,
        score: satisfied ? one.mean : sampleBeta(one.a, one.b, random),
      }));
      if (!satisfied) scored.sort((a, b) => b.score - a.score);
      for (const { key } of scored) ranked.add(key);
    }
    return [...ranked];
  },
  mayReflex(record: CandidateRecord, at: number): boolean {
    const { a, b } = posterior(record, at);
    return record.consecutive >= REFLEX_CONSECUTIVE && betaBelow(REFLEX_RELIABILITY, a, b) <= REFLEX_DOUBT;
  },
});

function posterior(record: CandidateRecord, at: number): { a: number; b: number; mean: number } {
  const fade = 2 ** (-Math.max(0, at - record.lastUsed) / EVIDENCE_HALF_LIFE_MS);
  const a = 1 + record.evidence.successes * fade;
  const b = 1 + record.evidence.failures * fade;
  return { a, b, mean: a / (a + b) };
}
