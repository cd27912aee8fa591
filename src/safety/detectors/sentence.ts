import { hasAny, MARK } from "../marks.js";
import type { Line, Region } from "../segment.js";
import { leet, meaningOf, NO_MEANING, unleet } from "./vocabulary.js";

/** One sentence as an agent reads it: lower case, single spaces, no Markdown emphasis. */
export interface Sentence {
  readonly text: string;
  readonly line: number;
  readonly region: Region;
  readonly heading: string;
  /** True for a string in a data file such as JSON, CSV or HTML. */
  readonly isData: boolean;
  /** The sentences of its paragraph, itself included. */
  readonly paragraph: Paragraph;
  /** Words of the vocabulary that occur in it. */
  readonly topics: number;
  /** Signs whose words occur in it. */
  readonly signs: number;
}

export interface Paragraph {
  readonly text: string;
  readonly topics: number;
  readonly signs: number;
  /** The text of the paragraph before, for "such as:" and the like; of a list with such a lead, the lead. */
  readonly before: string;
}

const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|\||>)\s/;
const COMMENT_MARK = /^\s*(?:#+(?!!)|\/\/+|\/?\*+|--+|;+|<!--|"""|''')\s?/;
const SENTENCE_END = /(?<=[.!?;])["'”’)*_]*\s+(?=\S)|(?<=[。！？；])/;
/** Without this no sentence ends before the last; the pattern above looks behind itself everywhere, which is slow. */
const MAY_END = /[.!?;][\s"'”’)*_]|[。！？；]/;
const MAXIMUM_PARAGRAPH = 2000;

const LEAD = /:\W*$/;
const BULLET = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/;
const NO_LINES: Line[] = [];
const NO_TEXTS: string[] = [];

/** Sentences of everything that can speak to an agent: prose, comments, frontmatter, comments in code. */
export function sentencesOf(
  lines: readonly Line[],
  options: { readonly codeToo: boolean },
): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let before = "";
  let own = NO_LINES;
  let texts = NO_TEXTS;
  let length = 0;
  const flush = () => {
    if (own.length === 0) return;
    const said = addParagraph(sentences, own, texts, before);
    // "Never:" leads its whole list, not only the first item.
    if (!BULLET.test(own[0]?.text ?? "") || !LEAD.test(before.slice(-12))) before = said;
    own = NO_LINES;
    texts = NO_TEXTS;
    length = 0;
  };
  for (const line of lines) {
    const text = line.marks === 0 ? undefined : spokenText(line, options.codeToo);
    if (text === undefined || isBlank(line, text)) {
      flush();
      continue;
    }
    const previous = own.at(-1);
    if (previous !== undefined && (isNew(line, previous) || length > MAXIMUM_PARAGRAPH)) flush();
    if (own.length === 0) {
      // Most paragraphs have one line; what is pushed to an empty array makes room for sixteen more.
      own = [line];
      texts = [text];
    } else {
      own.push(line);
      texts.push(text);
    }
    length += text.length;
  }
  flush();
  return sentences;
}

function spokenText(line: Line, codeToo: boolean): string | undefined {
  if (line.region !== "code") return line.text;
  if (codeToo || line.language === "text") return line.text;
  if (COMMENT_MARK.test(line.text)) return line.text.replace(COMMENT_MARK, "");
  // Markup is read without its tags.
  if (line.language === "data" && line.text.includes("<")) return line.text.replace(/<[^>]{0,2000}>/g, " ");
  // Strings long enough to be a prompt, as in `instructions = "…"`.
  return line.text.length > 60 && /["'`][^"'`]{50,}/.test(line.text) ? line.text : undefined;
}

function isBlank(line: Line, text: string): boolean {
  // There are more blanks than those of ASCII.
  if (text !== line.text || hasAny(line.marks, MARK.other)) return text.trim() === "";
  return !hasAny(line.marks, MARK.ink);
}

/** Whether a line begins another paragraph than the one that the line before it is in. */
function isNew(line: Line, previous: Line): boolean {
  if (previous.block !== line.block || previous.region !== line.region) return true;
  return line.region === "frontmatter" || ITEM.test(line.text);
}

/** Adds the sentences of some lines; `texts` has for each what it says. Returns the end of the paragraph. */
function addParagraph(
  sentences: Sentence[],
  lines: readonly Line[],
  texts: readonly string[],
  before: string,
): string {
  const [first] = lines;
  if (first === undefined) return before;
  let marks = 0;
  // Of a text that was made from a line nothing is known.
  for (let at = 0; at < texts.length; at += 1)
    marks |= lines[at]?.text === texts[at] ? (lines[at]?.marks ?? 0) : ANY_MARK;
  const text = plain(texts.length === 1 ? (texts[0] ?? "") : texts.join(" "), marks);
  const mayEnd = hasAny(marks, MARK.stop | MARK.other) && MAY_END.test(text);
  const pieces = mayEnd ? text.split(SENTENCE_END) : [text];
  const meanings = pieces.map(meaningOf);
  let topics = 0;
  let signs = 0;
  for (const meaning of meanings) {
    topics |= meaning.topics;
    signs |= meaning.signs;
  }
  if (topics === 0 && signs === 0) return text.slice(-300);
  const paragraph = { text: text.slice(0, MAXIMUM_PARAGRAPH * 2), topics, signs, before };
  const { region, heading, language } = first;
  const isData = region === "code" && language === "data";
  let offset = 0;
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index] ?? "";
    const { topics, signs } = meanings[index] ?? NO_MEANING;
    if ((topics !== 0 || signs !== 0) && piece.length > 5) {
      const line = lineAt(lines, texts, offset / Math.max(1, text.length));
      for (const chunk of chunksOf(piece))
        sentences.push({ text: chunk, line, region, heading, isData, paragraph, topics, signs });
    }
    offset += piece.length + 1;
  }
  return text.slice(-300);
}

/** A "sentence" without an end is cut, so that no pattern ever sees more than a page. */
function chunksOf(piece: string): readonly string[] {
  if (piece.length <= 800) return [piece];
  const chunks: string[] = [];
  for (let at = 0; at < piece.length; at += 700) chunks.push(piece.slice(at, at + 800));
  return chunks;
}

/** The line of a sentence, by its share of the paragraph: exact for paragraphs of one line. */
function lineAt(lines: readonly Line[], texts: readonly string[], share: number): number {
  let total = 0;
  for (const text of texts) total += text.length + 1;
  let seen = 0;
  for (let at = 0; at < texts.length - 1; at += 1) {
    seen += (texts[at] ?? "").length + 1;
    if (seen > share * total + 1) return lines[at]?.number ?? 1;
  }
  return lines.at(-1)?.number ?? 1;
}

const ANY_MARK = -1;
const NOT_PLAIN = MARK.emphasis | MARK.blanks | MARK.other | MARK.digit;

/** `marks` say what may stand in the text. */
function plain(text: string, marks: number): string {
  let level = text.toLowerCase();
  if (!hasAny(marks, NOT_PLAIN)) return level;
  if (hasAny(marks, MARK.emphasis)) level = level.replace(/\*{1,3}|__|~~/g, "");
  if (/\s\s|[\t\n\v\f\r\u00a0\u3000]/.test(level)) level = level.replace(/\s+/g, " ");
  if (hasAny(marks, MARK.other)) level = level.replace(/[’‘]/g, "'").replace(/[“”«»]/g, '"');
  level = level.trim();
  if (!hasAny(marks, MARK.digit) || !/[a-z][013457][a-z]|\b[013457][a-z]{3}/.test(level)) return level;
  // Three such words are a manner of writing; then words that no vocabulary knows are read the same way.
  const manner = (level.match(/[a-z][013457]+[a-z]/g)?.length ?? 0) >= 3;
  return level.replace(/[a-z0-9]{4,24}/g, (word) =>
    leet(word) !== undefined || (manner && /[a-z]/.test(word)) ? unleet(word) : word,
  );
}
