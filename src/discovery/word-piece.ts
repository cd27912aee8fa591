/** Splits text into the token ids of an uncased BERT vocabulary. */
export interface WordPiece {
  /** Token ids in order, without the special tokens around them. */
  encode(text: string): number[];
}

const MAXIMUM_WORD_LENGTH = 100;
const UNKNOWN = "[UNK]";

/** NUL, the replacement character, and controls and formats other than tab and line ends: dropped by BERT. */
const DROPPED = /[\0\ufffd]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
const MARKS = /\p{Mn}/gu;
/** The ideograph blocks that BERT treats as one word a character. */
const IDEOGRAPH =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b820}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;
/** ASCII symbols count as punctuation too. */
const WORD_OR_MARK = /[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu;
const BEYOND_ASCII = /[^\x00-\x7f]/;

/**
 * BERT's tokenizer: clean, lower-case, strip accents, split at blanks and
 * punctuation, then the longest known pieces from left to right. Special
 * tokens written out in a text, such as `[MASK]`, are ordinary text here:
 * what a user writes must not steer the model.
 */
export function createWordPiece(vocabulary: readonly string[]): WordPiece {
  const whole = new Map<string, number>();
  const continued = new Map<string, number>();
  vocabulary.forEach((token, id) => {
    if (token.startsWith("##") && token.length > 2) continued.set(token.slice(2), id);
    whole.set(token, id);
  });
  const unknown = whole.get(UNKNOWN) ?? 0;

  function pushPieces(word: string, ids: number[]): void {
    const known = whole.get(word);
    if (known !== undefined) {
      ids.push(known);
      return;
    }
    const characters = BEYOND_ASCII.test(word) ? [...word] : undefined;
    const length = characters?.length ?? word.length;
    if (length > MAXIMUM_WORD_LENGTH) {
      ids.push(unknown);
      return;
    }
    const begin = ids.length;
    for (let start = 0; start < length; ) {
      const pieces = start === 0 ? whole : continued;
      let end = length;
      let piece: number | undefined;
      for (; end > start; end -= 1) {
        piece = pieces.get(
          characters === undefined ? word.slice(start, end) : characters.slice(start, end).join(""),
        );
        if (piece !== undefined) break;
      }
      if (piece === undefined) {
        ids.length = begin;
        ids.push(unknown);
        return;
      }
      ids.push(piece);
      start = end;
    }
  }

  return {
    encode(text) {
      const ids: number[] = [];
      for (const [word] of normalise(text).matchAll(WORD_OR_MARK)) pushPieces(word, ids);
      return ids;
    },
  };
}

function normalise(text: string): string {
  const clean = text.replace(DROPPED, "");
  if (!BEYOND_ASCII.test(clean)) return clean.toLowerCase();
  return clean.replace(IDEOGRAPH, " $& ").toLowerCase().normalize("NFD").replace(MARKS, "");
}
