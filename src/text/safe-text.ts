import { normaliseText } from "./normalise.js";

declare const safeTextBrand: unique symbol;

/** One line of third-party text that can't steer a terminal, reorder what stands around it, or hide anything. */
export type SafeText = string & { readonly [safeTextBrand]: true };

const CUT = "…";
const PLAIN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/** Ordinary layout: it becomes one space. Every other line or page break is escaped like a control character. */
const LAYOUT = /[ \t\n\r\p{Zs}]+/gu;

/**
 * Other categories (control, format, surrogate, private use, unassigned), line
 * and paragraph separators, everything that renders as nothing by default
 * (fillers, joiners, variation selectors, tags) and the blank Braille cell.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const MARK = /\p{M}/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;
const EMOJI_STYLE = "\ufe0f";

/** More marks than this on one letter paint over the neighbouring lines. */
const MARKS_PER_LETTER = 4;

/**
 * Makes text of unknown origin safe to show: NFKC, on one line, everything
 * invisible or directional written out as `\u{…}`, at most `maximum` UTF-16
 * units, cut between characters with `…`. Applying it twice changes nothing.
 */
export function safeText(value: string, maximum = 200): SafeText {
  const limit = Math.max(1, Math.floor(maximum));
  if (value.length <= limit && PLAIN.test(value)) return value as SafeText;
  let shown = "";
  let fitting = "";
  for (const piece of piecesOf(value)) {
    if (shown.length + piece.length > limit) return `${fitting.trimEnd()}${CUT}` as SafeText;
    shown += piece;
    if (shown.length < limit) fitting = shown;
  }
  return shown as SafeText;
}

/** The characters as they will be shown; an escape is one piece, so that no cut can split it. */
function* piecesOf(value: string): Generator<string> {
  // NFKC would turn the cut mark itself into three dots, and a second pass would then differ from the first.
  const normal = value
    .split(CUT)
    .map((part) => normaliseText(part, escaped))
    .join(CUT)
    .replace(LAYOUT, " ")
    .replace(/^ | $/g, "");
  let previous = "";
  let marks = 0;
  for (const character of normal) {
    const isStyle = character === EMOJI_STYLE && PICTOGRAPH.test(previous);
    marks = MARK.test(character) && !isStyle ? marks + 1 : 0;
    const isStray = marks > MARKS_PER_LETTER || (marks > 0 && (previous === "" || previous === "}"));
    const isHidden = !isStyle && INVISIBLE.test(character);
    const piece = isHidden || isStray ? escaped(character) : character;
    if (isHidden || isStray) marks = 0;
    previous = piece.length > 2 ? "}" : character;
    yield piece;
  }
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}
