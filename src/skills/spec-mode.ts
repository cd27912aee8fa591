/**
 * How files are judged. `standard` is OpenClaw's rule: a folder with a SKILL.md that has a description.
 * The others are OpenPocket's: `legacy` and `mixed` also take single Markdown files and fall back to heading
 * and first line; `mixed` warns where a SKILL.md would fail `strict`; `strict` leaves those out.
 */
export type SpecMode = "standard" | "legacy" | "mixed" | "strict";

/** OpenPocket's reading of its setting: anything but `legacy` and `strict` is `mixed`. */
export function openPocketMode(value: unknown): "legacy" | "mixed" | "strict" {
  const mode = String(value ?? "")
    .toLowerCase()
    .trim();
  return mode === "legacy" || mode === "strict" ? mode : "mixed";
}

/** True where a Markdown file without SKILL.md's name can be a skill. */
export function takesSingleFiles(mode: SpecMode): boolean {
  return mode === "legacy" || mode === "mixed";
}

/** Longest description taken from a body's first line. */
export const FIRST_LINE_MAXIMUM = 180;

/** The first level-1 heading, outside code fences. */
export function firstHeading(body: string): string | undefined {
  for (const line of proseLines(body)) {
    if (!line.startsWith("# ")) continue;
    const heading = line
      .slice(2)
      .replace(/(?:^|\s)#+$/, "")
      .trim();
    if (heading !== "") return heading;
  }
  return undefined;
}

/** The first line that is text: neither blank nor a heading; cut at {@link FIRST_LINE_MAXIMUM}. */
export function firstTextLine(body: string): string | undefined {
  for (const line of proseLines(body)) {
    if (line.startsWith("#")) continue;
    // A character has at most two units; there is no need to take apart more of a very long line.
    const start = [...line.slice(0, 2 * FIRST_LINE_MAXIMUM)];
    return start.slice(0, FIRST_LINE_MAXIMUM).join("").trimEnd();
  }
  return undefined;
}

function* proseLines(body: string): Generator<string> {
  let fenced = false;
  let start = 0;
  while (start <= body.length) {
    const end = body.indexOf("\n", start);
    const line = body.slice(start, end === -1 ? body.length : end).trim();
    start = end === -1 ? body.length + 1 : end + 1;
    if (line.startsWith("```") || line.startsWith("~~~")) fenced = !fenced;
    else if (!fenced && line !== "") yield line;
  }
}
