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
import { sentencesOf } from "./sentence.js";
import { SIGN_BIT, SIGNS } from "./signs.js";
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
const SIGN_BITS = Object.values(SIGN_BIT);

/** Everything that sentences tell an agent to do against the person it works for. */
export function proseHits(subject: Subject, options: { readonly codeToo: boolean }): readonly Hit[] {
  const hits: Hit[] = [];
  const sentences = sentencesOf(subject.lines, options);
  const signs = sentences.map((sentence) => {
    let possible = 0;
    for (const index of possibleIn(sentence.text)) {
      const rule = PROSE_RULES[index];
      if (rule === undefined) possible |= SIGN_BITS[index - PROSE_RULES.length] ?? 0;
      if (rule === undefined || (sentence.topics & rule.needs) !== rule.needs) continue;
      const match = rule.find(sentence, subject);
      if (match === undefined) continue;
      // Where "do not" belongs to the order, what stands before it decides.
      const severity = spoken(sentence, match.at, match.severity, subject, match.ownNegation === true);
      if (severity !== undefined)
        hits.push({
          rule: match.rule,
          severity,
          line: sentence.line,
          excerpt: sentence.text.slice(Math.max(0, match.at - 40)),
        });
    }
    return sentence.signs & possible;
  });
  hits.push(...paragraphHits(sentences, signs, subject));
  if (!options.codeToo) hits.push(...learnedHits(sentences, subject));
  return hits;
}
