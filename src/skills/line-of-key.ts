import { MAXIMUM_FRONTMATTER } from "./frontmatter.js";

/** Longer headers are refused as a whole. */
const SEARCHED = MAXIMUM_FRONTMATTER + 1_000;

/**
 * The 1-based line of a path of keys in frontmatter, or of its longest prefix that can be found; undefined
 * when not even the first key is there. A search, not a parser: good enough to point at.
 */
export function lineOfKey(text: string, bodyLine: number, path: readonly string[]): number | undefined {
  const lines = text.slice(0, SEARCHED).split("\n", Math.max(1, bodyLine));
  let found: number | undefined;
  for (const [depth, key] of path.entries()) {
    const from: number = found ?? 0;
    const index = lines.findIndex((line, at) => at >= from && holdsKey(line, key, depth === 0));
    if (index === -1) return found === undefined ? undefined : found + 1;
    found = index;
  }
  return found === undefined ? undefined : found + 1;
}

function holdsKey(line: string, key: string, topLevel: boolean): boolean {
  // An empty key is found everywhere, and behind the end again and again.
  if (key === "") return false;
  for (let at = line.indexOf(key); at !== -1; at = line.indexOf(key, at + 1)) {
    const before = line.slice(0, at);
    const after = line.slice(at + key.length);
    const opens = topLevel ? /^["']?$/.test(before) : /(?:^|[\s{,[-])["']?$/.test(before);
    if (opens && /^["']?\s*:/.test(after)) return true;
  }
  return false;
}
