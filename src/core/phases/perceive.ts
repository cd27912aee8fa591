import { isGenericWord } from "../../text/index.js";
import type { AnswerOf } from "../effects.js";
import { type CortexFailure, failure } from "../errors.js";
import type { Flow, Moment, Work } from "../flow-types.js";
import { type SkillKey, sameSkill } from "../identity.js";
import type { Listing, ScoredListing } from "../listing.js";
import type { CandidateRecord } from "../memory-view.js";
import { searchQuery, usableCandidates } from "../perception.js";
import { noteFailure } from "./attempts.js";
import { conclude } from "./conclude.js";
import { ask } from "./next-effect.js";

const NO_WORDS = failure(
  "search-words-missing",
  "The task holds no word that may leave this machine; supply English keywords.",
);

/** Memory answered: a hit is inspected, a miss is searched for. */
export function recalled(moment: Moment, answer: AnswerOf<"recall">): Flow {
  const { work: before, limits } = moment.flow;
  const work: Work = { ...before, view: answer.view, installed: answer.installed, seed: answer.seed };
  const candidates = usableCandidates({
    limits,
    view: answer.view,
    at: moment.at,
    policy: moment.policy,
    seed: answer.seed,
    installed: answer.installed,
  });
  if (candidates.length === 0) return searchNext(moment, work);
  const listings = candidates
    .slice(0, limits.shortlist)
    .map(({ record, probability }) => listingOf(record, probability));
  const hit: Work = {
    ...work,
    hit: true,
    listings,
    facts: [...work.facts, { kind: "count", what: "cache-hit" }],
  };
  return ask(moment, hit, { kind: "inspect", skills: listings });
}

/** Unreadable memory costs the memory, not the task: the registries are searched directly. */
export function recallFailed(moment: Moment, reason: CortexFailure): Flow {
  return searchNext(moment, noteFailure(moment.flow.work, "recall", undefined, reason));
}

/** Asks the next registry, or ends the flow when all were asked. */
export function searchNext(moment: Moment, work: Work): Flow {
  const { flow, rules } = moment;
  if (work.registry >= rules.registries) return pickListings(moment, work);
  const keywords = (flow.request.keywords ?? []).filter(isGenericWord);
  const query = searchQuery(flow.task, keywords);
  if (query === "") return conclude(moment, noteFailure(work, "search", undefined, NO_WORDS), "none-found");
  const next: Work = {
    ...work,
    hit: false,
    searched: true,
    registry: work.registry + 1,
    facts: work.searched ? work.facts : [...work.facts, { kind: "count", what: "search" }],
  };
  return ask(moment, next, { kind: "search", registry: work.registry, query });
}

export function searched(moment: Moment, answer: AnswerOf<"search">): Flow {
  const { work, limits } = moment.flow;
  const seen = new Set(work.listings.map((listing) => listing.key));
  for (const { key } of work.refused) seen.add(key);
  const fresh = answer.listings.filter((listing) => !seen.has(listing.key) && mayBeShown(work, listing.key));
  const listings = [...work.listings, ...fresh];
  const next: Work = { ...work, listings };
  const relevant = listings.filter((listing) => listing.relevance >= limits.hitThreshold).length;
  return relevant < limits.enoughRelevant ? searchNext(moment, next) : pickListings(moment, next);
}

export function searchFailed(moment: Moment, reason: CortexFailure): Flow {
  return searchNext(moment, noteFailure(moment.flow.work, "search", undefined, reason));
}

function pickListings(moment: Moment, work: Work): Flow {
  const { limits } = moment.flow;
  const picked = work.listings
    .filter((listing) => listing.relevance >= limits.hitThreshold)
    .toSorted((left, right) => right.relevance - left.relevance)
    .slice(0, limits.shortlist)
    .toSorted((left, right) => warnings(work, left.key) - warnings(work, right.key));
  if (picked.length === 0) return conclude(moment, work, "none-found");
  return ask(moment, { ...work, listings: picked }, { kind: "inspect", skills: picked });
}

/** 1 for a skill that was less than it says, and is therefore offered after the others. */
function warnings({ view }: Work, key: SkillKey): number {
  const warned = view.lessons.some(
    (lesson) => lesson.type === "skill_quality_warning" && sameSkill(lesson.key, key),
  );
  return warned ? 1 : 0;
}

/** Blocked, handed-over and owned skills are never offered. */
export function mayBeShown(work: Pick<Work, "view" | "installed">, key: SkillKey): boolean {
  const offLimits = [...work.view.blacklist, ...work.view.retained, ...work.installed];
  return !offLimits.some((other) => sameSkill(other, key));
}

function listingOf(record: CandidateRecord, probability: number): ScoredListing {
  const source = record.key.slice(0, record.key.indexOf(":"));
  const listing: Listing = {
    key: record.key,
    name: record.key.slice(source.length + 1),
    description: "",
    version: record.version,
    source,
    reviewed: source !== "github",
    scan: "unknown",
  };
  return { ...listing, relevance: probability };
}
