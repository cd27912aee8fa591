import type { FindingSeverity } from "../../core/findings.js";
import type { Subject } from "../detect.js";
import type { RuleId } from "../rules.js";
import type { Sentence } from "./sentence.js";

/** What a prose rule found in a sentence. */
export interface ProseMatch {
  readonly rule: RuleId;
  readonly severity: FindingSeverity;
  /** Where in the sentence the order starts. */
  readonly at: number;
  /** True when negation is part of the meaning, as in "do not tell the user". */
  readonly ownNegation?: true;
}

/** A rule over one sentence; `needs` are topics of which all must occur. */
export interface ProseRule {
  readonly needs: number;
  /** Without a match of this in its text a sentence has nothing for the rule. */
  readonly pattern?: RegExp;
  readonly find: (sentence: Sentence, subject: Subject) => ProseMatch | undefined;
}

/** A rule that is one pattern. */
export function patternRule(
  needs: number,
  rule: RuleId,
  severity: FindingSeverity,
  pattern: RegExp,
  options: {
    readonly unless?: RegExp;
    /** The same, but only within the match. */
    readonly notWithin?: RegExp;
    readonly ownNegation?: true;
  } = {},
): ProseRule {
  return {
    needs,
    pattern,
    find: ({ text }) => {
      const match = pattern.exec(text);
      if (match === null || options.unless?.test(text) === true) return undefined;
      if (options.notWithin?.test(match[0]) === true) return undefined;
      // The order starts at its first word, not at the comma or bullet before it.
      const at = match.index + match[0].search(/[^\s\p{P}]/u);
      const found = { rule, severity, at };
      return options.ownNegation === true ? { ...found, ownNegation: true } : found;
    },
  };
}
