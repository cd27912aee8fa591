/** Characters that encodings are made of. */
const ENCODES = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  if (/[A-Za-z0-9+/_=-]/.test(String.fromCharCode(code))) ENCODES[code] = 1;
}
/** Nothing worth decoding hides in words of ordinary length. */
const LENGTH = 20;

/**
 * True when a text holds a run of at least twenty such characters. Every such run covers
 * one of the positions 19, 39, 59, …, so that ordinary text is looked at once in twenty places.
 */
export function hasLongRun(text: string): boolean {
  const encodes = (at: number) => {
    const code = text.charCodeAt(at);
    return code < 128 && ENCODES[code] === 1;
  };
  for (let at = LENGTH - 1; at < text.length; at += LENGTH) {
    if (!encodes(at)) continue;
    let start = at;
    while (start > 0 && at - start < LENGTH && encodes(start - 1)) start -= 1;
    let end = at + 1;
    while (end < text.length && end - start < LENGTH && encodes(end)) end += 1;
    if (end - start >= LENGTH) return true;
  }
  return false;
}
