/** For each ASCII code whether it is one of these signs. */
export function flagsOf(signs: string): Uint8Array {
  const flags = new Uint8Array(128);
  for (const sign of signs) flags[sign.charCodeAt(0)] = 1;
  return flags;
}

/**
 * Whether so many signs of a kind stand side by side. Looks at every so-many-th character first: any other character
 * there rules out all before it. A pattern for the same takes several times as long.
 */
export function hasRun(text: string, length: number, flags: Uint8Array): boolean {
  for (let at = length - 1; at < text.length; at += length) {
    let start = at;
    // Beyond ASCII there is no flag.
    while (start > at - length && flags[text.charCodeAt(start)] === 1) start -= 1;
    if (start === at - length) return true;
    at = start;
  }
  return false;
}
