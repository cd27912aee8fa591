import { FOREIGN_WORDS } from "./foreign-words.js";
import { SYNONYMS } from "./lexicon.js";
import { TOOL_NAMES } from "./tool-names.js";
import { NOUNS } from "./vocabulary-nouns.js";
import { VERBS } from "./vocabulary-verbs.js";

/**
 * The one form under which memory keeps a lower-case word, or `undefined` for
 * every word that is not on a list: an unknown word may be a name.
 */
export function canonicalWord(word: string): string | undefined {
  if (word.length < 2 || word.length > MAXIMUM || NO_FORMS.has(word)) return undefined;
  const direct = listed(word);
  if (direct !== undefined) return direct;
  for (const base of basesOf(word)) {
    const found = word.endsWith("s") ? listed(base) : plain(base);
    if (found !== undefined) return found;
  }
  return FOREIGN_WORDS.get(word);
}

/** They look like forms of words on a list and are names or mean something else. */
const NO_FORMS: ReadonlySet<string> = new Set(["united", "boots"]);

/** Longer than the longest word on any list with its ending. */
const MAXIMUM = 24;

/** True for a word that can open a request: "Deploy …", "Summarize …". */
export function isVerb(word: string): boolean {
  const canonical = canonicalWord(word);
  return canonical !== undefined && (VERBS.has(canonical) || VERBS.has(word) || PHRASAL_VERBS.has(canonical));
}

const PHRASAL_VERBS: ReadonlySet<string> = new Set(["query", "backup", "rollback"]);

function listed(word: string): string | undefined {
  return plain(word) ?? (TOOL_NAMES.has(word) ? word : undefined);
}

/** Tools are not conjugated: "moved" is no form of "mov". */
function plain(word: string): string | undefined {
  const synonym = SYNONYMS.get(word);
  if (synonym !== undefined) return synonym;
  return VERBS.has(word) || NOUNS.has(word) ? word : undefined;
}

/** What a word may be a form of, the likeliest first. */
function basesOf(word: string): string[] {
  if (word.endsWith("ies")) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (word.endsWith("es")) return [word.slice(0, -1), word.slice(0, -2)];
  if (word.endsWith("s") && !word.endsWith("ss")) return [word.slice(0, -1)];
  if (word.endsWith("ied")) return [`${word.slice(0, -3)}y`];
  const ending = word.endsWith("ing") ? 3 : word.endsWith("ed") ? 2 : 0;
  if (ending === 0 || word.length < ending + 3) return [];
  const base = word.slice(0, -ending);
  const doubled = base.at(-1) === base.at(-2) ? [base.slice(0, -1)] : [];
  return [base, `${base}e`, ...doubled];
}
