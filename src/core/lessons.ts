import { redactSecrets } from "../text/index.js";
import type { Fact } from "./facts.js";
import { QUALITY_DETAILS } from "./facts.js";
import type { Lesson } from "./memory-view.js";
import { isLessonKey, isName, isSkillKey } from "./names.js";
import { regionOrNew, withRegion } from "./regions.js";
import type { CortexState, IgnoredReason, Observation } from "./state.js";

/** Confidence of a lesson when it is first learned. */
export const INITIAL_CONFIDENCE = 0.6;

/** Below this a lesson is forgotten. */
export const MINIMUM_CONFIDENCE = 0.3;

const CONFIRMED = 0.1;
const CONTRADICTED = -0.2;

/** Observations after which a dependency or a variable becomes a lesson. */
const OBSERVATIONS_NEEDED = 2;

type FactOf<Kind extends Fact["kind"]> = Extract<Fact, { kind: Kind }>;

/** A dependency that was missing twice in a region is worth checking first; one that was there speaks against it. */
export function learnDependency(
  state: CortexState,
  fact: FactOf<"dependency">,
  at: number,
): CortexState | IgnoredReason {
  if (!isName(fact.region)) return "invalid-region";
  if (!isLearnableKey(fact.key)) return "invalid-key";
  const { region, key } = fact;
  const lesson: Lesson = {
    type: "dependency_warning",
    region,
    key,
    action: "check_bin_before_install",
    confidence: INITIAL_CONFIDENCE,
    created: at,
  };
  if (fact.present) return judged(state, lesson, CONTRADICTED);
  const [counted, count] = observed(state, "dependency", region, key, (before) => before + 1, at);
  return count < OBSERVATIONS_NEEDED ? counted : judged(counted, lesson, CONFIRMED);
}

/** A variable that was set in two uses in a row is typically there; its absence speaks against it. Names only. */
export function learnEnvironment(
  state: CortexState,
  fact: FactOf<"env">,
  at: number,
): CortexState | IgnoredReason {
  if (!isName(fact.region)) return "invalid-region";
  if (!isLearnableKey(fact.key)) return "invalid-key";
  const { region, key } = fact;
  const lesson: Lesson = { type: "env_ready", region, key, confidence: INITIAL_CONFIDENCE, created: at };
  const [counted, count] = observed(
    state,
    "env",
    region,
    key,
    (before) => (fact.present ? before + 1 : 0),
    at,
  );
  if (!fact.present) return judged(counted, lesson, CONTRADICTED);
  return count < OBSERVATIONS_NEEDED ? counted : judged(counted, lesson, CONFIRMED);
}

/** A skill that is less than it says. */
export function learnQuality(
  state: CortexState,
  fact: FactOf<"quality">,
  at: number,
): CortexState | IgnoredReason {
  if (!isSkillKey(fact.key) || !QUALITY_DETAILS.includes(fact.detail)) return "invalid-key";
  const lesson: Lesson = {
    type: "skill_quality_warning",
    key: fact.key,
    detail: fact.detail,
    confidence: INITIAL_CONFIDENCE,
    created: at,
  };
  return judged(state, lesson, fact.contradicted ? CONTRADICTED : CONFIRMED);
}

/** True when both are about the same thing, whatever their confidence. */
export function sameLesson(left: Lesson, right: Lesson): boolean {
  if (left.type !== right.type || left.key !== right.key) return false;
  if (left.type === "skill_quality_warning") {
    return right.type === "skill_quality_warning" && left.detail === right.detail;
  }
  return right.type !== "skill_quality_warning" && left.region === right.region;
}

/** Two decimals: 0.6 - 0.2 - 0.1 must be 0.3 and stay, not 0.29999 and go. */
export function roundConfidence(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
}

/** A name, and not a key that somebody took for one. */
function isLearnableKey(key: string): boolean {
  return isLessonKey(key) && redactSecrets(key).redactions.length === 0;
}

/** A first confirmation creates the lesson, a contradiction of what was never learned does nothing. */
function judged(state: CortexState, lesson: Lesson, change: number): CortexState {
  const index = state.lessons.findIndex((known) => sameLesson(known, lesson));
  const known = state.lessons[index];
  if (known === undefined) return change < 0 ? state : { ...state, lessons: [...state.lessons, lesson] };
  const confidence = roundConfidence(known.confidence + change);
  if (confidence === known.confidence) return state;
  const lessons = state.lessons.with(index, { ...known, confidence });
  // Whoever was proved wrong starts over: one more miss must not bring the warning straight back.
  const observations =
    confidence < MINIMUM_CONFIDENCE && lesson.type === "dependency_warning"
      ? state.observations.filter((seen) => !isAbout(seen, "dependency", lesson.region, lesson.key))
      : state.observations;
  return { ...state, lessons, observations };
}

function observed(
  state: CortexState,
  kind: Observation["kind"],
  region: string,
  key: string,
  count: (before: number) => number,
  at: number,
): readonly [CortexState, number] {
  const before = state.observations.find((seen) => isAbout(seen, kind, region, key));
  const others =
    before === undefined ? state.observations : state.observations.filter((seen) => seen !== before);
  const after = count(before?.count ?? 0);
  const observations = after === 0 ? others : [...others, { kind, region, key, count: after }];
  return [withRegion({ ...state, observations }, regionOrNew(state, region, at)), after];
}

function isAbout(seen: Observation, kind: Observation["kind"], region: string, key: string): boolean {
  return seen.kind === kind && seen.region === region && seen.key === key;
}
