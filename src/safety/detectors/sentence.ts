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
  /** The text of the paragraph before, for "such as:" and the like. */
  readonly before: string;
}

const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|\||>)\s/;
const COMMENT_MARK = /^\s*(?:#+(?!!)|\/\/+|\/?\*+|--+|;+|<!--|"""|''')\s?/;
const SENTENCE_END = /(?<=[.!?;])["'”’)*_]*\s+(?=\S)|(?<=[。！？；])/;
/** Without this no sentence ends before the last; the pattern above looks behind itself everywhere, which is slow. */
const MAY_END = /[.!?;][\s"'”’)*_]|[。！？；]/;
const MAXIMUM_PARAGRAPH = 2000;

/** Sentences of everything that can speak to an agent: prose, comments, frontmatter, comments in code. */
export function sentencesOf(
  lines: readonly Line[],
  options: { readonly codeToo: boolean },
): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let before = "";
  let parts: { readonly line: Line; readonly text: string }[] = [];
  let length = 0;
  const flush = () => {
    if (parts.length > 0) before = addParagraph(sentences, parts, before);
    parts = [];
    length = 0;
  };
  for (const line of lines) {
    const text = spokenText(line, options.codeToo);
    const previous = parts.at(-1)?.line;
    if (text === undefined || text.trim() === "") {
      flush();
      continue;
    }
    const isNew =
      previous !== undefined && (previous.block !== line.block || previous.region !== line.region);
    if (isNew || ITEM.test(line.text) || line.region === "frontmatter" || length > MAXIMUM_PARAGRAPH) flush();
    parts.push({ line, text });
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

function addParagraph(
  sentences: Sentence[],
  parts: readonly { readonly line: Line; readonly text: string }[],
  before: string,
): string {
  const first = parts[0];
  if (first === undefined) return before;
  const joined = parts.length === 1 ? first.text : parts.map((part) => part.text).join(" ");
  const text = plain(joined);
  const pieces = MAY_END.test(text) ? text.split(SENTENCE_END) : [text];
  const meanings = pieces.map(meaningOf);
  let topics = 0;
  let signs = 0;
  for (const meaning of meanings) {
    topics |= meaning.topics;
    signs |= meaning.signs;
  }
  if (topics === 0 && signs === 0) return text.slice(-300);
  const paragraph = { text: text.slice(0, MAXIMUM_PARAGRAPH * 2), topics, signs, before };
  const { region, heading, language } = first.line;
  const isData = region === "code" && language === "data";
  let offset = 0;
  pieces.forEach((piece, index) => {
    const { topics, signs } = meanings[index] ?? NO_MEANING;
    if ((topics !== 0 || signs !== 0) && piece.length > 5) {
      const line = lineAt(parts, offset / Math.max(1, text.length));
      for (const chunk of chunksOf(piece))
        sentences.push({ text: chunk, line, region, heading, isData, paragraph, topics, signs });
    }
    offset += piece.length + 1;
  });
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
function lineAt(parts: readonly { readonly line: Line; readonly text: string }[], share: number): number {
  const total = parts.reduce((sum, part) => sum + part.text.length + 1, 0);
  let seen = 0;
  for (const part of parts) {
    seen += part.text.length + 1;
    if (seen > share * total + 1) return part.line.number;
  }
  return parts.at(-1)?.line.number ?? 1;
}

/** Everything that the steps below look for begins with one of these. */
const NOT_PLAIN = /[*_~\t\n\v\f\r\u00a0\u3000’‘“”«»013457]|\s\s/;

function plain(text: string): string {
  let level = text.toLowerCase();
  if (!NOT_PLAIN.test(level)) return level.trim();
  if (/[*_~]/.test(level)) level = level.replace(/\*{1,3}|__|~~/g, "");
  if (/\s\s|[\t\n\v\f\r\u00a0\u3000]/.test(level)) level = level.replace(/\s+/g, " ");
  if (/[’‘“”«»]/.test(level)) level = level.replace(/[’‘]/g, "'").replace(/[“”«»]/g, '"');
  level = level.trim();
  if (!/[a-z][013457][a-z]|\b[013457][a-z]{3}/.test(level)) return level;
  // Three such words are a manner of writing; then words that no vocabulary knows are read the same way.
  const manner = (level.match(/[a-z][013457]+[a-z]/g)?.length ?? 0) >= 3;
  return level.replace(/[a-z0-9]{4,24}/g, (word) =>
    leet(word) !== undefined || (manner && /[a-z]/.test(word)) ? unleet(word) : word,
  );
}
