import { canonicalWord, isVerb } from "./canonical-word.js";
import {
  NAME_HEADS,
  NAME_PHRASES,
  NAME_WORDS,
  NAMING,
  ORGANISATION_HEADS,
  ORGANISATION_TAILS,
  PASSWORD_NOUNS,
  SECRET_NOUNS,
  STREETS,
  TIME_UNITS,
  TITLES,
} from "./name-words.js";
import { STOP_WORDS } from "./stop-words.js";
import { TOOL_NAMES } from "./tool-names.js";
import type { ContextWord } from "./words-in-context.js";

/** One word of letters, in any script. */
export const PLAIN = /^\p{L}[\p{L}\p{M}]*$/u;

/** How many words may stand between a house number and "street". */
const ADDRESS_WORDS = 4;
/** How many words a folder name with spaces may have. */
const FOLDER_WORDS = 5;

/** How many words a name after a preposition may have. */
const SLOT_WORDS = 4;

const BEFORE_SLOT = /^(?:from|to|at|by|with|of|for|near|via)$/;
/** No words of a task, and never part of a name. */
const NO_NAME = /^(?:used|using|based|made|called|new|old|good|best|better|first|last|next|own|who|whose)$/;
const NUMBER = /^[0-9]/;
const SPELLED_NUMBER =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|few|couple|several|dozen)$/;
const RELATIVE = /^(?:next|last|this|past|previous|coming|following|every|each|end|mid|early|late)$/;
const PATH_START = /^["'(]?(?:~?\/|\.{1,2}\/|[a-z]:[\\/]|\\\\|file:)/i;
const FILE_END = /\.[a-z0-9]{1,5}$/i;
/** What people do, said of somebody who was just named: "Page wants …", "Price said …". */
const PERSONAL_VERB =
  /^(?:wants?|needs?|says?|said|asks|asked|told|thinks|likes|is|was|has|had|will|would|called|emailed|wrote|sent|lives|works|owes|hates|prefers)$/;

type Rule = (words: readonly ContextWord[], index: number, drop: (position: number) => void) => void;

/** Positions that are entities because of what stands around them, whatever the word. */
export function entityPositions(words: readonly ContextWord[]): ReadonlySet<number> {
  const dropped = new Set<number>();
  const drop = (position: number): void => {
    dropped.add(position);
  };
  for (let index = 0; index < words.length; index++) for (const rule of RULES) rule(words, index, drop);
  return dropped;
}

/** A plain word that no list knows: possibly a name. */
export function isUnknown(word: ContextWord | undefined): boolean {
  return (
    word !== undefined &&
    PLAIN.test(word.text) &&
    !STOP_WORDS.has(word.lower) &&
    canonicalWord(word.lower) === undefined
  );
}

const RULES: readonly Rule[] = [
  function afterTitle(words, index, drop) {
    const lower = words[index]?.lower ?? "";
    if (!TITLES.has(lower) && !NAMING.has(lower)) return;
    drop(index + 1);
    if (words[index + 1]?.lower === "as") drop(index + 2);
  },
  function knownPhrase(words, index, drop) {
    if (!NAME_PHRASES.has(`${words[index]?.lower} ${words[index + 1]?.lower}`)) return;
    drop(index);
    drop(index + 1);
  },
  function beforeItsName(words, index, drop) {
    if (!NAME_HEADS.has(words[index]?.lower ?? "") || !isUnknown(words[index + 1])) return;
    drop(index);
    // "campaign winter sale": the name may go on with a common word.
    if (words[index + 1]?.possessive === false) drop(index + 2);
  },
  // "bank of america", "University of Michigan", "Ministry for Defence".
  function organisationOf(words, index, drop) {
    if (!ORGANISATION_HEADS.has(words[index]?.lower ?? "")) return;
    if (!/^(?:of|for)$/.test(words[index + 1]?.lower ?? "")) return;
    const name = words[words[index + 2]?.lower === "the" ? index + 3 : index + 2];
    if (name !== undefined && (name.capitalised || isUnknown(name))) drop(index);
  },
  // "initech solutions", "mercy hospital": the generic half of somebody's name.
  function organisationTail(words, index, drop) {
    const before = words[index - 1];
    if (before === undefined || before.possessive) return;
    if (!ORGANISATION_TAILS.has(words[index]?.lower ?? "")) return;
    if (isUnknown(before) || (before.capitalised && !before.initial)) drop(index);
  },
  // "hartmann & partner", "Smith & Sons": an ampersand joins the halves of a name.
  function joinedName(words, index, drop) {
    if (words[index]?.text !== "&") return;
    const [before, after] = [words[index - 1], words[index + 1]];
    if (isUnknown(before) || before?.capitalised === true) drop(index + 1);
    if (isUnknown(after) || after?.capitalised === true) drop(index - 1);
  },
  // "from sunset cleaning services": after a preposition, without an article, one unknown word makes the whole a name.
  function nameSlot(words, index, drop) {
    const preposition = words[index]?.lower ?? "";
    if (!BEFORE_SLOT.test(preposition)) return;
    let end = index + 1;
    let unknown = false;
    for (; end <= index + SLOT_WORDS; end++) {
      const word = words[end];
      if (word === undefined || !PLAIN.test(word.text) || STOP_WORDS.has(word.lower)) break;
      if (word.capitalised || NO_NAME.test(word.lower)) break;
      if (TOOL_NAMES.has(word.lower)) return;
      unknown ||= isUnknown(word);
      if (word.possessive) break;
    }
    const first = words[index + 1];
    // After "to" an unknown word may as well be a verb.
    if (!unknown || (preposition === "to" && (isUnknown(first) || isVerb(first?.lower ?? "")))) return;
    for (let inside = index + 1; inside < end; inside++) drop(inside);
  },
  // "quarter past six", "half to ten".
  function clockTime(words, index, drop) {
    if (words[index]?.lower === "quarter" && /^(?:past|to|after|before)$/.test(words[index + 1]?.lower ?? ""))
      drop(index);
  },
  function streetAddress(words, index, drop) {
    if (!NUMBER.test(words[index]?.text ?? "")) return;
    for (let ahead = 2; ahead <= ADDRESS_WORDS; ahead++) {
      if (!STREETS.has(words[index + ahead]?.lower ?? "")) continue;
      for (let inside = index; inside <= index + ahead; inside++) drop(inside);
    }
  },
  // "next week", "3 days", "two years": a date, though its words are plain.
  function time(words, index, drop) {
    if (!TIME_UNITS.has(words[index]?.lower ?? "")) return;
    const before = words[index - 1];
    if (before === undefined) return;
    if (NUMBER.test(before.text) || SPELLED_NUMBER.test(before.lower) || RELATIVE.test(before.lower))
      drop(index);
  },
  // A folder name with spaces: "/home/alice/my tax report/2024.pdf".
  function pathWithSpaces(words, index, drop) {
    const start = words[index]?.text ?? "";
    if (!PATH_START.test(start) || FILE_END.test(start)) return;
    for (let ahead = 2; ahead <= FOLDER_WORDS; ahead++) {
      const part = words[index + ahead]?.text ?? "";
      if (part.includes("@") || PATH_START.test(part)) return;
      if (!/[\\/]/.test(part) && !FILE_END.test(part)) continue;
      for (let inside = index + 1; inside < index + ahead; inside++) drop(inside);
    }
  },
  // "alice at example dot com".
  function spelledAddress(words, index, drop) {
    if (words[index]?.lower !== "dot") return;
    drop(index - 1);
    drop(index + 1);
    if (words[index - 2]?.lower === "at") drop(index - 3);
  },
  // "with password sunshine": the word after it is the secret, unless the two are one thing ("password manager").
  function secretWord(words, index, drop) {
    if (!SECRET_NOUNS.has(words[index]?.lower ?? "")) return;
    if (!PASSWORD_NOUNS.has(words[index + 1]?.lower ?? "")) drop(index + 1);
  },
  function namedAndActing(words, index, drop) {
    const word = words[index];
    if (word?.initial !== true || !NAME_WORDS.has(canonicalWord(word.lower) ?? "")) return;
    if (PERSONAL_VERB.test(words[index + 1]?.lower ?? "")) drop(index);
  },
  // "Bank of Ireland statement": a heading that begins with a name of several words.
  function initialName(words, index, drop) {
    const word = words[index];
    if (word?.initial !== true || !word.capitalised || isVerb(word.lower)) return;
    const joined = /^(?:of|and|&)$/.test(words[index + 1]?.lower ?? "");
    const next = words[index + 2];
    if (joined && next?.capitalised === true && !next.initial && ORGANISATION_TAILS.has(word.lower))
      drop(index);
  },
];
