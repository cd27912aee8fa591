import { type Language, languageOf, languageOfFile } from "./languages.js";
import { hasAny, MARK, marksOf } from "./marks.js";
import type { Normalised } from "./normalise.js";

/** What kind of text a line is: the same words mean different things in each. */
export type Region = "frontmatter" | "prose" | "code" | "comment";

export interface Line {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
  readonly region: Region;
  /** Only for code; `text` for prose. */
  readonly language: Language;
  /** Lines of one code block, one comment or one prose run share a number. */
  readonly block: number;
  /** The nearest heading above, lower case. */
  readonly heading: string;
  /** What stands in it. */
  readonly marks: number;
}

const FENCE = /^\s{0,12}(?:>\s?)?(`{3,}|~{3,})\s*([\w+-]*)/;
const HEADING = /^\s{0,3}#{1,6}\s+(.*)$/;
/** A reference definition that nothing refers to is a Markdown comment: `[//]: # (text)`. */
const REFERENCE_COMMENT = /^\s*\[(?:\/\/|comment|_)\]:\s*(?:#|<>)\s*["'(](.*)["')]\s*$/i;

/** Splits a document into lines that know what they are. One pass, no backtracking parser. */
export function segment(text: Pick<Normalised, "lines" | "marks">, file: string): readonly Line[] {
  const { lines, marks } = text;
  const language = languageOfFile(file, lines[0]);
  if (language !== undefined) {
    return lines.map((text, index) => ({
      number: index + 1,
      text,
      region: "code",
      language,
      block: 0,
      heading: "",
      marks: marks[index] ?? 0,
    }));
  }
  return segmentMarkdown(text);
}

function segmentMarkdown({ lines, marks }: Pick<Normalised, "lines" | "marks">): readonly Line[] {
  const result: Line[] = [];
  let heading = "";
  let block = 0;
  let fence: { readonly mark: string; readonly language: Language } | undefined;
  let inComment = false;
  let index = 0;
  const push = (text: string, region: Region, language: Language) => {
    const own = text === lines[index] ? (marks[index] ?? 0) : marksOf(text);
    result.push({ number: index + 1, text, region, language, block, heading, marks: own });
  };
  if (lines[0]?.trim() === "---") {
    const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---");
    for (; end > 0 && index <= end; index += 1) push(lines[index] ?? "", "frontmatter", "data");
  }
  for (; index < lines.length; index += 1) {
    const text = lines[index] ?? "";
    const mayFence = hasAny(marks[index] ?? 0, MARK.backtick | MARK.emphasis);
    if (fence !== undefined) {
      if (mayFence && text.trim().startsWith(fence.mark) && text.trim().replace(/[`~]/g, "") === "") {
        fence = undefined;
        block += 1;
      } else push(text, "code", fence.language);
      continue;
    }
    if (!inComment) {
      const opening = mayFence ? FENCE.exec(text) : null;
      if (opening !== null) {
        block += 1;
        fence = { mark: opening[1] ?? "```", language: languageOf(opening[2] ?? "") };
        continue;
      }
      const title = text.startsWith("#") ? HEADING.exec(text) : null;
      if (title !== null) {
        heading = (title[1] ?? "").toLowerCase();
        block += 1;
      }
    }
    if (!inComment && !hasAny(marks[index] ?? 0, MAY_COMMENT)) {
      push(text, "prose", "text");
      continue;
    }
    inComment = pushProse(text, inComment, push, () => {
      block += 1;
    });
  }
  return result;
}

/** Both kinds of comments need one of these. */
const MAY_COMMENT = MARK.angle | MARK.square;

/** Splits one line at HTML comment borders; returns whether a comment is still open. */
function pushProse(
  text: string,
  open: boolean,
  push: (text: string, region: Region, language: Language) => void,
  nextBlock: () => void,
): boolean {
  const opening = open ? 0 : text.indexOf("<!--");
  // In backticks or in a table it is shown, as an example.
  const shown =
    opening > 0 && (text.trimStart().startsWith("|") || text.slice(0, opening).split("`").length % 2 === 0);
  if (!open && (opening < 0 || (shown && text.includes("-->")))) {
    const reference = text.startsWith("[") || text.startsWith(" ") ? REFERENCE_COMMENT.exec(text) : null;
    if (reference !== null) {
      nextBlock();
      push(reference[1] ?? "", "comment", "text");
      nextBlock();
    } else push(text, "prose", "text");
    return false;
  }
  let inComment = open;
  let rest = text;
  for (;;) {
    const border = rest.indexOf(inComment ? "-->" : "<!--");
    const part = border < 0 ? rest : rest.slice(0, border);
    if (part.trim() !== "" || border < 0) push(part, inComment ? "comment" : "prose", "text");
    if (border < 0) return inComment;
    rest = rest.slice(border + (inComment ? 3 : 4));
    inComment = !inComment;
    nextBlock();
    if (rest === "") return inComment;
  }
}
