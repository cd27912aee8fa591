import type { Language } from "../languages.js";
import { hasAny, MARK, marksOf } from "../marks.js";
import { matchesOf } from "../matches.js";
import type { Line, Region } from "../segment.js";

/** One command or one line: the unit that command detectors look at. */
export interface Statement {
  readonly text: string;
  /** 1-based line on which it starts. */
  readonly line: number;
  /** Index of its first line in the document. */
  readonly index: number;
  readonly region: Region;
  readonly language: Language;
  readonly block: number;
  readonly heading: string;
  /** What stands in its lines. */
  readonly marks: number;
}

/** Longer commands exist only to exhaust a scanner; patterns never see more than this at once. */
const MAXIMUM_LENGTH = 3000;
/** Kept from one piece of an endless line to the next, so that no match is cut in two. */
const OVERLAP = 300;
const MAXIMUM_LINES = 24;

const CONTINUES = /(?:\\|\||&&|\^|[^`]`)\s*$/;
const CONTINUED = /^\s*(?:\||&&|\|\|)/;

/** Joins lines that are one command: line continuations, broken pipelines, open brackets. */
export function statementsOf(lines: readonly Line[]): readonly Statement[] {
  const statements: Statement[] = [];
  for (let index = 0; index < lines.length; ) {
    const first = lines[index];
    if (first === undefined) break;
    let { text, marks } = first;
    let count = 1;
    if (first.region === "code") {
      let depth = bracketDepth(first);
      for (; count < MAXIMUM_LINES && text.length < MAXIMUM_LENGTH; count += 1) {
        const next = lines[index + count];
        if (next === undefined || next.block !== first.block || next.region !== "code") break;
        const goesOn = depth > 0 || CONTINUES.test(tail(text)) || CONTINUED.test(next.text.slice(0, 40));
        if (!goesOn) break;
        text = `${text.replace(/[\\^]\s*$/, "")} ${next.text.trim()}`;
        depth += bracketDepth(next);
        marks |= next.marks;
      }
    }
    if (marks !== 0 && text.trim() !== "") pushPieces(statements, text, first, marks, index);
    index += count;
  }
  return statements;
}

function tail(text: string): string {
  return text.slice(-40);
}

function pushPieces(statements: Statement[], text: string, first: Line, marks: number, index: number): void {
  const { number: line, region, language, block, heading } = first;
  for (let at = 0; at < text.length; at += MAXIMUM_LENGTH - OVERLAP) {
    const isWhole = text.length <= MAXIMUM_LENGTH;
    const piece = isWhole ? text : text.slice(at, at + MAXIMUM_LENGTH);
    statements.push({
      text: piece,
      line,
      index,
      region,
      language,
      block,
      heading,
      marks: isWhole ? marks : marksOf(piece),
    });
    if (at + MAXIMUM_LENGTH >= text.length) return;
  }
}

/** How many round and square brackets stay open. Braces don't count: a function body is not one statement. */
function bracketDepth({ text, marks }: Line): number {
  let depth = 0;
  if (!hasAny(marks, MARK.round | MARK.square)) return depth;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 40 || code === 91) depth += 1;
    else if (code === 41 || code === 93) depth -= 1;
  }
  return depth;
}

/** Stages of a pipeline, split at `|` outside quotes; `||` does not split. */
export function pipelineOf(text: string): readonly string[] {
  if (!text.includes("|")) return [text];
  const stages: string[] = [];
  let quote = "";
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (quote !== "") {
      if (character === quote && text[at - 1] !== "\\") quote = "";
    } else if (character === '"' || (character === "'" && !/[A-Za-z]/.test(text[at - 1] ?? ""))) {
      if (text.indexOf(character, at + 1) > 0) quote = character;
    } else if (character === "|") {
      if (text[at + 1] === "|") at += 1;
      else {
        stages.push(text.slice(start, at));
        start = at + 1;
        if (text[at + 1] === "&") start += 1;
      }
    }
  }
  stages.push(text.slice(start));
  return stages;
}

const QUOTED = /"([^"]{8,1500})"|'([^']{8,1500})'|`([^`]{8,1500})`/g;

/** Commands inside quotes: what `sh -c "…"`, `os.system('…')` and `echo '…' | at now` would run. */
export function quotedCommands(text: string): readonly string[] {
  const found: string[] = [];
  for (const match of matchesOf(text, QUOTED)) {
    const inner = match[1] ?? match[2] ?? match[3] ?? "";
    if (inner.includes(" ")) found.push(inner);
    if (found.length >= 40) break;
  }
  return found;
}
