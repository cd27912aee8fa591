import { filterEntities, isGenericWord, keywordsOf, signalsOf } from "../text/index.js";
import { type SkillKey, sameSkill } from "./identity.js";
import type { Limits } from "./limits.js";
import type { CandidateRecord, MemoryView, Policy, RegionView } from "./memory-view.js";
import { isName, listsSkill, NAME_CHARS } from "./names.js";

export { matchRegions } from "./match-regions.js";

/** A search asks with at most this many words. */
const QUERY_WORDS = 5;

/** A search with fewer words of the caller's own takes more from the task. */
const QUERY_WORDS_WANTED = 3;

/** A hint of more words is a sentence. */
const LABEL_WORDS = 3;

/** Region of a task in which no word is fit to be stored. */
const UNNAMED_REGION = "general";

/** A candidate that may be tried, with the region that called for it. */
export interface UsableCandidate {
  readonly region: string;
  readonly probability: number;
  readonly record: CandidateRecord;
}

/**
 * What memory has to offer for the matched regions, in the policy's order. Blocked, handed-over and
 * host-owned skills are gone before the policy sees them. Nothing left means a miss.
 */
export function usableCandidates(input: {
  readonly limits: Limits;
  readonly view: MemoryView;
  readonly at: number;
  readonly policy: Policy;
  readonly seed: number;
  /** Skills that the host manages itself: they are there already and are not ours to touch. */
  readonly installed: readonly SkillKey[];
}): readonly UsableCandidate[] {
  const { limits, view } = input;
  const offLimits = [...view.blacklist, ...view.retained, ...input.installed];
  const regions: RegionView[] = view.regions
    .filter(({ probability }) => probability >= limits.hitThreshold)
    .map((region) => ({
      ...region,
      candidates: region.candidates.filter(({ key }) => !listsSkill(offLimits, key)),
    }));
  const ranked = input.policy.rank({ ...view, regions }, input.at, input.seed, limits);
  return [...new Set(ranked)].flatMap((key) => {
    for (const { region, probability, candidates } of regions) {
      const record = candidates.find((candidate) => candidate.key === key);
      if (record !== undefined) return [{ region, probability, record }];
    }
    return [];
  });
}

/**
 * Where a skill that search found belongs: the region that already holds it, else the host's hint, else the
 * first two signals of the task. Hint and task lose every concrete entity on the way.
 */
export function missRegion(input: {
  readonly view: MemoryView;
  readonly key: SkillKey;
  readonly task: string;
  readonly hint?: string | undefined;
  /** The caller's words, for tasks in whose language no signals can be found. */
  readonly keywords?: readonly string[] | undefined;
}): string {
  const held =
    input.view.known.find(({ candidate }) => candidate.key === input.key) ??
    input.view.known.find(({ candidate }) => sameSkill(candidate.key, input.key));
  if (held !== undefined) return held.region;
  return (
    kebab(filterEntities(plainLabel(input.hint ?? ""))) ??
    kebab(signalsOf(input.task).slice(0, 2)) ??
    kebab(filterEntities((input.keywords ?? []).join(" ")).slice(0, 2)) ??
    UNNAMED_REGION
  );
}

/** In a label of a few generic words capitals mean nothing: "Sales Reports" is no name. In a sentence they do. */
function plainLabel(hint: string): string {
  const words = hint.trim().split(/\s+/);
  return words.length <= LABEL_WORDS && words.every(isGenericWord) ? hint.toLowerCase() : hint;
}

/** Three to five words for a registry: the caller's own first, then the task's, none of them an entity. */
export function searchQuery(task: string, keywords: readonly string[] = []): string {
  const own = filterEntities(keywords.join(" "));
  const words = own.length >= QUERY_WORDS_WANTED ? own : [...own, ...keywordsOf(task)];
  return [...new Set(words)].slice(0, QUERY_WORDS).join(" ");
}

function kebab(words: readonly string[]): string | undefined {
  const name = words
    .join("-")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}+]+/gu, "-")
    .slice(0, NAME_CHARS)
    .replace(/^-+|-+$/g, "");
  return isName(name) ? name : undefined;
}
