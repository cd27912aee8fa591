import { type SkillKey, sameSkill } from "./identity.js";
import type { CortexState } from "./state.js";

/** Memory without a region, a skill, or a skill in one region. The same state when there is nothing to forget. */
export function forget(
  state: CortexState,
  what: { readonly region?: string; readonly key?: SkillKey },
): CortexState {
  const { region, key } = what;
  if (region === undefined && key === undefined) return state;
  const here = (name: string) => region === undefined || name === region;
  const regions = state.regions.flatMap((entry) => {
    if (!here(entry.region)) return [entry];
    if (key === undefined) return [];
    const candidates = entry.candidates.filter((candidate) => !sameSkill(candidate.key, key));
    if (candidates.length === entry.candidates.length) return [entry];
    return candidates.length === 0 ? [] : [{ ...entry, candidates }];
  });
  const names = new Set(regions.map((entry) => entry.region));
  const lessons = state.lessons.filter((lesson) =>
    lesson.type === "skill_quality_warning"
      ? key === undefined || !sameSkill(lesson.key, key)
      : names.has(lesson.region) || !state.regions.some((entry) => entry.region === lesson.region),
  );
  const observations = state.observations.filter(
    (seen) => names.has(seen.region) || !state.regions.some((entry) => entry.region === seen.region),
  );
  const unchanged =
    lessons.length === state.lessons.length &&
    regions.length === state.regions.length &&
    regions.every((entry, index) => entry === state.regions[index]);
  return unchanged ? state : { ...state, regions, lessons, observations };
}
