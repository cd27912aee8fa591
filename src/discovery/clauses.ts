/** More clauses than this describe everything, and so nothing: the rest only counts in the whole. */
const MAXIMUM_CLAUSES = 12;
const MINIMUM_LETTERS = 8;

/** Sentence ends, semicolons, dashes, line breaks, list marks, and commas or "or" between longer parts. */
const BOUNDARY = /[.;!?:](?:\s+|$)|\s+[-–—•*]\s+|\n+|,\s+(?:or|and)?\s*|\s+or\s+/u;
/** How authors introduce an occasion; it says nothing about the occasion itself. */
const INTRODUCTION =
  /^(?:also\s+)?(?:use|read|load|trigger|activate|apply|invoke|call)s?\s+(?:this\s+(?:skill\s+|tool\s+)?)?(?:when(?:ever)?|if|for|to|it\s+(?:when|for|to))\s+(?:(?:the\s+)?users?\s+(?:asks?|wants?|needs?|says?|mentions?)?\s*(?:to|for|about|you\s+to)?\s*)?/iu;

/**
 * The parts of a description that can each be the reason to use a skill. A
 * description that is one clause has none: the whole already says it.
 */
export function clausesOf(description: string): readonly string[] {
  const clauses = new Set<string>();
  for (const part of description.split(BOUNDARY)) {
    const clause = part.trim().replace(INTRODUCTION, "").trim();
    if (clause.replace(/[^\p{L}]/gu, "").length >= MINIMUM_LETTERS) clauses.add(clause);
    if (clauses.size === MAXIMUM_CLAUSES) break;
  }
  return clauses.size > 1 ? [...clauses] : [];
}
