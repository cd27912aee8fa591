/** Where the block between the fences lies, or why there is none. */
export type Fence =
  | { readonly kind: "none" }
  | { readonly kind: "unclosed"; readonly line: number }
  | {
      readonly kind: "found";
      /** What follows the opening dashes, trimmed and in lower case; empty means YAML. */
      readonly language: string;
      /** The text between the fences with `\n` line ends. */
      readonly block: string;
      /** 1-based line of the block's first line. */
      readonly blockLine: number;
      readonly body: string;
      /** 1-based line of the body's first line. */
      readonly bodyLine: number;
      /** What was tolerated: blank lines in front, fences with more than three dashes. */
      readonly sloppy: readonly ("leading-blank" | "long-fence")[];
    };

const OPENING = /^(?:(-{3,})[ \t]*([^\s-][^\r\n]*?)?|\+{3})[ \t]*$/;
const KEY_LINE = /^[A-Za-z_"'][^\n:]*:/;

/**
 * Finds the fences. Only a line of nothing but dashes closes: gray-matter alone would also
 * stop at `---x`, and take a file without a closing fence for frontmatter to its end.
 */
export function findFence(source: string): Fence {
  const text = withoutOldLineEnds(source.charCodeAt(0) === 0xfeff ? source.slice(1) : source);
  const start = firstInk(text);
  const lineEnd = endOfLine(text, start);
  const code = text.charCodeAt(start);
  if (code !== 0x2d && code !== 0x2b) return { kind: "none" };
  const opening = OPENING.exec(text.slice(start, lineEnd).replace(/\r$/, ""));
  if (opening === null) return { kind: "none" };

  const openingLine = start === 0 ? 1 : countLines(text, start);
  const toml = opening[1] === undefined;
  const closing = findClosing(text, lineEnd, toml ? "+++" : "---");
  const looksLikeData = KEY_LINE.test(firstLineWithInk(text, lineEnd + 1));
  const longOpening = (opening[1]?.length ?? 3) > 3;
  if (closing === undefined)
    return looksLikeData ? { kind: "unclosed", line: openingLine } : { kind: "none" };
  // A thematic break of four or more dashes, or one after blank lines, is Markdown unless data follows it.
  if ((longOpening || start > 0) && !looksLikeData) return { kind: "none" };

  const raw = text.slice(Math.min(lineEnd + 1, closing.start), closing.start);
  const block = raw.includes("\r") ? raw.replace(/\r\n/g, "\n") : raw;
  const sloppy: ("leading-blank" | "long-fence")[] = [];
  if (start > 0) sloppy.push("leading-blank");
  if (longOpening || closing.long) sloppy.push("long-fence");
  return {
    kind: "found",
    language: toml ? "toml" : (opening[2] ?? "").trim().toLowerCase(),
    block: block.endsWith("\n") ? block.slice(0, -1) : block,
    blockLine: openingLine + 1,
    body: text.slice(closing.next),
    bodyLine: openingLine + 1 + countBreaks(raw) + 1,
    sloppy,
  };
}

/** A file with only `\r` as line ends (old editors) has no `\n` at all. */
function withoutOldLineEnds(text: string): string {
  return text.includes("\n") || !text.includes("\r") ? text : text.replaceAll("\r", "\n");
}

function firstInk(text: string): number {
  let index = 0;
  for (;;) {
    const end = endOfLine(text, index);
    if (end >= text.length || text.slice(index, end).trim() !== "") return index;
    index = end + 1;
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function firstLineWithInk(text: string, from: number): string {
  let index = from;
  while (index < text.length) {
    const end = endOfLine(text, index);
    const line = text.slice(index, end).trim();
    if (line !== "" && !line.startsWith("#")) return line;
    index = end + 1;
  }
  return "";
}

function findClosing(
  text: string,
  openingEnd: number,
  dashes: "---" | "+++",
): { readonly start: number; readonly next: number; readonly long: boolean } | undefined {
  let lastExact: number | undefined;
  let index = text.indexOf(`\n${dashes}`, openingEnd);
  while (index !== -1) {
    const end = endOfLine(text, index + 1);
    const line = text.slice(index + 1, end).trimEnd();
    const found = { start: index + 1, next: Math.min(end + 1, text.length), long: line.length > 3 };
    if (line === dashes) return found;
    if (dashes === "---" && /^-+$/.test(line)) {
      // A longer line closes only where no more data follows: what stands below it could restrict the skill.
      lastExact ??= lastExactFence(text);
      const goesOn = lastExact > index && KEY_LINE.test(firstLineWithInk(text, end + 1));
      if (!goesOn) return found;
    }
    index = text.indexOf(`\n${dashes}`, index + 1);
  }
  return undefined;
}

/** Where the last line of exactly three dashes starts, 0 when there is none. */
function lastExactFence(text: string): number {
  let index = text.lastIndexOf("\n---");
  while (index > 0 && text.slice(index + 1, endOfLine(text, index + 1)).trimEnd() !== "---") {
    index = text.lastIndexOf("\n---", index - 1);
  }
  return Math.max(index, 0);
}

function countLines(text: string, index: number): number {
  return countBreaks(text.slice(0, index)) + 1;
}

function countBreaks(text: string): number {
  let breaks = 0;
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) breaks += 1;
  return breaks;
}
