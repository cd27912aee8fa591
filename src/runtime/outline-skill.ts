import type { Bundle } from "../ports/bundle.js";

const LINES = 12;
const LINE_CHARACTERS = 160;
const ITEM = /^\s{0,3}(?:[-*+]|\d{1,3}[.)])\s+(\S.*)$/;
const HEADING = /^#{1,6}\s+(\S.*)$/;
const FENCE = /^\s{0,3}(?:```|~~~)/;

/** The steps of a skill for a plan: its list items, else its headings, at most twelve lines. */
export function outlineSkill(bundle: Bundle): readonly string[] {
  const lines = proseLines(skillText(bundle));
  const items = pick(lines, ITEM);
  return (items.length > 0 ? items : pick(lines, HEADING)).slice(0, LINES);
}

/** The text of SKILL.md; empty when the bundle has none. */
export function skillText(bundle: Bundle): string {
  const file = bundle.files.find(({ path }) => path === "SKILL.md");
  return file === undefined ? "" : new TextDecoder().decode(file.bytes);
}

/** Without frontmatter and code blocks. */
function proseLines(text: string): readonly string[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const end = lines[0]?.trim() === "---" ? lines.indexOf("---", 1) : -1;
  let fenced = false;
  return lines.slice(end + 1).filter((line) => {
    if (FENCE.test(line)) {
      fenced = !fenced;
      return false;
    }
    return !fenced;
  });
}

function pick(lines: readonly string[], pattern: RegExp): readonly string[] {
  return lines.flatMap((line) => {
    const found = pattern.exec(line)?.[1];
    return found === undefined ? [] : [found.trim().slice(0, LINE_CHARACTERS)];
  });
}
