/** Some lines of a text, with the break behind the last of them. */
export interface Stretch {
  readonly text: string;
  readonly isAscii: boolean;
}

/**
 * Divides a text into lines of ASCII alone and single lines with other letters. One arrow makes a string of two bytes a
 * letter of a whole document, and pieces of it stay so: every pattern is compiled a second time for such strings, and
 * both kinds of code together are out of the caches all the time. So ASCII is copied to strings of its own.
 */
export function stretchesOf(text: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const notAscii = /[^\x00-\x7f]/g;
  for (let start = 0; ; ) {
    notAscii.lastIndex = start;
    const at = notAscii.exec(text)?.index ?? text.length;
    const first = at === text.length ? at : text.lastIndexOf("\n", at) + 1;
    if (first > start) stretches.push({ text: narrow(text.slice(start, first)), isAscii: true });
    if (first === text.length) return stretches;
    start = text.indexOf("\n", at) + 1 || text.length;
    stretches.push({ text: text.slice(first, start), isAscii: false });
    if (start === text.length) return stretches;
  }
}

function narrow(ascii: string): string {
  return Buffer.from(ascii, "latin1").toString("latin1");
}
