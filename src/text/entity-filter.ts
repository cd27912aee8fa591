import { canonicalWord, isVerb } from "./canonical-word.js";
import { entityPositions, isUnknown, PLAIN } from "./entity-positions.js";
import { FOREIGN_WORDS, unspacedTaskWords } from "./foreign-words.js";
import { FILE_KINDS, PHRASES } from "./lexicon.js";
import {
  BEFORE_NAMES,
  COMPANY_TOOLS,
  NAME_PARTS,
  NAME_TOOLS,
  NAME_WORDS,
  PLACE_WORDS,
  TOOL_NOUNS,
} from "./name-words.js";
import { normaliseText } from "./normalise.js";
import { STOP_WORDS } from "./stop-words.js";
import { TOOL_NAMES } from "./tool-names.js";
import { type ContextWord, wordsInContext } from "./words-in-context.js";

const HYPHENATED = /^[a-z]+(?:-[a-z]+)+$/;
const FILE = /\.([a-z0-9]{1,7})$/i;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const INNER_CAPITAL = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
const PRONOUNS: ReadonlySet<string> = new Set(["it", "this", "that", "them", "these", "those"]);

const BEFORE_PLACES = /^(?:in|at|to|from|near|around|of)$/;

/**
 * The words of a task that may be remembered: generic verbs and nouns and the
 * names of widely shared tools, lower-case, in order, each once. Names, places,
 * organisations, dates, numbers, paths, addresses, tokens and every word that
 * is not on a list are dropped, so an unknown name can't get through.
 */
export function filterEntities(text: string): string[] {
  const words = wordsInContext(text);
  const dropped = entityPositions(words);
  const kept = new Set<string>();
  for (let index = 0; index < words.length; index++) {
    if (dropped.has(index)) continue;
    const phrase = phraseAt(words, index);
    if (phrase !== undefined) {
      kept.add(phrase.word);
      index += phrase.extra;
      continue;
    }
    for (const word of safeWords(words, index)) kept.add(word);
  }
  return [...kept];
}

/** True when a single word from a host or a model may be remembered or sent to a registry, in any case. */
export function isGenericWord(word: string): boolean {
  const lower = normaliseText(word).trim().toLowerCase();
  return canonicalWord(lower) !== undefined || (HYPHENATED.test(lower) && hyphenWords(lower).length > 0);
}

function phraseAt(words: readonly ContextWord[], index: number): { word: string; extra: number } | undefined {
  const first = words[index];
  const second = words[index + 1];
  if (first === undefined || second === undefined || isProper(words, index)) return undefined;
  const together = PHRASES.get(`${first.lower} ${second.lower}`);
  if (together !== undefined) return { word: together, extra: 1 };
  if (!PRONOUNS.has(second.lower)) return undefined;
  const apart = PHRASES.get(`${first.lower} ${words[index + 2]?.lower}`);
  return apart === undefined ? undefined : { word: apart, extra: 2 };
}

function safeWords(words: readonly ContextWord[], index: number): readonly string[] {
  const word = words[index];
  if (word === undefined) return [];
  if (NAME_TOOLS.has(word.lower) || COMPANY_TOOLS.has(word.lower))
    return isUsedAsTool(words, index) ? [word.lower] : [];
  if (TOOL_NAMES.has(word.lower)) return word.possessive ? [] : one(canonicalWord(word.lower));
  if (UNSPACED.test(word.text)) return [...unspacedTaskWords(word.text), ...fileKind(word.text)];
  if (HYPHENATED.test(word.text)) return hyphenWords(word.text);
  if (!PLAIN.test(word.text)) return fileKind(word.text);
  // German nouns are always capitalised, and none of these words is a name.
  const foreign = FOREIGN_WORDS.get(word.lower);
  if (foreign !== undefined) return [foreign];
  if (STOP_WORDS.has(word.lower) || isProper(words, index) || couldBeName(words, index)) return [];
  return one(canonicalWord(word.lower));
}

/** A capital inside the sentence, or at its start before another one, marks a name unless it opens a request. */
function isProper(words: readonly ContextWord[], index: number): boolean {
  const word = words[index];
  if (word === undefined || !word.capitalised) return false;
  if (INNER_CAPITAL.test(word.text) || (word.text.length > 1 && word.text === word.text.toUpperCase()))
    return true;
  if (!word.initial) return !isProductOfTool(words, index);
  const next = words[index + 1];
  if (next === undefined || !next.capitalised || next.initial || !PLAIN.test(next.text)) return false;
  if (TOOL_NAMES.has(next.lower)) return false;
  return !isVerb(word.lower) || NAME_WORDS.has(word.lower);
}

/** "Google Calendar", "Slack Channel": the second half of a tool's name, or what it works on. */
function isProductOfTool(words: readonly ContextWord[], index: number): boolean {
  const before = words[index - 1];
  return (
    before?.possessive === false && TOOL_NAMES.has(before.lower) && TOOL_NOUNS.has(words[index]?.lower ?? "")
  );
}

/** "email page about it", "page's notes": a word that is also a name, where a name would stand. */
function couldBeName(words: readonly ContextWord[], index: number): boolean {
  const word = words[index];
  if (word === undefined) return false;
  const before = words[index - 1]?.lower ?? "";
  if (PLACE_WORDS.has(word.lower) && BEFORE_PLACES.test(before)) return true;
  const canonical = canonicalWord(word.lower) ?? "";
  const isName = NAME_WORDS.has(canonical);
  // In a headline the capital that would have told is missing.
  if (isName && word.headline) return true;
  if ((isName || NAME_PARTS.has(canonical)) && besideUnknown(words, index)) return true;
  return isName && (word.possessive || BEFORE_NAMES.has(before));
}

function besideUnknown(words: readonly ContextWord[], index: number): boolean {
  const before = words[index - 1];
  const after = words[index + 1];
  return (before?.possessive === false && isUnknown(before)) || isUnknown(after);
}

function isUsedAsTool(words: readonly ContextWord[], index: number): boolean {
  const before = words[index - 1]?.lower ?? "";
  const after = words[index + 1]?.lower ?? "";
  if (words[index]?.possessive === true || BEFORE_NAMES.has(before)) return false;
  return (
    TOOL_NOUNS.has(after) ||
    /^(?:in|on|via|using|use|through|install|configure|query|search|sync|the|a)$/.test(before)
  );
}

/** A compound is safe when all its parts are, or when it is one word written apart ("e-mail", "back-up"). */
function hyphenWords(compound: string): string[] {
  const whole = canonicalWord(compound) ?? canonicalWord(compound.replaceAll("-", ""));
  if (whole !== undefined) return [whole];
  const parts = compound.split("-").filter((part) => !STOP_WORDS.has(part));
  // Three known words and more are rather somebody's repository or bucket than a compound.
  if (parts.length > 2) return [];
  const words = parts.map(canonicalWord);
  return words.every((word) => word !== undefined) ? words : [];
}

function fileKind(text: string): string[] {
  const extension = FILE.exec(text)?.[1]?.toLowerCase();
  return one(extension === undefined ? undefined : FILE_KINDS.get(extension));
}

function one(word: string | undefined): string[] {
  return word === undefined ? [] : [word];
}
