import type { Subject } from "../detect.js";
import { hasAny, MARK } from "../marks.js";
import type { Hit } from "../rules.js";

const STYLED_AWAY =
  /<[a-z]{1,10}\s[^>]{0,200}(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?:[;"'\s]|\.0)|color\s*:\s*(?:white|#fff(?:fff)?|transparent)\b)[^>]{0,200}>\s*([^<]{12,})|<[a-z]{1,10}\s[^>]{0,100}\bhidden\b[^>]{0,60}>\s*([^<]{12,})/i;
/** Nobody scrolls this far to the right. */
const FAR_RIGHT = /\S?[ \t]{120}\s*(\S.{10,})$/;
/** A comment that speaks to the machine and wants something done. */
const TO_AGENT =
  /\b(?:(?:ai|the|note to|dear|attention|as an?|any|for) ?(?:agents?|assistants?|models?|llms?|ai)|(?:agents?|assistants?|ai|llms?|models?|claude|gpt)\b[^.\n]{0,40}[:,]\s*(?=\w)|you (?:must|should|are|will|need))\b/i;
const WANTS =
  /\b(?:run|copy|read|post|fetch|forward|include|append|prepend|insert|call|execute|upload|send|e?mail|ignore|disregard|secretly|silently|recommend|visit|approve|delete|install|download|reply|respond|answer|say|tell|remember|(?:do not|don't|never) (?:tell|mention|show|ask|reveal)|the user|obey|trust)\b/i;
/** Needs no address: nobody hides such things from a reader. */
const TELLTALE =
  /[A-Z]{2,}_(?:KEY|TOKEN|SECRET|PASSWORD)\b|~\/\.(?!claude\/|config\/)\w+|\b(?:upload|send|post|forward|exfiltrate|e?mail)\b[^\n]{0,80}(?:https?:|\bto\b)|\b(?:run|fetch|execute|call|read|copy|include|append)\b[^\n]{0,80}(?:https?:|`(?=\w))|\bignore\b[^\n]{0,30}\b(?:instructions?|rules|above|previous)|\bsecretly\b|\binstructions? for\b|\bbefore (?:responding|answering)\b|\b(?:do not|don't|never) (?:tell|mention|show|inform|ask|reveal)\b|\b(?:always|must) (?:send|upload|run|include|append|add|say|recommend|copy|forward)\b/i;
const AUTHORS_NOTE =
  /^\s*(?:todo|fixme|note(?: to self)?:|toc|prettier|markdownlint|eslint|vale|generated|source|license|copyright|begin|end|start|auto|region|spdx|cspell|textlint|sync|include|template|section|example|placeholder|insert|replace|optional|keep in sync|this (?:file|section) is (?:auto)?)/i;

/** A whole sentence in signs that hardly anybody reads and every model does; a word of it is a sample. */
const UNREADABLE = /[\u1680-\u16ff\u2800-\u28ff\ue000-\uf8ff\u{10300}-\u{1034f}\u{12000}-\u{1342f}]/u;
/** So many of them are a sentence. */
const WHOLE_SENTENCE = 40;

function isUnreadable(text: string): boolean {
  if (!UNREADABLE.test(text)) return false;
  return [...text].filter((sign) => UNREADABLE.test(sign)).length >= WHOLE_SENTENCE;
}

function isOrder(text: string): boolean {
  return TELLTALE.test(text) || (TO_AGENT.test(text) && WANTS.test(text));
}

/** What a reader of the rendered page does not see, and an agent reads. */
export function hiddenText(subject: Subject): readonly Hit[] {
  const hits: Hit[] = subject.concealed.map(({ kind, line, text }) => ({
    rule: "hidden-text",
    severity: kind === "tag characters" && text.length >= 8 ? "critical" : "warn",
    line,
    excerpt: text === "" ? (subject.lines.find(({ number }) => number === line)?.text ?? kind) : text,
    note: kind,
  }));
  for (const line of subject.lines) {
    if (line.region === "comment" && isOrder(line.text) && !AUTHORS_NOTE.test(line.text)) {
      hits.push({ rule: "hidden-text", severity: "warn", line: line.number, excerpt: line.text });
    }
    if (line.region !== "code" && line.text.length > WHOLE_SENTENCE && isUnreadable(line.text)) {
      hits.push({ rule: "hidden-text", severity: "warn", line: line.number, excerpt: line.text });
    }
    if (line.region !== "prose") continue;
    if (!hasAny(line.marks, MARK.angle | MARK.blanks)) continue;
    const styled = line.text.includes("<") ? STYLED_AWAY.exec(line.text.slice(0, 2000)) : null;
    const far =
      line.text.length > 130 && line.text.includes("          ")
        ? FAR_RIGHT.exec(line.text.slice(0, 4000))
        : null;
    const text = styled?.[1] ?? styled?.[2] ?? far?.[1];
    if (text !== undefined && !line.text.trimStart().startsWith("|")) {
      hits.push({ rule: "hidden-text", severity: "warn", line: line.number, excerpt: text });
    }
  }
  return hits;
}
