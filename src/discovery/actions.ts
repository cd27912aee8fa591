import { stem } from "../text/index.js";
import { comparedDescription, nameWords } from "./document-text.js";
import type { PreparedRequest, SlotScore } from "./score-request.js";
import type { Shelf } from "./shelf.js";
import { termsOf } from "./terms.js";
import type { DiscoverableSkill } from "./types.js";

/** Words for the same kind of deed, as requests and descriptions use them. */
const FAMILIES: readonly string[] = [
  "find search look lookup locate discover seek browse explore",
  "book reserve order buy purchase rent hire",
  "list show display view see retrieve get fetch give tell provide read check return obtain",
  "create make generate build write draft compose design produce",
  "add insert append include register upload",
  "delete remove clear drop cancel erase uninstall",
  "update change edit modify set adjust replace rename reschedule",
  "send share post publish forward email message notify",
  "convert translate transform",
  "calculate compute estimate determine sum count solve",
  "play stream listen watch",
  "predict forecast",
  "analyze analyse evaluate assess detect identify classify",
  "remind schedule plan",
  "track monitor log record",
  "open start run launch execute",
  "stop close pause end turn",
];
const FAMILY_OF: ReadonlyMap<string, number> = new Map(
  FAMILIES.flatMap((words, family) => words.split(" ").map((word) => [stem(word), family] as const)),
);

/** More competitors than these are no siblings. */
const FEW = 16;
/** Outweighs a shared word or two that say nothing about the deed: flat between 0.03 and 0.3 on the tuning half. */
const ACTION_SHARE = 0.15;
/** What a skill does is said by its name and by how its description begins. */
const OPENING_TERMS = 2;
const OPENING_CHARACTERS = 80;

/**
 * The few skills of one service differ in what they do and not in what they do it to: finding a hotel or
 * reserving it. Where few compete, those that do what was asked, in whatever word, gain a little.
 */
export function withActions(
  shelf: Shelf,
  scores: readonly SlotScore[],
  request: PreparedRequest,
  competitors: number,
): readonly SlotScore[] {
  if (competitors > FEW) return scores;
  const asked = actionsOf([...request.coverage.rarity.keys()]);
  if (asked.size === 0) return scores;
  return scores.map((own) => {
    const actions = skillActions(shelf.entryAt(own.slot).skill);
    const shared = [...asked].filter((action) => actions.has(action)).length;
    return { ...own, score: own.score + (ACTION_SHARE * shared) / asked.size };
  });
}

function skillActions(skill: DiscoverableSkill): ReadonlySet<number> {
  const opening = termsOf(comparedDescription(skill).slice(0, OPENING_CHARACTERS)).slice(0, OPENING_TERMS);
  return actionsOf([...opening, ...termsOf(nameWords(skill.name ?? skill.id))]);
}

function actionsOf(terms: readonly string[]): ReadonlySet<number> {
  return new Set(terms.flatMap((term) => FAMILY_OF.get(term) ?? []));
}
