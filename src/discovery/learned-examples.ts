import type { SkillKey } from "../core/identity.js";
import type { CandidateRecord } from "../core/memory-view.js";

/**
 * What memory learned about each skill, as example requests for discovery. Memory
 * keeps words, not vectors, so nothing is lost when the model changes.
 */
export function learnedExamples(
  records: readonly Pick<CandidateRecord, "key" | "examples">[],
): ReadonlyMap<SkillKey, readonly (readonly string[])[]> {
  const examples = new Map<SkillKey, readonly (readonly string[])[]>();
  for (const { key, examples: own } of records)
    if (own.length > 0) examples.set(key, [...(examples.get(key) ?? []), ...own]);
  return examples;
}
