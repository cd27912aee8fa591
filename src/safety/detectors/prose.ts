import type { Subject } from "../detect.js";
import { patternGate } from "../pattern-gate.js";
import type { Hit } from "../rules.js";
import { CONCEALMENT_RULES } from "./concealment.js";
import { EXFILTRATION_RULES } from "./exfiltration.js";
import { FOREIGN_RULES } from "./foreign.js";
import { HARM_RULES } from "./harm.js";
import { INJECTION_RULES } from "./injection.js";
import { learnedHits } from "./learned-passage.js";
import { MISCONDUCT_RULES } from "./misconduct.js";
import { paragraphHits } from "./paragraph-signs.js";
import { spoken } from "./prose-stance.js";
import { type Sentence, sentencesOf } from "./sentence.js";
import { SIGNS } from "./signs.js";
import { SUSPICION_RULES } from "./suspicion.js";

export const PROSE_RULES = [
  ...INJECTION_RULES,
  ...CONCEALMENT_RULES,
  ...EXFILTRATION_RULES,
  ...MISCONDUCT_RULES,
  ...HARM_RULES,
  ...FOREIGN_RULES,
  ...SUSPICION_RULES,
];

const ANY_TEXT = /(?:)/;
/** Rules first, signs behind them: one look at a sentence serves both. */
const possibleIn = patternGate([
  ...PROSE_RULES.map(({ pattern }) => pattern ?? ANY_TEXT),
  ...Object.values(SIGNS).map(({ pattern }) => pattern),
]);

/** Everything that sentences tell an agent to do against the person it works for. */
export function proseHits(subject: Subject, options: { readonly codeToo: boolean }): readonly Hit[] {
  const sentences = sentencesOf(subject.lines, options);
  const possible = possibleIn(sentences.map(({ text }) => text));
  const hits = [
    ...ruleHits(sentences, possible, subject),
    ...paragraphHits(sentences, possible.slice(PROSE_RULES.length), subject),
  ];
  if (!options.codeToo) hits.push(...learnedHits(sentences, subject));
  return hits;
}

/** In the order of the sentences; within one, in that of the rules. */
function ruleHits(
  sentences: readonly Sentence[],
  possible: readonly (readonly number[])[],
  subject: Subject,
): readonly Hit[] {
  const found: { readonly place: number; readonly hit: Hit }[] = [];
  PROSE_RULES.forEach((rule, index) => {
    for (const place of possible[index] ?? []) {
      const sentence = sentences[place];
      if (sentence === undefined || (sentence.topics & rule.needs) !== rule.needs) continue;
      const match = rule.find(sentence, subject);
      if (match === undefined) continue;
      // Where "do not" belongs to the order, what stands before it decides.
      const severity = spoken(sentence, match.at, match.severity, subject, match.ownNegation === true);
      if (severity === undefined) continue;
      const excerpt = sentence.text.slice(Math.max(0, match.at - 40));
      found.push({ place, hit: { rule: match.rule, severity, line: sentence.line, excerpt } });
    }
  });
  return found.sort((left, right) => left.place - right.place).map(({ hit }) => hit);
}
