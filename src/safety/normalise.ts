import { codeUnitsOf } from "./code-units.js";
import { marksIn, marksOf } from "./marks.js";
import { skeleton } from "./skeleton.js";
import { stretchesOf } from "./stretches.js";

/** Something in the text that a reader does not see. */
export interface Concealed {
  /** 1-based. */
  readonly line: number;
  readonly kind: "tag characters" | "zero-width characters" | "direction override" | "look-alike letters";
  /** What it says once it is visible; empty when there is nothing to read. */
  readonly text: string;
}

export interface Normalised {
  /** One entry a line, in the form that an agent effectively reads. */
  readonly lines: readonly string[];
  /** Of each line what stands in it. */
  readonly marks: readonly number[];
  readonly concealed: readonly Concealed[];
}

const NOT_ASCII = /[^\x00-\x7f]/;
const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;
/** Between two ASCII word characters nobody needs a joiner: it is there to split a word for a filter. */
const SPLIT_WORD = /[A-Za-z0-9][\u200b-\u200f\u2060-\u2064\ufeff]+(?=[A-Za-z0-9])/;
const INVISIBLE_RUN = /[\u200b-\u200f\u2060-\u2064\ufeff]{8}/;
/** A flag emoji is a black flag followed by tags; every other tag character is smuggled text. */
const FLAG = /\u{1f3f4}[\u{e0020}-\u{e007f}]{1,8}/gu;
const TAGS = /[\u{e0020}-\u{e007e}]{2,}/gu;
const OVERRIDE = /[\u202d\u202e]([^\u202c\n]{1,400})/g;
const MIXED_WORD = /[A-Za-z]\p{Script=Cyrillic}|\p{Script=Cyrillic}[A-Za-z]/u;
/** Letters set apart, `i g n o r e` or `i.g.n.o.r.e`: at least six, so that initials and options survive. */
const SPACED_LETTERS = /(?<![A-Za-z0-9])(?:[A-Za-z][ .*_-]){5,60}[A-Za-z](?![A-Za-z0-9])/g;

/** Undoes what makes text look different from what it says, line by line. */
export function normalise(text: string): Normalised {
  const concealed: Concealed[] = [];
  const lines: string[] = [];
  const marks: number[] = [];
  const stretches = NOT_ASCII.test(text) ? stretchesOf(text) : [{ text, isAscii: true }];
  for (const stretch of stretches) {
    // The break at the end of one stretch is where the next one begins.
    lines.pop();
    marks.length = lines.length;
    if (stretch.isAscii) addAscii(stretch.text, lines, marks);
    else addOthers(stretch.text, lines, marks, concealed);
  }
  return { lines, marks, concealed };
}

function addAscii(text: string, lines: string[], marks: number[]): void {
  if (text.includes("\r")) {
    for (const line of text.split(LINE_BREAK)) add(line, lines, marks);
    return;
  }
  const raw = text.split("\n");
  const first = lines.length;
  const units = codeUnitsOf(text);
  let start = 0;
  for (const line of raw) {
    lines.push(line);
    marks.push(line === "" ? 0 : marksIn(units, start, start + line.length));
    start += line.length + 1;
  }
  for (let at = first; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const joined = joinSpaced(line);
    if (joined === line) continue;
    lines[at] = joined;
    marks[at] = marksOf(joined);
  }
}

function addOthers(text: string, lines: string[], marks: number[], concealed: Concealed[]): void {
  for (const line of text.split(LINE_BREAK))
    add(normaliseLine(line, lines.length + 1, concealed), lines, marks);
}

function add(normalised: string, lines: string[], marks: number[]): void {
  const line = joinSpaced(normalised);
  lines.push(line);
  marks.push(marksOf(line));
}

function normaliseLine(line: string, number: number, concealed: Concealed[]): string {
  const note = (kind: Concealed["kind"], text: string) => concealed.push({ line: number, kind, text });
  const withoutFlags = line.replace(FLAG, "");
  for (const tags of withoutFlags.matchAll(TAGS)) note("tag characters", decodeTags(tags[0]));
  if (SPLIT_WORD.test(withoutFlags) || INVISIBLE_RUN.test(withoutFlags)) {
    note("zero-width characters", "");
  }
  for (const run of withoutFlags.matchAll(OVERRIDE)) {
    note("direction override", [...(run[1] ?? "")].reverse().join("").replace(INVISIBLE, ""));
  }
  if (MIXED_WORD.test(withoutFlags)) note("look-alike letters", "");
  return skeleton(withoutFlags.replace(INVISIBLE, "").normalize("NFKC"));
}

function decodeTags(tags: string): string {
  return [...tags].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join("");
}

function joinSpaced(line: string): string {
  if (line.length < 11 || !/[A-Za-z][ .*_-][A-Za-z][ .*_-][A-Za-z][ .*_-]/.test(line)) return line;
  return line.replace(SPACED_LETTERS, (run) => run.replace(/[ .*_-]/g, ""));
}
