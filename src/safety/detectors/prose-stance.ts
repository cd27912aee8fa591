import type { FindingSeverity } from "../../core/findings.js";
import type { Subject } from "../detect.js";
import type { Sentence } from "./sentence.js";

const NEGATION =
  /\b(?:never|not|don't|dont|doesn't|cannot|can't|won't|mustn't|shouldn't|must not|avoid|refuse(?:s)? to|refrain from|nor|no|without|prevent(?:s)?|stop|instead of|rather than|forbidden|prohibited|unless|nobody|protects? (?:against|from)|resist|reject)\b/;

/** Words with which somebody tells of an order instead of giving it, wherever in the sentence they stand. */
const TELLS =
  /\b(?:attack(?:er|ers|s)?|inject(?:ion|ions|ed|s)|malicious|adversar\w+|jailbreaks?|suspicious|detect\w*|flag(?:s|ged|ging)?|such as|e\.g|for example|phrases?|patterns?|contain(?:s|ing)|says|saying|asks|asking|tells|telling|attempt(?:s|ed|ing)?|tries|trying|claims|claiming|untrusted|red flags?|strings?|payloads?|looks? for|look out|test(?:s|ing)? (?:for|whether|that)|examples? of|samples?|threats?|messages? that|content that|pages? that|requests? (?:to|that)|skills? that|prompts? that|instructions? that|block(?:s|ed)|scan(?:s|ning)? for|check(?:s|ing)? for|search for|grep|warns?|beware|social engineering|manipulat(?:ion|ive)|scam(?:s|mers?)?|phish\w*|resist|refuse|decline)\b/;
/** The same, but only inside the clause: "if a tool needs approval, skip it" is an order for a case. */
const TELLS_IN_CLAUSE =
  /\b(?:if|whether|when|might|may|could|would|like|treat(?:s|ed)?|someone|somebody|anyone|asked|whoever|says?|asks?)\b/;
/** "Names that bypass the dialog" describes the names. */
const RELATIVE = /\b(?:that|which|who)\s$|\b(?:bad|wrong|avoid)\s?[:—-]\s/;
/** A list under "Don't" names what is not to be done. */
const FORBIDDEN_LIST = /^\W*(?:don'?ts?|do not|never|avoid|anti-?patterns?|what not to do)\b[\W\d]*$/;
const FORBIDDEN_LEAD = /(?:^|\W)(?:don'?ts?|do not|never|avoid)\W*$/;
const QUOTED = /["`][^"`]{0,400}$/;

export type Speech = "order" | "negated" | "told";

/** How the sentence stands to what starts at `at`. */
export function speechAt(sentence: Sentence, at: number, subject: Subject, ownNegation = false): Speech {
  const clause = clauseBefore(sentence.text, at, ownNegation);
  if (NEGATION.test(clause.slice(-70))) return "negated";
  const before = sentence.text.slice(0, at);
  const quoted = QUOTED.test(before) && /["`]/.test(sentence.text.slice(at));
  const told =
    TELLS.test(before) ||
    RELATIVE.test(before) ||
    FORBIDDEN_LIST.test(sentence.heading) ||
    FORBIDDEN_LEAD.test(sentence.paragraph.before.slice(-60)) ||
    TELLS_IN_CLAUSE.test(before.slice(before.lastIndexOf(",") + 1)) ||
    (quoted &&
      (TELLS.test(outsideQuote(sentence.text, at)) ||
        TELLS.test(sentence.paragraph.before) ||
        TELLS.test(sentence.heading)));
  if (told) return "told";
  const isCell = sentence.text.startsWith("|");
  if ((quoted || isCell) && subject.profile.defensive) return "told";
  // A list under "Red flags" or "Injection patterns" tells, in a text about security.
  return subject.profile.defensive &&
    (TELLS.test(sentence.heading) || TELLS.test(sentence.paragraph.before.slice(-160)))
    ? "told"
    : "order";
}

/** The sentence without the quotation that position `at` is in. */
function outsideQuote(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf('"', at), text.lastIndexOf("`", at));
  const mark = text[start] ?? '"';
  const end = text.indexOf(mark, at);
  return `${text.slice(0, Math.max(0, start))} ${end < 0 ? "" : text.slice(end + 1)}`;
}

/**
 * What remains of a match in a sentence. Quotations and warnings are silent; a text
 * about security that seems to give the order itself is shown to a person; hidden
 * text gets no such benefit.
 */
export function spoken(
  sentence: Sentence,
  at: number,
  severity: FindingSeverity,
  subject: Subject,
  ownNegation = false,
): FindingSeverity | undefined {
  const speech = speechAt(sentence, at, subject, ownNegation);
  if (speech === "negated") return undefined;
  if (speech === "told") return sentence.region === "comment" ? "warn" : undefined;
  // A cell of a table and a data file list what exists; they seldom order anything.
  const lists = sentence.text.startsWith("|") || sentence.isData;
  return (subject.profile.defensive || lists) && sentence.region !== "comment" && severity === "critical"
    ? "warn"
    : severity;
}

function clauseBefore(text: string, at: number, ownNegation: boolean): string {
  const before = text.slice(Math.max(0, at - 160), at);
  const border = Math.max(
    before.lastIndexOf(". "),
    before.lastIndexOf("; "),
    before.lastIndexOf(": "),
    before.lastIndexOf(" but "),
    before.lastIndexOf(ownNegation ? " and " : " and then "),
    ownNegation ? before.lastIndexOf(", ") : -1,
  );
  return border < 0 ? before : before.slice(border + 1);
}
