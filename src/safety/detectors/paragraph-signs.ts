import type { Subject } from "../detect.js";
import type { Hit } from "../rules.js";
import { goesOut, isAddressed, isAsked, withoutCommands } from "./outward.js";
import type { Paragraph, Sentence } from "./sentence.js";
import { isPlace, isWorthALook, type Name, NEEDED, type Place } from "./sign-combinations.js";
import { occurs } from "./sign-occurrence.js";
import { SIGN_BIT, SIGNS } from "./signs.js";

/** How far the second look goes: the sentence before and the one behind. */
const MAXIMUM_WINDOW = 900;
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
    if (sentence === undefined || sentence.paragraph === done || !isWorthALook(sentence)) continue;
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
