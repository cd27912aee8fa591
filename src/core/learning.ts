import type { Fact } from "./facts.js";
import { type SkillKey, sameSkill } from "./identity.js";
import { doubtCandidate, learnCandidate } from "./learn-candidate.js";
import type { Limits } from "./limits.js";
import { isName, isPinText, isSkillKey, listsSkill } from "./names.js";
import { findRegion, regionOrNew, withRegion } from "./regions.js";
import type { CortexState, IgnoredReason, RegionState, StoredCandidate } from "./state.js";

type FactOf<Kind extends Fact["kind"]> = Extract<Fact, { kind: Kind }>;

/** One run of one candidate: weight, counts, streak, side effects, reflex and examples. */
export function learnOutcome(
  limits: Limits,
  state: CortexState,
  fact: FactOf<"outcome">,
  at: number,
): CortexState | IgnoredReason {
  const { pin } = fact;
  if (!isName(fact.region)) return "invalid-region";
  if (!isSkillKey(pin.key) || !isPinText(pin.version) || !isPinText(pin.digest)) return "invalid-key";
  // A skill that was handed over to the host must not come back through a result that was still on its way.
  if (listsSkill(state.retained, pin.key)) return "retained";
  const region = regionOrNew(state, fact.region, at);
  const index = candidateIndex(region.candidates, pin.key);
  const known = region.candidates[index];
  const learned = learnCandidate(limits, known, region.lastUsed, fact, at);
  const others = region.candidates.map((candidate, place) =>
    place !== index && sameSkill(candidate.key, pin.key) ? doubtCandidate(candidate, fact) : candidate,
  );
  const candidates = known === undefined ? [...others, learned] : others.with(index, learned);
  return withRegion(state, { ...region, candidates, lastUsed: Math.max(region.lastUsed, at) });
}

/** Words that call for a region. Known ones stay where they are; pruning drops the oldest. */
export function learnSignals(
  state: CortexState,
  fact: FactOf<"signals">,
  at: number,
): CortexState | IgnoredReason {
  if (!isName(fact.region)) return "invalid-region";
  const words = [...new Set(fact.words.filter(isName))];
  if (words.length === 0) return "invalid-words";
  const region = regionOrNew(state, fact.region, at);
  const added = words.filter((word) => !region.signals.includes(word));
  return withRegion(
    state,
    added.length === 0 ? region : { ...region, signals: [...region.signals, ...added] },
  );
}

/** The user's answer to "keep it?": kept skills leave memory in every region, declined offers pause. */
export function learnRetention(state: CortexState, fact: FactOf<"retention">): CortexState | IgnoredReason {
  if (!isSkillKey(fact.key)) return "invalid-key";
  if (fact.keep) {
    const retained = state.retained.includes(fact.key) ? state.retained : [...state.retained, fact.key];
    return { ...withoutCandidate(state, fact.key), retained };
  }
  const region = findRegion(state, fact.region);
  const index = region === undefined ? -1 : candidateIndex(region.candidates, fact.key);
  const known = region?.candidates[index];
  if (region === undefined || known === undefined) return "unknown-record";
  const declined: StoredCandidate = { ...known, retentionDeclinedAt: known.successes };
  return withRegion(state, { ...region, candidates: region.candidates.with(index, declined) });
}

/** The user's or the host's block, or its end. The record stays: an unblocked skill has its history back. */
export function learnBlacklist(state: CortexState, fact: FactOf<"blacklist">): CortexState | IgnoredReason {
  if (!isSkillKey(fact.key)) return "invalid-key";
  const listed = state.blacklist.includes(fact.key);
  if (fact.on) return listed ? state : { ...state, blacklist: [...state.blacklist, fact.key] };
  return listed ? { ...state, blacklist: state.blacklist.filter((key) => key !== fact.key) } : state;
}

/** The state without any record of this skill. */
function withoutCandidate(state: CortexState, key: SkillKey): CortexState {
  let changed = false;
  const regions = state.regions.map((region): RegionState => {
    const candidates = region.candidates.filter((candidate) => !sameSkill(candidate.key, key));
    if (candidates.length === region.candidates.length) return region;
    changed = true;
    return { ...region, candidates };
  });
  return changed ? { ...state, regions } : state;
}

/** The record of this skill; a bare slug and a full reference meet where only one record can be meant. */
function candidateIndex(candidates: readonly StoredCandidate[], key: SkillKey): number {
  const exact = candidates.findIndex((candidate) => candidate.key === key);
  if (exact >= 0) return exact;
  const alike = candidates.filter((candidate) => sameSkill(candidate.key, key));
  const only = alike.length === 1 ? alike[0] : undefined;
  return only === undefined ? -1 : candidates.indexOf(only);
}
