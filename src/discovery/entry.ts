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
  readonly exampleKeys: ReadonlySet<string>;
  /** Stems of the examples, with the number of examples that have each. */
  readonly exampleTerms: ReadonlyMap<string, number>;
}

/** The small vectors of a skill. */
export interface EntryVectors {
  readonly clauses: readonly CompactVector[];
  readonly triggers: readonly CompactVector[];
  readonly examples: readonly CompactVector[];
  /** Twice the description plus the examples (Rocchio); absent without examples. */
  readonly centroid: CompactVector | undefined;
  /** How near the description is to everyday requests of all kinds. */
  readonly centrality: number;
}

/** Everything that is compared about a skill, as bounded text. */
export function entryTexts(skill: DiscoverableSkill): EntryTexts {
  const examples = (skill.examples ?? []).slice(-MAXIMUM_EXAMPLES).filter((words) => words.length > 0);
  return {
    skill,
    triggers: phrases([...(skill.triggers?.any ?? []), ...(skill.triggers?.all ?? [])]).slice(
      0,
      MAXIMUM_TRIGGERS,
    ),
    suppressors: phrases(skill.triggers?.none ?? NO_PHRASES),
    ...(examples.length === 0
      ? NOTHING_LEARNED
      : {
          examples,
          exampleKeys: new Set(examples.map(exampleKey).filter((key) => key !== "")),
          exampleTerms: countTerms(examples),
        }),
  };
}

/** Shared by all skills that have learned nothing: most of them. */
const NOTHING_LEARNED: Pick<EntryTexts, "examples" | "exampleKeys" | "exampleTerms"> = {
  examples: [],
  exampleKeys: new Set(),
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

function countTerms(examples: EntryTexts["examples"]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const words of examples)
    for (const term of new Set(termsOf(words.join(" ")))) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/**
 * The words of a skill. Learned examples are no part of it: rarity must not
 * change for the others when one skill learns.
 */
export function entryWords(entry: EntryTexts): Map<string, number> {
  const { skill } = entry;
  const words = wordWeights(termsOf(comparedDescription(skill)));
  const fields = [
    wordWeights(termsOf(nameWords(skill.name ?? skill.id)), NAME_WEIGHT),
    wordWeights(entry.triggers.flatMap(termsOf)),
    wordWeights(termsOf(comparedBody(skill)), BODY_WEIGHT),
  ];
  for (const field of fields)
    for (const [term, weight] of field) words.set(term, Math.max(words.get(term) ?? 0, weight));
  return words;
}
