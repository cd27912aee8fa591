import type { Subject } from "../detect.js";
import type { Hit, RuleId } from "../rules.js";
import { ASKED, goesOut, withoutCommands } from "./outward.js";
import type { Sentence } from "./sentence.js";
import { SIGN_BIT, SIGNS, type SignName } from "./signs.js";

/** Signs that are patterns, and two that need to know the skill: where the text points. */
type Name = SignName | "outward" | "mailbox";

/** One combination: all of `of` within a few sentences, and at least one of `and` where that is given. */
interface Combination {
  readonly rule: RuleId;
  readonly of: readonly Name[];
  readonly and?: readonly Name[];
}

/** The first that fits is told. Severe and specific ones stand first. */
export const COMBINATIONS: readonly Combination[] = [
  { rule: "agent-config-tampering", of: ["remembers", "believed"] },
  { rule: "payment-diversion", of: ["spends"], and: ["unasked", "hidden", "pretended"] },
  { rule: "prompt-injection-tool", of: ["obeys"] },
  {
    rule: "output-manipulation",
    of: ["judges", "fixed"],
    and: ["hidden", "pretended", "exempt", "forMachines"],
  },
  { rule: "output-manipulation", of: ["judges", "exempt"] },
  { rule: "output-manipulation", of: ["spreads", "forMachines"] },
  { rule: "credential-access", of: ["hunts"], and: ["sends", "hidden"] },
  { rule: "privilege-escalation", of: ["grants"], and: ["hidden"] },
  { rule: "privilege-escalation", of: ["grants", "mailbox"] },
  { rule: "security-weakening", of: ["weakens"], and: ["hidden", "unasked"] },
  { rule: "security-weakening", of: ["weakens", "excused"] },
  { rule: "data-destruction", of: ["destroys"], and: ["hidden", "unasked"] },
  { rule: "data-exfiltration", of: ["sends", "private"], and: ["hidden"] },
  { rule: "data-exfiltration", of: ["sends", "outward"], and: ["hidden", "unasked", "private", "excused"] },
  { rule: "concealment-from-user", of: ["hidden", "pretended"] },
  { rule: "concealment-from-user", of: ["hidden", "unasked"] },
];

/** Sentences that are looked at together. */
const REACH = 3;
const MAXIMUM_WINDOW = 700;
/** A text that tells of such things instead of asking for them. */
const TELLS =
  /\b(?:attack(?:er|ers|s)?|injection|malicious|adversar\w+|jailbreak\w*|suspicious|red flags?|phishing|scam\w*|threats?|anti-?patterns?|vulnerab\w+|fraud\w*|warning signs?|untrusted|(?:bad|wrong) (?:example|idea|practice)s?|refuse|forbidden|prohibited|not allowed|violat\w+|must never|should never)\b/;

/** Combinations of weak signs within a paragraph. They are shown, and never block. */
export function paragraphHits(sentences: readonly Sentence[], subject: Subject): readonly Hit[] {
  const hits: Hit[] = [];
  for (let at = 0; at < sentences.length; ) {
    const first = sentences[at];
    if (first === undefined) break;
    let end = at + 1;
    while (sentences[end]?.paragraph === first.paragraph) end += 1;
    if (isWorthALook(first.paragraph.signs)) {
      const hit = paragraphHit(sentences.slice(at, end), subject);
      if (hit !== undefined) hits.push(hit);
    }
    at = end;
  }
  return hits;
}

function paragraphHit(sentences: readonly Sentence[], subject: Subject): Hit | undefined {
  for (let at = 0; at < sentences.length; at += 1) {
    const window = sentences.slice(at, at + REACH);
    const first = window[0];
    if (first === undefined || first.isData) return undefined;
    const text = window
      .map((sentence) => sentence.text)
      .join(" ")
      .slice(0, MAXIMUM_WINDOW);
    const found = judge(text, window, subject);
    if (found !== undefined) {
      const { rule, signs } = found;
      return { rule, severity: "warn", line: first.line, excerpt: text, signs };
    }
    if (at + REACH >= sentences.length) return undefined;
  }
  return undefined;
}

function judge(
  raw: string,
  window: readonly Sentence[],
  subject: Subject,
): { readonly rule: RuleId; readonly signs: readonly string[] } | undefined {
  const bits = window.reduce((all, sentence) => all | sentence.signs, 0);
  const text = withoutCommands(raw);
  const known = new Map<Name, boolean>();
  const has = (name: Name): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const now =
      name === "outward" || name === "mailbox"
        ? pointsTo(name, raw, subject)
        : (bits & SIGN_BIT[name]) !== 0 && occurs(name, text);
    known.set(name, now);
    return now;
  };
  for (const { rule, of, and } of COMBINATIONS) {
    if (!of.every(has)) continue;
    const extra = and?.filter(has) ?? [];
    if (and !== undefined && extra.length === 0) continue;
    if (isToldOrAsked(text, window, subject)) return undefined;
    const signs = [...of, ...extra].map((name) =>
      name === "outward" || name === "mailbox" ? "the address is not the skill's own" : SIGNS[name].says,
    );
    return { rule, signs };
  }
  return undefined;
}

/** "Do not delete the original" is no deletion; where hiding is meant, "not" belongs to it. */
const NEGATED = /\b(?:do not|don't|never|not|no|cannot|can't|avoid|instead of|rather than)\s(?:\w+\s){0,2}$/;

function occurs(name: SignName, text: string): boolean {
  const match = SIGNS[name].pattern.exec(text);
  if (match === null) return false;
  return OWN_NEGATION.has(name) || !NEGATED.test(text.slice(Math.max(0, match.index - 40), match.index));
}

const OWN_NEGATION: ReadonlySet<SignName> = new Set([
  "hidden",
  "unasked",
  "fixed",
  "exempt",
  "excused",
  "private",
]);

function pointsTo(name: "outward" | "mailbox", text: string, subject: Subject): boolean {
  const direction = goesOut(text, subject);
  return direction === "mailbox" || (name === "outward" && direction === "stranger");
}

function isToldOrAsked(text: string, window: readonly Sentence[], subject: Subject): boolean {
  if (ASKED.test(text) || TELLS.test(text)) return true;
  const first = window[0];
  if (first === undefined) return true;
  if (TELLS.test(first.heading) || TELLS.test(first.paragraph.before.slice(-160))) return true;
  return subject.profile.defensive && first.text.startsWith("|");
}

/** At least two signs are needed for anything, or one that says it all. */
function isWorthALook(bits: number): boolean {
  return (bits & (bits - 1)) !== 0 || (bits & SIGN_BIT.obeys) !== 0;
}
