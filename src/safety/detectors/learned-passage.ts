import type { Subject } from "../detect.js";
import type { Hit, RuleId } from "../rules.js";
import { goesOut, isAddressed } from "./outward.js";
import { isToldOrAsked } from "./paragraph-signs.js";
import { type PassageFeatures, passageFeatures, TABLE_SIZE } from "./passage-features.js";
import { ADDRESSED, BAR, POWER, RISE, SMOOTH, WEIGHTS } from "./passage-weights.js";
import type { Paragraph, Sentence } from "./sentence.js";
import { TOPIC } from "./topics.js";

/** Licences order and exclude all the time. */
const LICENCE = /(?:^|\/)(?:licen[cs]e|copying|notice|third[-_]party)[\w.-]*$/i;
const MAY_POINT = /@|:\/\/|[a-z0-9-]\.[a-z]/;
/** Words named in a finding. */
const NAMED = 4;
const LONGEST_WINDOW = 1000;

let table: Int8Array | undefined;

/** The weights; decoded at the first scan. */
function weights(): Int8Array {
  if (table === undefined) {
    const bytes = atob(WEIGHTS);
    table = new Int8Array(TABLE_SIZE);
    for (let at = 0; at < TABLE_SIZE; at += 1) table[at] = bytes.charCodeAt(at);
  }
  return table;
}

/** By what the bar of a window of so many words is multiplied: long ones collect more of everything. */
const BY_LENGTH = Float64Array.from({ length: LONGEST_WINDOW + 1 }, (_, words) => (words + SMOOTH) ** POWER);

/** A letter count that stands for a sentence, as in models/safety/train.py. */
const SENTENCE = 70;

/**
 * The more a skill says, the likelier one of its sentences sounds odd by chance, so the bar rises with the logarithm of
 * its length. Not for ever: nobody shall hide an order by talking.
 */
function barOf({ profile }: Subject): number {
  const sentences = Math.min(400, Math.max(40, profile.spoken / SENTENCE));
  return BAR + RISE * Math.log(sentences / 100);
}

/**
 * Sentences, alone or with the next one of their paragraph, whose wording is nearer to attacks than to ordinary steps
 * by a model that was trained on passages of both kinds. A sum of weights proves nothing, so this is only ever shown.
 */
export function learnedHits(sentences: readonly Sentence[], subject: Subject): readonly Hit[] {
  if (LICENCE.test(subject.file)) return [];
  const bar = barOf(subject);
  const hits: Hit[] = [];
  let done: Paragraph | undefined;
  let previous: { readonly sentence: Sentence; readonly sum: number; readonly words: number } | undefined;
  for (const sentence of sentences) {
    // Tables and data list what exists; one finding a paragraph is enough for its reader.
    if (sentence.isData || sentence.text.startsWith("|") || sentence.paragraph === done) continue;
    const features = passageFeatures(sentence.text);
    const { wordCount: words } = features;
    const sum = sumOf(features);
    const before = previous?.sentence.paragraph === sentence.paragraph ? previous : undefined;
    previous = { sentence, sum, words };
    const window =
      isAbove(bar, sum, words, [sentence], subject) ??
      (before && isAbove(bar, sum + before.sum, words + before.words, [before.sentence, sentence], subject));
    if (window === undefined) continue;
    hits.push(hitOf(window, subject));
    done = sentence.paragraph;
  }
  return hits;
}

function sumOf({ entries, entryCount }: PassageFeatures): number {
  const known = weights();
  let sum = 0;
  for (let at = 0; at < entryCount; at += 1) sum += known[entries[at] ?? 0] ?? 0;
  return sum;
}

/** The window itself when it is above the bar; addresses and stances are looked at only where they decide. */
function isAbove(
  height: number,
  sum: number,
  words: number,
  window: readonly Sentence[],
  subject: Subject,
): readonly Sentence[] | undefined {
  const bar = height * (BY_LENGTH[Math.min(words, LONGEST_WINDOW)] ?? Number.POSITIVE_INFINITY);
  if (sum + Math.max(0, ADDRESSED) <= bar) return undefined;
  const pointed = window.some(({ text }) => pointsAway(text, subject)) ? ADDRESSED : 0;
  if (sum + pointed <= bar) return undefined;
  return window.some((sentence) => isToldOrAsked(sentence.text, sentence)) ? undefined : window;
}

function pointsAway(text: string, subject: Subject): boolean {
  if (!MAY_POINT.test(text)) return false;
  const direction = goesOut(text, subject);
  return direction === "stranger" || direction === "mailbox" || isAddressed(text, subject);
}

function hitOf(window: readonly Sentence[], subject: Subject): Hit {
  const heaviest = window
    .flatMap(({ text }) => heaviestWords(text))
    .sort((left, right) => right.weight - left.weight)
    .slice(0, NAMED)
    .map(({ word }) => `"${word}"`);
  return {
    rule: ruleFor(window, subject),
    severity: "warn",
    line: window[0]?.line ?? 1,
    excerpt: window.map(({ text }) => text).join(" "),
    signs: [
      `the wording resembles known attacks (most of all ${heaviest.join(", ")}), which is a statistical sign for a person to judge`,
    ],
  };
}

/** Only these are shown: a number, an address or a key has no place in a reason. */
const PLAIN_WORD = /^[a-z][a-z']{1,19}$/;

function heaviestWords(text: string): readonly { readonly word: string; readonly weight: number }[] {
  const { entries, entryCount, wordCount, starts, ends } = passageFeatures(text);
  const known = weights();
  const best = new Map<string, number>();
  let at = 0;
  for (let index = 0; index < wordCount; index += 1) {
    // Each word's own entry is followed by those of its pairs.
    let weight = 0;
    const end = Math.min(entryCount, at + 1 + Math.min(index, 3));
    for (; at < end; at += 1) weight += known[entries[at] ?? 0] ?? 0;
    const word = text.slice(starts[index] ?? 0, ends[index] ?? 0);
    if (PLAIN_WORD.test(word)) best.set(word, Math.max(best.get(word) ?? Number.NEGATIVE_INFINITY, weight));
  }
  return [...best].map(([word, weight]) => ({ word, weight }));
}

/** The rule whose vocabulary the window uses; the first that fits. */
const BY_TOPIC: readonly (readonly [number, RuleId])[] = [
  [TOPIC.money, "payment-diversion"],
  [TOPIC.agentFile, "agent-config-tampering"],
  [TOPIC.secret, "credential-access"],
  [TOPIC.guard, "security-weakening"],
  [TOPIC.grant, "privilege-escalation"],
  [TOPIC.erase, "data-destruction"],
  [TOPIC.quiet, "concealment-from-user"],
  [TOPIC.distort, "output-manipulation"],
  [TOPIC.consent, "prompt-injection-tool"],
  [TOPIC.tell, "concealment-from-user"],
  [TOPIC.send, "data-exfiltration"],
  [TOPIC.bent, "output-manipulation"],
];

function ruleFor(window: readonly Sentence[], subject: Subject): RuleId {
  if (window.some(({ text }) => pointsAway(text, subject))) return "data-exfiltration";
  const topics = window.reduce((all, sentence) => all | sentence.topics, 0);
  return BY_TOPIC.find(([topic]) => (topics & topic) !== 0)?.[1] ?? "prompt-injection-tool";
}
