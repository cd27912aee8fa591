import { type SkillKey, sameSkill } from "../identity.js";
import type { CandidateRecord, MemoryView } from "../memory-view.js";

/** What memory knows of a skill: an exact key first, then a unique bare-slug match. */
export function recordOf(
  view: MemoryView,
  key: SkillKey,
): { readonly region: string; readonly candidate: CandidateRecord } | undefined {
  const exact = view.known.find(({ candidate }) => candidate.key === key);
  if (exact !== undefined) return exact;
  const alike = view.known.filter(({ candidate }) => sameSkill(candidate.key, key));
  return alike.length === 1 ? alike[0] : undefined;
}
