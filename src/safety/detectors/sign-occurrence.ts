import { withoutCommands } from "./outward.js";
import type { Sentence } from "./sentence.js";
import { wantedSigns } from "./sign-combinations.js";
import { SIGN_BIT, SIGNS, type SignName } from "./signs.js";

const NAMES = Object.keys(SIGNS) as SignName[];

/**
 * The signs that really occur in each of some sentences, one sign after the other, where they could make a combination
 * complete. `possible` says for each sign in which sentences it could occur.
 */
export function signsOf(
  sentences: readonly Sentence[],
  possible: readonly (readonly number[])[],
): Int32Array {
  const wanted = new Int32Array(sentences.length);
  sentences.forEach((sentence, place) => {
    wanted[place] = wantedSigns(sentence);
  });
  const signs = new Int32Array(sentences.length);
  const texts: string[] = [];
  NAMES.forEach((name, index) => {
    for (const place of possible[index] ?? []) {
      const sentence = sentences[place];
      if (sentence === undefined || ((wanted[place] ?? 0) & SIGN_BIT[name]) === 0) continue;
      const text = texts[place] ?? withoutCommands(sentence.text);
      texts[place] = text;
      if (occurs(name, name === "exposes" ? sentence.text : text))
        signs[place] = (signs[place] ?? 0) | SIGN_BIT[name];
    }
  });
  return signs;
}

/** "Do not delete the original" is no deletion; where hiding is meant, "not" belongs to it. */
const NEGATED =
  /\b(?:do not|don't|never|not|no|cannot|can't|avoid|instead of|rather than)\s(?:\w+\s){0,2}$|\b(?:never|do not|don't)\b[^.;:]{0,60}\bor\s$/;

/** Whether a text without its commands has a sign. */
export function occurs(name: SignName, text: string): boolean {
  const match = SIGNS[name].pattern.exec(text);
  if (match === null) return false;
  if (OWN_NEGATION.has(name)) return true;
  return (
    !/\b(?:not|never)\b/.test(match[0]) &&
    !NEGATED.test(text.slice(Math.max(0, match.index - 70), match.index))
  );
}

const OWN_NEGATION: ReadonlySet<SignName> = new Set([
  "hidden",
  "pretended",
  "unasked",
  "fixed",
  "exempt",
  "excused",
  "private",
]);
