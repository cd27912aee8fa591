/** One thing to send to a device so that a text appears: keys by name, ASCII by `input text`, the rest by the clipboard. */
export type TypingPart =
  | { readonly how: "key"; readonly key: "KEYCODE_ENTER" | "KEYCODE_TAB" }
  | { readonly how: "input"; readonly argument: string }
  | { readonly how: "paste"; readonly text: string };

/** Arguments of a remote command should stay far below every limit on the way. */
const LONGEST_ARGUMENT = 400;

/** Nothing that a keyboard has, or that would only deceive the reader of the script: controls, bidi marks, invisible signs, halves of pairs. */
const NOT_TYPED =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

/** The text as it can be typed: line ends are Enter, invisible characters are left out. */
export function typeable(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, "\n").replace(NOT_TYPED, "");
}

/**
 * How a text is typed. `input text` writes a space as `%s` and knows no escape for its percent sign, so a `%` that stands before an
 * `s` ends one argument and the `s` begins the next.
 */
export function typingParts(text: string): readonly TypingPart[] {
  return typeable(text)
    .split(/([\n\t])/)
    .flatMap((piece): readonly TypingPart[] => {
      if (piece === "") return [];
      if (piece === "\n") return [{ how: "key", key: "KEYCODE_ENTER" }];
      if (piece === "\t") return [{ how: "key", key: "KEYCODE_TAB" }];
      if (/[^\x20-\x7e]/.test(piece)) return [{ how: "paste", text: piece }];
      return piece
        .split(/(?<=%)(?=s)/)
        .flatMap((part) => part.match(new RegExp(`.{1,${LONGEST_ARGUMENT}}`, "g")) ?? [])
        .map((part) => ({ how: "input", argument: part.replaceAll(" ", "%s") }));
    });
}
