import type { FindingSeverity } from "../../core/findings.js";
import type { Subject } from "../detect.js";
import { languageOfFile } from "../languages.js";
import { isAsked } from "./outward.js";
import type { Statement } from "./statement.js";

/**
 * How a text stands to a command that it shows: it gives it, forbids it, tells of it as
 * something that others do, or mentions it in passing.
 */
type Stance = "given" | "forbidden" | "told" | "mentioned";

/** "Never run", "do not pipe": an order not to do the thing itself. "Never skip this" is no such order. */
const FORBIDS =
  /\b(?:never|don['’]?t|do not|must not|mustn['’]?t|should not|shouldn['’]?t|avoid|refuse to|stop|instead of|rather than|without|not)\s+(?:ever\s+|just\s+|blindly\s+|use\s+|using\s+|commands?\s+|like\s+|anything\s+|to\s+){0,3}(?:run|running|use|using|execute|executing|pipe|piping|paste|pasting|do|doing|copy|type|install|installing|trust|allow|accept|write|commit|send|sending|put|follow|following|obey|obeying|this|these|it|curl|wget|rm|chmod|sudo|eval|`)/i;
const REJECTS =
  /\b(?:(?:block|reject|flag|detect|refus|forbid|den)(?:s|es|ed|ies|ied|ing)?|forbidden|disallow(?:s|ed)?|prohibit(?:s|ed)?|red flags?|dangerous|insecure|malicious|unsafe|anti-?patterns?|attack(?:s|er|ers)?|vulnerable|suspicious|exploit(?:s|ed)?|bad (?:example|practice|idea)|wrong|payloads?|injection|look(?:ing)? for|search(?:ing)? for|check(?:ing)? for|watch(?:ing)? for|scan(?:ning)? for|signs? of|typical|❌|🚫|⛔|✗)\b|[❌🚫⛔✗]/iu;
/** What others are in the habit of doing is told, not ordered. */
const HABIT =
  /\b(?:people|(?:many|most|some|other) (?:\w+ )?(?:users|projects|guides|tutorials|installers|scripts|tools|vendors|authors|developers|readmes|manuals|pages|sites)|users|developers|newcomers|tutorials)\s+(?:often|commonly|usually|sometimes|still|frequently|like to|tend to|tell|say|ask|paste|suggest|recommend|want)\b/i;
/** Headings under which things are shown in order to be recognised. */
const SHOWS_BAD =
  /\b(?:red flags?|anti-?patterns?|bad|dangerous|malicious|suspicious|attacks?|exploit\w*|threats?|vulnerab\w*|never|don['’]?ts?|do not|avoid|forbidden|blocked|unsafe|insecure|injection\w*|indicators?|signatures?|patterns? to|what to look|detect\w*|examples? of|not to do|payloads?|iocs?|warning signs?)\b/i;
/** Words that turn a command in backticks into something to do. */
const GIVES =
  /\b(?:run|execut\w+|use|type|enter|paste|call|launch|start|install|apply|issue|invoke|add|put|append|set|do|copy|open|clean|push|then|first|before|with|via|by|once|retry|repeat)\b|:\s*$/i;
const COMMENT_ABOVE = /^\s*(?:#|\/\/|--|;|\*)/;

/** Looks at the same line, the lines that lead in to it, and the heading. */
function stanceOf(statement: Statement, subject: Subject): Stance {
  const leadIn = leadInOf(statement, subject);
  const own = statement.region === "code" ? trailingComment(statement.text) : statement.text;
  if (FORBIDS.test(own) || FORBIDS.test(leadIn)) return "forbidden";
  if (REJECTS.test(own) || REJECTS.test(leadIn)) return subject.profile.defensive ? "forbidden" : "told";
  if (statement.region !== "code" && HABIT.test(statement.text)) return "told";
  if (SHOWS_BAD.test(statement.heading)) return subject.profile.defensive ? "forbidden" : "told";
  return statement.region !== "code" && isMention(statement.text) ? "mentioned" : "given";
}

/** A sentence that neither tells to do anything nor starts with the command itself. */
function isMention(text: string): boolean {
  if (!text.includes("`") || /^[\s>*+-]*(?:\d{1,3}[.)]\s*)?`/.test(text)) return false;
  const around = text.replace(/`[^`]{0,2000}`/g, " ");
  return around.trim().length > 24 && !GIVES.test(around);
}

/**
 * What remains of a match, given how the text stands to it. A certain attack is never
 * talked away: its address or its encoding speaks for itself, whatever the text around
 * it claims. Texts about security show attacks, so there only a script can block.
 */
export function under(
  statement: Statement,
  subject: Subject,
  severity: FindingSeverity,
  certain = false,
): FindingSeverity | undefined {
  if (severity === "warn" && statement.region !== "code" && isAsked(statement.text)) return undefined;
  const stance = stanceOf(statement, subject);
  const isText = statement.region !== "code" || statement.language === "text";
  const defensive = subject.profile.defensive && languageOfFile(subject.file) === undefined;
  if (stance === "given") return defensive || (isText && statement.region === "code") ? "warn" : severity;
  if (stance === "told" || stance === "mentioned") {
    return severity === "critical" && !(defensive && stance === "mentioned") ? "warn" : undefined;
  }
  return certain && !(defensive && isText) ? "warn" : undefined;
}

function trailingComment(text: string): string {
  const at = text.search(/\s(?:#|\/\/)\s/);
  return at < 0 ? (/^\s*(?:#|\/\/)/.test(text) ? text : "") : text.slice(at);
}

/** The comment directly above inside a block; else the nearest line of prose above, when it introduces the block. */
function leadInOf(statement: Statement, { lines }: Subject): string {
  const above = lines[statement.index - 1];
  if (statement.region === "code" && above?.region === "code" && above.block === statement.block) {
    if (COMMENT_ABOVE.test(above.text)) return above.text.slice(0, 300);
  }
  for (let at = statement.index - 1; at >= 0 && statement.index - at < 12; at -= 1) {
    const line = lines[at];
    if (line === undefined || line.text.trim() === "") continue;
    if (statement.region === "code" && line.region === "code" && line.block === statement.block) continue;
    if (statement.region !== "code" && line.block !== statement.block) return "";
    const text = line.text.slice(-300);
    // The last item of an unrelated list is no introduction: "Do not commit keys." says nothing about the block below.
    const isItem = /^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(line.text);
    return isItem && !/:\s*$/.test(text) ? "" : text;
  }
  return "";
}
