import { type Block, markdownBlocks } from "./markdown-blocks.js";

/** A heading and the lines that belong to it alone. Lines are 0-based within the body. */
export interface Section {
  readonly depth: number;
  readonly title: string;
  readonly headingEnd: number;
  /** The line after the last block before the next heading of any depth. */
  readonly ownEnd: number;
  /** The line after the last block before the next heading that is not deeper. */
  readonly wholeEnd: number;
  /** Type of the last own block; undefined when the heading stands alone. */
  readonly lastType: string | undefined;
}

/** The sections of a Markdown body in their order. */
export function sectionsOf(blocks: readonly Block[]): readonly Section[] {
  const sections: Section[] = [];
  /** By depth: where the nearest heading of that depth is that was already passed on the way up. */
  const next: number[] = Array.from({ length: 7 }, () => blocks.length);
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks[index];
    if (block?.type !== "heading") continue;
    const depth = block.depth ?? 1;
    const nextAny = Math.min(...next);
    const nextPeer = Math.min(...next.slice(0, depth + 1));
    sections.push({
      depth,
      title: block.text ?? "",
      headingEnd: block.end,
      ownEnd: blocks[nextAny - 1]?.end ?? block.end,
      wholeEnd: blocks[nextPeer - 1]?.end ?? block.end,
      lastType: nextAny - 1 > index ? blocks[nextAny - 1]?.type : undefined,
    });
    next[depth] = index;
  }
  return sections.reverse();
}

/**
 * The section that a name means: the whole title, not a part of it. Second-level sections come
 * first, then first-level ones, then deeper ones; `### Details` asks for exactly that depth.
 */
export function findSection(sections: readonly Section[], name: string): Section | undefined {
  const asked = sectionName(name);
  const wanted = sections.filter((section) => plainTitle(section.title) === plainTitle(asked.title));
  if (asked.depth !== undefined) return wanted.find((section) => section.depth === asked.depth);
  for (const depth of [2, 1, 3, 4, 5, 6]) {
    const found = wanted.find((section) => section.depth === depth);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Splits `### Details` into depth and title; without marks any depth is meant. */
export function sectionName(name: string): { readonly depth: number | undefined; readonly title: string } {
  const marks = /^(#{1,6})\s+(.*)$/.exec(name.trim());
  return marks === null
    ? { depth: undefined, title: name.trim() }
    : { depth: marks[1]?.length, title: (marks[2] ?? "").trim() };
}

/** Titles are compared without emphasis and code marks, in any case. */
function plainTitle(title: string): string {
  return title.replace(/[`*_]/g, "").replace(/\s+/g, " ").trim().toLowerCase();
}

/** The headings of a text that will be put below another one. */
export function shallowestHeading(text: string): number | undefined {
  const depths = markdownBlocks(text).flatMap((block) => (block.depth === undefined ? [] : [block.depth]));
  return depths.length === 0 ? undefined : Math.min(...depths);
}
