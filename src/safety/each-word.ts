/** Which ASCII characters belong to a word: letters, digits, underscore, and the apostrophe where it is wanted. */
const IN_WORD = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) if (/\w/.test(String.fromCharCode(code))) IN_WORD[code] = 1;
const APOSTROPHE = 39;
/** No word of a vocabulary is longer. */
const LONGEST = 32;

/** Calls `visit` with every ASCII word of a text. A loop, because splitting by a pattern costs twice as much. */
export function eachWord(text: string, withApostrophe: boolean, visit: (word: string) => void): void {
  let start = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    const inside = code < 128 && (IN_WORD[code] === 1 || (withApostrophe && code === APOSTROPHE));
    if (inside) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      if (at - start <= LONGEST) visit(text.slice(start, at));
      start = -1;
    }
  }
}
