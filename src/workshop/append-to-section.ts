import { err, ok, type Result } from "neverthrow";
import { type CortexFailure, failure } from "../core/errors.js";
import { type Block, dominantLineEnd, lineStarts, markdownBlocks } from "./markdown-blocks.js";
import { findSection, type Section, sectionName, sectionsOf, shallowestHeading } from "./sections.js";

/** A Markdown text with something added at one place; every other byte is as before. */
export interface Appended {
  readonly text: string;
  /** False when the section already says exactly this. */
  readonly changed: boolean;
}

interface Place {
  readonly line: number;
  /** Whether an empty line must separate the addition from what stands before it. */
  readonly apart: boolean;
  readonly heading?: string;
}

/**
 * Adds `addition` at the end of a section of `text`, which starts at `bodyOffset` (behind the
 * frontmatter). A missing section is added at the end. The result is read back with the same
 * parser: when any other block would change its meaning (an unclosed fence, an open HTML
 * comment), another place is tried, and at last the edit is refused.
 */
export function appendToSection(
  text: string,
  bodyOffset: number,
  section: string,
  addition: string,
): Result<Appended, CortexFailure> {
  const body = text.slice(bodyOffset);
  const blocks = markdownBlocks(body);
  const found = findSection(sectionsOf(blocks), section);
  const fitted = adapted(addition, found, section);
  if (fitted === "") return err(failure("input-invalid", "body required"));
  const starts = lineStarts(body);
  if (found !== undefined && says(body, starts, found, fitted)) return ok({ text, changed: false });

  for (const place of placesFor(blocks, found, fitted, section)) {
    const inserted = insertAt(body, starts, place, fitted);
    if (keepsEverythingElse(blocks, inserted)) {
      return ok({ text: text.slice(0, bodyOffset) + inserted.text, changed: true });
    }
  }
  return err(
    failure(
      "input-invalid",
      "The text can't be added without changing what stands around it: a code fence or an HTML comment is left open, in the skill or in the addition.",
      { section },
    ),
  );
}

/** A leading heading that repeats the section or titles the whole text goes; others never climb above the section. */
function adapted(addition: string, found: Section | undefined, section: string): string {
  const depth = found?.depth ?? sectionName(section).depth ?? 2;
  const title = sectionName(section).title.toLowerCase();
  const withoutEmptyLines = (text: string): string => text.replace(/^(?:[ \t]*\n)+/, "");
  let rest = withoutEmptyLines(addition.replace(/\r\n|\r/g, "\n")).trimEnd();
  for (;;) {
    const [line = "", ...others] = rest.split("\n", 2);
    const heading = /^(#{1,6})[ \t]/.exec(line)?.[1];
    if (heading === undefined) break;
    const isTitle = heading === "#" && others.length > 0;
    if (!isTitle && titleOf(line.slice(heading.length)).toLowerCase() !== title) break;
    rest = withoutEmptyLines(rest.slice(line.length + 1));
  }
  const shallowest = shallowestHeading(rest);
  return shallowest === undefined || shallowest >= depth ? rest : deeper(rest, depth - shallowest);
}

/** The words of a heading, without closing marks. */
function titleOf(text: string): string {
  return text
    .trim()
    .replace(/(?:^|[ \t])#+$/, "")
    .trim();
}

function deeper(text: string, by: number): string {
  const lines = text.split("\n");
  for (const block of markdownBlocks(text)) {
    if (block.type !== "heading") continue;
    const marks = "#".repeat(Math.min(6, (block.depth ?? 1) + by));
    lines[block.start] = `${marks} ${(block.text ?? "").replaceAll("\n", " ")}`;
    for (let line = block.start + 1; line < block.end; line += 1) lines[line] = "";
  }
  return lines.join("\n");
}

function says(body: string, starts: readonly number[], section: Section, addition: string): boolean {
  const own = body.slice(starts[section.headingEnd] ?? body.length, starts[section.wholeEnd] ?? body.length);
  const plain = (value: string): string => `\n${value.replace(/\r\n|\r/g, "\n").trim()}\n`;
  return plain(own).includes(plain(addition));
}

function placesFor(
  blocks: readonly Block[],
  found: Section | undefined,
  addition: string,
  section: string,
): readonly Place[] {
  if (found === undefined) {
    const { depth = 2, title } = sectionName(section);
    return [{ line: blocks.at(-1)?.end ?? 0, apart: true, heading: `${"#".repeat(depth)} ${title}` }];
  }
  // Headings in the addition would take the deeper sections that follow: go behind those.
  const line = shallowestHeading(addition) === undefined ? found.ownEnd : found.wholeEnd;
  const continuesList =
    found.lastType === "list" && line === found.ownEnd && /^(?:[-*+]|\d{1,9}[.)])[ \t]/.test(addition);
  return [
    { line, apart: !continuesList },
    { line, apart: true },
    { line: found.headingEnd, apart: true },
  ];
}

interface Inserted {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Old line that now follows the addition. */
  readonly line: number;
}

function insertAt(body: string, starts: readonly number[], place: Place, addition: string): Inserted {
  const end = dominantLineEnd(body);
  const offset = starts[place.line] ?? body.length;
  const before = body.slice(0, offset);
  const after = body.slice(offset);
  const unfinished = before !== "" && !/[\r\n]$/.test(before) ? end : "";
  const gap = place.apart && before.trim() !== "" ? end : "";
  const heading = place.heading === undefined ? "" : `${place.heading}${end}${end}`;
  const closing = after !== "" && !/^[ \t]*(?:\r|\n)/.test(after) ? end : "";
  const inserted = `${gap}${heading}${addition.replaceAll("\n", end)}${end}${closing}`;
  const lines = lineStarts(inserted).length - 1;
  return {
    text: `${before}${unfinished}${inserted}${after}`,
    from: place.line,
    to: place.line + lines,
    line: place.line,
  };
}

/** Every old block is still a block of the same kind on its own lines, and the addition swallowed none of them. */
function keepsEverythingElse(old: readonly Block[], inserted: Inserted): boolean {
  const shift = inserted.to - inserted.from;
  const now = markdownBlocks(inserted.text);
  const at = new Map(now.map((block) => [block.start, block]));
  for (const block of old) {
    const isBefore = block.start < inserted.line;
    const same = at.get(isBefore ? block.start : block.start + shift);
    if (same?.type !== block.type || same.text !== block.text || same.depth !== block.depth) return false;
    const mayGrow = isBefore && block.type === "list" && block.end === inserted.line;
    if (!mayGrow && same.end - same.start !== block.end - block.start) return false;
  }
  return true;
}
