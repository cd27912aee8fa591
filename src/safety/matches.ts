/**
 * All matches of a pattern with the flag `g`. `matchAll` makes a copy of the pattern and an iterator first, which takes
 * longer than most texts do.
 */
export function matchesOf(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  pattern.lastIndex = 0;
  let match = pattern.exec(text);
  if (match === null) return NONE;
  const matches: RegExpExecArray[] = [];
  for (; match !== null; match = pattern.exec(text)) {
    matches.push(match);
    if (match[0] === "") pattern.lastIndex += 1;
  }
  return matches;
}

const NONE: readonly RegExpExecArray[] = [];
