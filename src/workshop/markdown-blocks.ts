import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from "marked";

/** One top-level block of a Markdown text. Lines are 0-based; `end` is the line after its last one. */
export interface Block {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** Headings only: 1..6. */
  readonly depth?: number;
  /** Headings only: the source of the heading without its marks. */
  readonly text?: string;
}

/** marked drops a link definition whose label was defined before; every line must stay accounted for. */
class EveryDefinition extends Tokenizer {
  private definitions = 0;
  override def(source: string): Tokens.Def | undefined {
    const token = super.def(source);
    this.definitions += 1;
    return token === undefined ? undefined : { ...token, tag: `${token.tag}\0${this.definitions}` };
  }
}

/**
 * Quotations and lists nest; marked follows them by recursion, and two thousand `>` in a row would end it. Only the top
 * level is asked for here, for which this many levels are more than enough.
 */
const DEEPEST = 24;

class ShallowLexer extends Lexer {
  private depth = 0;
  override blockTokens(source: string, tokens?: Token[], clipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, clipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], clipped?: boolean): Token[] {
    if (this.depth >= DEEPEST) return tokens;
    this.depth += 1;
    try {
      return super.blockTokens(source, tokens, clipped);
    } finally {
      this.depth -= 1;
    }
  }
}

const LINE_END = /\r\n|\r|\n/g;

/**
 * The top-level blocks of a Markdown text, by a real parser: a heading inside a fence, a
 * list or a quotation is none. Works on lines, so that it is the same with any line end.
 */
export function markdownBlocks(text: string): readonly Block[] {
  const lexer = new ShallowLexer({ gfm: true, tokenizer: new EveryDefinition() });
  lexer.blockTokens(text.replace(LINE_END, "\n"), lexer.tokens);
  const blocks: Block[] = [];
  let line = 0;
  for (const token of lexer.tokens) {
    const lines = countBreaks(token.raw);
    if (token.type !== "space") {
      const lead = countBreaks(/^(?:[ \t]*\n)*/.exec(token.raw)?.[0] ?? "");
      const start = line + (token.type === "code" ? 0 : lead);
      const end = line + countBreaks(token.raw.trimEnd()) + 1;
      blocks.push(
        token.type === "heading"
          ? { type: token.type, start, end, depth: token.depth as number, text: String(token.text) }
          : { type: token.type, start, end },
      );
    }
    line += lines;
  }
  return blocks;
}

/** Offsets at which the lines of a text start, with any line end; one more entry for the end of the text. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const match of text.matchAll(LINE_END)) starts.push(match.index + match[0].length);
  if (starts.at(-1) !== text.length) starts.push(text.length);
  return starts;
}

/** The line end that a text uses most; `\n` when it has none. */
export function dominantLineEnd(text: string): string {
  const counts = new Map<string, number>();
  for (const [ending] of text.matchAll(LINE_END)) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  let best = "\n";
  for (const [ending, count] of counts) if (count > (counts.get(best) ?? 0)) best = ending;
  return best;
}

function countBreaks(text: string): number {
  let breaks = 0;
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) breaks += 1;
  return breaks;
}
