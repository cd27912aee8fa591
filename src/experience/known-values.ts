import { normaliseText } from "../text/normalise.js";
import { type Mark, wellFormed } from "./redact-text.js";

/** Shorter values are ordinary syllables: replacing them everywhere would destroy the text and hide nothing. */
const SHORTEST = 3;
/** From this length on a value is replaced inside words too. */
const DISTINCT = 6;
/** V8 compiles patterns up to some size and interprets larger ones, a hundred times slower. */
const IN_ONE_PATTERN = 300;

/** Replaces every appearance of values that were typed as secrets, in any of the spellings that a log gives them. */
export function createMask(values: ReadonlyMap<string, string>): (text: string, mark: Mark) => string {
  const kinds = new Map<string, string>();
  for (const [value, kind] of values) {
    for (const spelling of spellingsOf(value)) {
      if ([...spelling].length >= SHORTEST) kinds.set(keyOf(spelling), kind);
    }
  }
  // The longest first: a value that contains another one goes as a whole.
  const sources = [...kinds.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).map(sourceOf);
  const patterns: RegExp[] = [];
  for (let from = 0; from < sources.length; from += IN_ONE_PATTERN)
    patterns.push(new RegExp(sources.slice(from, from + IN_ONE_PATTERN).join("|"), "giu"));
  return (text, mark) =>
    patterns.reduce(
      (left, pattern) => left.replace(pattern, (found) => mark(kinds.get(keyOf(found)) ?? "secret")),
      text,
    );
}

function spellingsOf(value: string): readonly string[] {
  const clean = wellFormed(value).trim();
  const spellings = [clean, normaliseText(clean)].flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    text.replace(/\s/g, "%s"),
    text.replace(/'/g, "'\\''"),
  ]);
  return [...new Set(spellings)];
}

function keyOf(text: string): string {
  return text.replace(/\s+/g, " ").toLowerCase();
}

function sourceOf(value: string): string {
  const escaped = value.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/ /g, "\\s+");
  return [...value].length >= DISTINCT ? escaped : `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`;
}
