import { clausesOf } from "./clauses.js";
import { comparedBody, comparedDescription, nameWords } from "./document-text.js";
import { exampleKey } from "./example-words.js";
import type { CompactVector } from "./kernel.js";
import { wordWeights } from "./lexical-index.js";
import { termsOf } from "./terms.js";
import type { DiscoverableSkill } from "./types.js";

/** More phrases or examples than these are ignored: one skill must not be near everything. */
const MAXIMUM_TRIGGERS = 16;
const MAXIMUM_EXAMPLES = 20;
const MAXIMUM_PHRASE = 200;
/** A name's words count less than the description's: names mislead. A body's words count least. */
const NAME_WEIGHT = 0.8;
const BODY_WEIGHT = 0.4;

/** A skill as the index keeps it, all but its vectors. */
export interface EntryTexts {
  readonly skill: DiscoverableSkill;
  readonly triggers: readonly string[];
  readonly suppressors: readonly string[];
  readonly examples: readonly (readonly string[])[];
  /** Keys of the examples, with the place of the last one that has each. */
  readonly exampleKeys: ReadonlyMap<string, number>;
  readonly exampleTerms: ReadonlyMap<string, LearnedTerm>;
}

/** A stem of the examples: how many of them have it, and what it counts in the skill's own words. */
export interface LearnedTerm {
  readonly uses: number;
  readonly described: number;
}

/** The small vectors of a skill. */
export interface EntryVectors {
  readonly clauses: readonly CompactVector[];
  readonly triggers: readonly CompactVector[];
  readonly examples: readonly CompactVector[];
  /** See `learnedLength`; zero without examples. */
  readonly learned: number;
  /** How near the description is to everyday requests of all kinds. */
  readonly centrality: number;
}

/** Everything that is compared about a skill, as bounded text. */
export function entryTexts(skill: DiscoverableSkill): EntryTexts {
  const examples = (skill.examples ?? []).slice(-MAXIMUM_EXAMPLES).filter((words) => words.length > 0);
  const triggers = phrases([...(skill.triggers?.any ?? []), ...(skill.triggers?.all ?? [])]).slice(
    0,
    MAXIMUM_TRIGGERS,
  );
  const suppressors = phrases(skill.triggers?.none ?? NO_PHRASES);
  if (examples.length === 0) return { skill, triggers, suppressors, ...NOTHING_LEARNED };
  const keys = examples.map((words, place) => [exampleKey(words), place] as const);
  return {
    skill,
    triggers,
    suppressors,
    examples,
    exampleKeys: new Map(keys.filter(([key]) => key !== "")),
    exampleTerms: learnedTerms(examples, entryWords({ skill, triggers })),
  };
}

/** Shared by all skills that have learned nothing: most of them. */
const NOTHING_LEARNED: Pick<EntryTexts, "examples" | "exampleKeys" | "exampleTerms"> = {
  examples: [],
  exampleKeys: new Map(),
  exampleTerms: new Map(),
};

/** The clauses of a skill's description. Not kept: they are needed to embed and to explain, and cost memory. */
export function entryClauses({ skill }: EntryTexts): readonly string[] {
  return clausesOf(comparedDescription(skill));
}

const NO_PHRASES: readonly string[] = [];

function phrases(own: readonly string[]): readonly string[] {
  if (own.length === 0) return NO_PHRASES;
  return [...new Set(own.map((phrase) => phrase.trim().slice(0, MAXIMUM_PHRASE)))].filter(
    (phrase) => phrase !== "",
  );
}

function learnedTerms(
  examples: EntryTexts["examples"],
  own: ReadonlyMap<string, number>,
): ReadonlyMap<string, LearnedTerm> {
  const terms = new Map<string, LearnedTerm>();
  for (const words of examples)
    for (const term of new Set(termsOf(words.join(" "))))
      terms.set(term, { uses: (terms.get(term)?.uses ?? 0) + 1, described: own.get(term) ?? 0 });
  return terms;
}

/**
 * The words of a skill. Learned examples are no part of it: rarity must not
 * change for the others when one skill learns.
 */
export function entryWords({ skill, triggers }: Pick<EntryTexts, "skill" | "triggers">): Map<string, number> {
  const words = wordWeights(termsOf(comparedDescription(skill)));
  const fields = [
    wordWeights(termsOf(nameWords(skill.name ?? skill.id)), NAME_WEIGHT),
    wordWeights(triggers.flatMap(termsOf)),
    wordWeights(termsOf(comparedBody(skill)), BODY_WEIGHT),
  ];
  for (const field of fields)
    for (const [term, weight] of field) words.set(term, Math.max(words.get(term) ?? 0, weight));
  return words;
}
