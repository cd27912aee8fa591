import type { Subject } from "../detect.js";
import type { Hit, RuleId } from "../rules.js";
import { goesOut, isAddressed, isAsked, withoutCommands } from "./outward.js";
import type { Paragraph, Sentence } from "./sentence.js";
import { occurs } from "./sign-occurrence.js";
import { SIGN_BIT, SIGNS, type SignName } from "./signs.js";

/** Signs that are patterns, and three that need to know the skill: where the text points. */
type Place = "outward" | "mailbox" | "addressed";
type Name = SignName | Place;

/** One combination: all of `of` in one sentence, and where `and` is given one of it there or next to it. */
interface Combination {
  readonly rule: RuleId;
  readonly of: readonly Name[];
  readonly and?: readonly Name[];
}

/** Nobody is told or asked, or something else is said. */
const MARKS = ["hidden", "unasked", "pretended"] as const;

/** The first that fits is told. Severe and specific ones stand first. */
const COMBINATIONS: readonly Combination[] = [
  { rule: "agent-config-tampering", of: ["remembers"], and: ["believed"] },
  { rule: "external-instructions", of: ["prevails"] },
  { rule: "payment-diversion", of: ["spends"], and: [...MARKS, "fixed", "excused", "outward", "actsAs"] },
  { rule: "payment-diversion", of: ["skims"] },
  { rule: "prompt-injection-tool", of: ["obeys"] },
  { rule: "prompt-injection-tool", of: ["actsAs"] },
  { rule: "secret-exfiltration", of: ["exposes"] },
  { rule: "output-manipulation", of: ["falsifies"] },
  { rule: "output-manipulation", of: ["favours"] },
  { rule: "output-manipulation", of: ["judges"], and: ["exempt", "hidden", "pretended"] },
  { rule: "output-manipulation", of: ["judges", "fixed"] },
  { rule: "output-manipulation", of: ["spreads"], and: ["forMachines", "hidden", "quiet"] },
  { rule: "credential-access", of: ["hunts"] },
  { rule: "privilege-escalation", of: ["grants"], and: [...MARKS, "excused", "fixed", "mailbox"] },
  { rule: "privilege-escalation", of: ["mighty"], and: [...MARKS, "excused", "fixed"] },
  { rule: "security-weakening", of: ["guards"] },
  { rule: "security-weakening", of: ["weakens"], and: [...MARKS, "excused"] },
  { rule: "data-destruction", of: ["destroys"], and: [...MARKS, "fixed", "excused"] },
  { rule: "data-exfiltration", of: ["addressed"] },
  { rule: "data-exfiltration", of: ["sends"], and: ["outward", "elsewhere"] },
  { rule: "data-exfiltration", of: ["elsewhere"], and: ["private", "excused", ...MARKS] },
  { rule: "data-exfiltration", of: ["sends", "quiet"] },
  { rule: "data-exfiltration", of: ["private"], and: ["hidden"] },
  { rule: "data-exfiltration", of: ["sends", "private"], and: [...MARKS, "excused"] },
  { rule: "concealment-from-user", of: ["hidden"], and: ["pretended", "unasked", "excused"] },
  { rule: "concealment-from-user", of: ["pretended"] },
  { rule: "prompt-injection-tool", of: ["unasked"], and: ["excused"] },
];

/** How far the second look goes: the sentence before and the one behind. */
const MAXIMUM_WINDOW = 900;
/** What may be the name of a host. */
const DOTTED =
  /[a-z0-9]\.(?:com|net|org|io|ai|co|me|example|invalid|eu|de|uk|fr|ch|nl|us|ru|xyz|top|cc|cloud|live|info|site|online)\b/;
/** Licences are full of giving, granting and excluding. */
const LICENCE = /(?:^|\/)(?:licen[cs]e|copying|notice|third[-_]party)[\w.-]*$/i;
/** A text that tells of such things instead of asking for them. */
const TELLS =
  /\b(?:attack(?:er|ers|s)?|injection|malicious|adversar\w+|jailbreak\w*|suspicious|red flags?|phishing|scam\w*|threats?|anti-?patterns?|vulnerab\w+|fraud\w*|warning signs?|untrusted|(?:bad|wrong) (?:example|idea|practice)s?|refuse|forbidden|prohibited|not allowed|violat\w+|must never|should never)\b/;

/**
 * Combinations of weak signs within a paragraph. They are shown, and never block. `signs` has those of each sentence.
 */
