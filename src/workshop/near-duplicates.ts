import { stem } from "../text/stem.js";
import { STOP_WORDS } from "../text/stop-words.js";
import { tokenise } from "../text/tokenise.js";

/** What is compared of a text: its words as a set, and the words that turn its meaning round. */
export interface Sketch {
  readonly words: ReadonlySet<string>;
  /** Numbers, negations and what comes before what: two texts that differ here are never the same advice. */
  readonly critical: string;
}

/** Share of common words from which two texts say the same. */
const SAME = 0.9;
/** Words whose presence or absence turns advice round. */
const TURNING = new Set(
  "not no never dont without avoid stop cannot cant instead except unless only enable disable allow deny add remove include exclude more less on off min max minimum maximum".split(
    " ",
  ),
);
/** Words that put one thing before another: "lint before commit" is not "commit before lint". */
const ORDERING = new Set("before after until then first last than".split(" "));
const BEYOND_ASCII = /[^\x00-\x7f]/;
const remembered = new Map<string, Sketch>();
/** Sketches of this many texts are kept between calls. */
const REMEMBERED = 4096;

/** The sketch of a text; the same text is analysed once. */
export function sketchOf(text: string): Sketch {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const tokens = tokenise(text);
  const words = new Set(tokens.filter((token) => !STOP_WORDS.has(token)).map(stem));
  const sketch = { words, critical: criticalOf(tokens) };
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(text, sketch);
  return sketch;
}

function criticalOf(tokens: readonly string[]): string {
  const critical = new Set<string>();
  tokens.forEach((token, index) => {
    if (TURNING.has(token) || /\p{N}/u.test(token)) critical.add(token);
    if (ORDERING.has(token))
      critical.add(`${neighbour(tokens, index, -1)}<${token}>${neighbour(tokens, index, 1)}`);
  });
  return [...critical].sort().join(" ");
}

/** The nearest word with a meaning of its own, in one direction. */
function neighbour(tokens: readonly string[], from: number, step: 1 | -1): string {
  for (let index = from + step; index >= 0 && index < tokens.length; index += step) {
    const token = tokens[index] ?? "";
    if (!STOP_WORDS.has(token) && !ORDERING.has(token)) return stem(token);
  }
  return "";
}

/**
 * False only when a text can't be a near-duplicate: too many words of the sketch don't even begin anywhere in it. Saves
 * the analysis of most texts. A stem differs from each of its words in the last letter at most, so that the rest of it
 * stands in every text with one of these words; texts with other letters are not judged.
 */
export function mayBeNearDuplicate(text: string, { words }: Sketch): boolean {
  if (remembered.has(text) || BEYOND_ASCII.test(text)) return true;
  const lower = text.toLowerCase();
  // With a little more than the exact share: (1 - 0.9) * 10 is less than 1.
  let allowed = (1 - SAME) * words.size + 1e-9;
  for (const word of words) {
    if (lower.includes(word.slice(0, -1))) continue;
    allowed -= 1;
    if (allowed < 0) return false;
  }
  return true;
}

/** True when two texts give the same advice in nearly the same words. */
export function isNearDuplicate(left: Sketch, right: Sketch): boolean {
  if (left.critical !== right.critical) return false;
  const [small, large] =
    left.words.size <= right.words.size ? [left.words, right.words] : [right.words, left.words];
  if (small.size === 0) return large.size === 0;
  if (small.size < SAME * large.size) return false;
  let common = 0;
  for (const word of small) if (large.has(word)) common += 1;
  return common >= SAME * (small.size + large.size - common);
}
