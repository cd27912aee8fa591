import type { Subject } from "../detect.js";
import { patternGate } from "../pattern-gate.js";
import type { Hit } from "../rules.js";
import { ABUSE_RULES } from "./abuse.js";
import { CONCEALMENT_RULES } from "./concealment.js";
import { EXFILTRATION_RULES } from "./exfiltration.js";
import { FOREIGN_RULES } from "./foreign.js";
import { FOREIGN_ABUSE_RULES } from "./foreign-abuse.js";
import { HARM_RULES } from "./harm.js";
import { INJECTION_RULES } from "./injection.js";
import { learnedHits } from "./learned-passage.js";
import { MISCONDUCT_RULES } from "./misconduct.js";
import { paragraphHits } from "./paragraph-signs.js";
import type { ProseMatch } from "./prose-rule.js";
import { spoken } from "./prose-stance.js";
import { type Sentence, sentencesOf } from "./sentence.js";
import { signsOf } from "./sign-occurrence.js";
import { SIGNS } from "./signs.js";
import { suspicions } from "./suspicion.js";

export const PROSE_RULES = [
  ...INJECTION_RULES,
  ...CONCEALMENT_RULES,
  ...EXFILTRATION_RULES,
  ...MISCONDUCT_RULES,
  ...HARM_RULES,
  ...FOREIGN_RULES,
  ...ABUSE_RULES,
  ...FOREIGN_ABUSE_RULES,
];

const ANY_TEXT = /(?:)/;
/** Rules first, signs behind them: one look at a sentence serves both. */
const possibleIn = patternGate([
  ...PROSE_RULES.map(({ pattern }) => pattern ?? ANY_TEXT),
  ...Object.values(SIGNS).map(({ pattern }) => pattern),
]);

/** Everything that sentences tell an agent to do against the person it works for, document by document. */
export function proseHits(
  subjects: readonly Subject[],
  options: { readonly codeToo: boolean },
): readonly (readonly Hit[])[] {
  const own = subjects.map(({ lines }) => sentencesOf(lines, options));
  const sentences: Sentence[] = [];
  const owners: number[] = [];
  own.forEach((some, owner) => {
    for (const sentence of some) {
      sentences.push(sentence);
      owners.push(owner);
    }
  });
  const possible = possibleIn(sentences.map(({ text }) => text));
  const signs = signsOf(sentences, possible.slice(PROSE_RULES.length));
  const hits = subjects.map((): Hit[] => []);
  for (const { place, hit } of orders(sentences, owners, possible, subjects))
    hits[owners[place] ?? 0]?.push(hit);
  let first = 0;
  return subjects.map((subject, owner) => {
    const some = own[owner] ?? [];
    const weak = paragraphHits(some, signs.subarray(first, first + some.length), subject);
    first += some.length;
    return [...(hits[owner] ?? []), ...weak, ...(options.codeToo ? [] : learnedHits(some, subject))];
  });
}

interface Placed {
  readonly place: number;
  readonly hit: Hit;
}

/** What the rules find, in the order of the sentences; within one, in that of the rules. */
function orders(
  sentences: readonly Sentence[],
  owners: readonly number[],
  possible: readonly (readonly number[])[],
  subjects: readonly Subject[],
): readonly Placed[] {
  const found: Placed[] = [];
  const add = (place: number, match: ProseMatch | undefined) => {
    const [sentence, subject] = [sentences[place], subjects[owners[place] ?? 0]];
    if (match === undefined || sentence === undefined || subject === undefined) return;
    // Where "do not" belongs to the order, what stands before it decides.
    const severity = spoken(sentence, match.at, match.severity, subject, match.ownNegation === true);
    if (severity === undefined) return;
    const excerpt = sentence.text.slice(Math.max(0, match.at - 40));
    found.push({ place, hit: { rule: match.rule, severity, line: sentence.line, excerpt } });
  };
  PROSE_RULES.forEach(({ needs, find }, index) => {
    for (const place of possible[index] ?? []) {
      const [sentence, subject] = [sentences[place], subjects[owners[place] ?? 0]];
      if (sentence === undefined || subject === undefined || (sentence.topics & needs) !== needs) continue;
      add(place, find(sentence, subject));
    }
  });
  for (const { place, match } of suspicions(sentences, owners, subjects)) add(place, match);
  return found.sort((left, right) => left.place - right.place);
}