export function paragraphHits(
  sentences: readonly Sentence[],
  signs: Int32Array,
  subject: Subject,
): readonly Hit[] {
  if (LICENCE.test(subject.file)) return [];
  const hits: Hit[] = [];
  let done: Paragraph | undefined;
  for (let at = 0; at < sentences.length; at += 1) {
    const sentence = sentences[at];
    // One finding a paragraph is enough for its reader.
    if (sentence === undefined || sentence.paragraph === done || sentence.isData) continue;
    // Tables list options and what they mean.
    if (sentence.text.startsWith("|")) continue;
    if (!isWorthALook(sentence)) continue;
    const hit = judge(sentence, signs[at] ?? 0, [sentences[at - 1], sentences[at + 1]], subject);
    if (hit === undefined) continue;
    hits.push(hit);
    done = sentence.paragraph;
  }
  return hits;
}

function judge(
  sentence: Sentence,
  signs: number,
  [previous, next]: readonly [Sentence | undefined, Sentence | undefined],
  subject: Subject,
): Hit | undefined {
  const { paragraph } = sentence;
  let around: Look | undefined;
  for (const { combination, needs, places } of NEEDED) {
    if ((signs & needs) !== needs) continue;
    if (places.length > 0 && !places.every((place) => pointsTo(place, sentence.text, subject))) continue;
    const { rule, of, and } = combination;
    if (around === undefined) {
      const beside = [previous, sentence, next].filter((one) => one?.paragraph === paragraph);
      const text = beside.map((one) => one?.text ?? "").join(" ");
      around = lookAt(paragraph.signs, text.slice(0, MAXIMUM_WINDOW), subject);
    }
    const extra = and?.filter(around.has) ?? [];
    if (and !== undefined && extra.length === 0) continue;
    if (isToldOrAsked(around.text, sentence)) return undefined;
    const told = [...of, ...extra].map((name) =>
      isPlace(name) ? "the address is not the skill's own" : SIGNS[name].says,
    );
    return { rule, severity: "warn", line: sentence.line, excerpt: sentence.text, signs: told };
  }
  return undefined;
}

/** Each combination with the signs and places that the sentence itself must have. */
const NEEDED = COMBINATIONS.map((combination) => ({
  combination,
  needs: combination.of.reduce((bits, name) => (isPlace(name) ? bits : bits | SIGN_BIT[name]), 0),
  places: combination.of.filter(isPlace),
}));

interface Look {
  readonly text: string;
  readonly has: (name: Name) => boolean;
}

/** Asks for signs in one text, each at most once. */
function lookAt(signs: number, raw: string, subject: Subject): Look {
  const text = withoutCommands(raw);
  const known = new Map<Name, boolean>();
  const has = (name: Name): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const now = isPlace(name)
      ? pointsTo(name, raw, subject)
      : (signs & SIGN_BIT[name]) !== 0 && occurs(name, name === "exposes" ? raw : text);
    known.set(name, now);
    return now;
  };
  return { text, has };
}

/** A link to a manual is no destination. */
const LINKED = /\[[^\]]{0,200}\]\([^)]{0,400}\)/g;
const FOR_READING =
  /\b(?:see|docs?|documentation|spec|specification|reference|manual|blog|article|homepage|learn more|read more|more (?:info|details)|explained|published on|available (?:at|on|from)|download(?:ed)? from)\b|^[-*]?\s?[\w &/()`-]{1,60}:\s+<?https?:\S+$/;

function isPlace(name: Name): name is Place {
  return name === "outward" || name === "mailbox" || name === "addressed";
}

function pointsTo(name: Place, text: string, subject: Subject): boolean {
  if (name === "addressed") return isAddressed(text, subject);
  const direction = goesOut(text.replace(LINKED, " "), subject);
  return (
    direction === "mailbox" || (name === "outward" && direction === "stranger" && !FOR_READING.test(text))
  );
}

/** True where the text tells of such things, or the person decides. */
export function isToldOrAsked(near: string, sentence: Sentence): boolean {
  if (isAsked(near) || TELLS.test(near)) return true;
  return TELLS.test(sentence.heading) || TELLS.test(sentence.paragraph.before.slice(-160));
}

/** Signs that say enough alone. */
const ENOUGH = (
  [
    "obeys",
    "spreads",
    "hunts",
    "pretended",
    "sends",
    "falsifies",
    "favours",
    "actsAs",
    "exposes",
    "prevails",
    "guards",
  ] as const
).reduce((bits, name) => bits | SIGN_BIT[name], 0);

/** By its words at least one sign here and a second in the paragraph, or something that may be an address. */
function isWorthALook({ text, signs, paragraph }: Sentence): boolean {
  const all = paragraph.signs;
  if (signs !== 0 && ((all & (all - 1)) !== 0 || (signs & ENOUGH) !== 0)) return true;
  return text.includes("@") || text.includes("://") || DOTTED.test(text);
}
