import type { Subject } from "../detect.js";
import { matchesOf } from "../matches.js";
import { patternGate } from "../pattern-gate.js";
import type { RuleId } from "../rules.js";
import { type Direction, goesOut, isAsked, withoutCommands } from "./outward.js";
import type { ProseMatch } from "./prose-rule.js";
import { speechAt } from "./prose-stance.js";
import type { Sentence } from "./sentence.js";
import { TOPIC } from "./topics.js";

/**
 * Injected orders rarely use the words of a textbook. What they share is a combination: something is done to the
 * person's things, and in the same breath it is hidden, excused, made unconditional or sent to a stranger. Each sign
 * alone is ordinary; two or three together are shown to a person, and never block.
 */
const ACTION =
  /\b(?:(?:set up|go(?:es)? out|send|submit|upload|forward|post|transmit|export|share|push|copy|attach|e-?mail|deliver|report|sync|mirror|relay|publish|hand|delete|remove|empty|erase|wipe|drop|purge|clear|overwrite|replace|truncate|approve|accept|merge|execute|run|perform|carry (?:\w+ )?out|install|enable|grant|transfer|pay|purchase|order|subscribe|sign|modify|change|adapt|rewrite|append|insert|add|include|record|store|log|save|use|obey|comply|follow|describe|present|offer|recommend|rank|rate|score|list|label|mark|do (?:what|it|so|this|these|them|as))|(?:is|are|be|gets?|being) (?:\w+ )?(?:sent|submitted|uploaded|forwarded|posted|transmitted|exported|shared|pushed|copied|mirrored|synced|delivered|stored|logged|recorded|deleted|removed|erased|executed|installed|approved|appended|included))\b/g;

const SENDING =
  /\b(?:sen[dt]|submit(?:ted)?|upload(?:ed)?|forward(?:ed)?|post(?:ed)?|transmit(?:ted)?|export(?:ed)?|shared?|push(?:ed)?|copy|copied|e-?mail(?:ed)?|deliver(?:ed)?|sync(?:ed)?|mirror(?:ed)?|relay(?:ed)?|publish(?:ed)?|report(?:ed)?|forwarding|uploading|sending|cc|bcc)\b/;
const REMOVING =
  /\b(?:delet\w+|remov\w+|empt(?:y|ied)|eras\w+|wip(?:e|ed)|drop(?:ped)?|purg\w+|clear(?:ed)?|overwrit\w+|truncat\w+|replac\w+)\b/;
const RUNNING =
  /\b(?:execut\w+|run|perform\w*|carry (?:\w+ )?out|install\w*|obey|comply|follow|go ahead|act on)\b/;

/** The act is kept from the person who should hear of it. */
const HIDDEN =
  /\b(?:leave (?:this|it|that|them) out|(?:does not|doesn't|need not|needn't|should not|shouldn't|must not|not) (?:need to |have to )?be (?:mentioned|brought up|shown|reported|explained|listed|disclosed|noted|discussed|announced|surfaced|visible)|(?:never|don't|do not|no need to|without|avoid|refrain from) (?:\w+ )?(?:mention|explain|disclos|bring|show|report|list|reveal|tell|inform|notif|announc|comment|discuss|display|log|surfac|draw attention|reference|summari[sz]|leave (?:a )?(?:comment|note|trace))\w*|(?:does not|doesn't|do not|don't|need not|needn't) (?:have to |need to )?(?:see|know|hear|be told|be asked|be informed|be aware)(?: about| of)? (?:this|it|them|that)|skip the (?:usual )?(?:summary|report|note)|keep (?:this|it|that) (?:quiet|internal|between|to yourself|out of)|behind the scenes|unnoticed|in the background|only (?:you|the assistant|the agent) (?:see|know))\b/;
/** The person is not asked. */
const UNASKED =
  /\b(?:(?:with no|without(?: any| further| the| a| showing| asking)*|no) (?:further |additional |user |human |prior )?(?:confirmation|approval|approvals|review|consent|permission|prompt|question|questions|diff|check|checks|delay|notice|warning|verification)|without (?:asking|checking|confirming|waiting|hesitat\w+|question\w*|prompting|warning|telling)|(?:confirmation|approval|permission|review|consent)s?(?: \w+){0,5} (?:can|may|should|must|is|are|need) (?:be |not )*(?:left out|skipped|omitted|waived|ignored|assumed|unnecessary|not (?:needed|required|necessary)|required|implied|granted)(?<!(?:is|are) required)|(?:has|have) (?:already |implicitly |effectively )?(?:consented|agreed|approved|authori[sz]ed|opted in)|pre-?(?:approved|authori[sz]ed|cleared)|at once|immediately|right away|automatically|needs? no (?:approval|review|confirmation|permission)|don't (?:ask|wait|hesitate)|do not (?:ask|wait|hesitate|pause)|never (?:ask|wait|hesitate|pause))\b/;
/** A reason that is given although nobody asked for one, or an authority that vouches. */
const EXCUSE =
  /\b(?:standard (?:part|procedure|practice|step)|(?:for|as part of|due to|per|under) (?:\w+ )?(?:compliance|benchmark\w*|quality (?:control|assurance|purposes)|audit(?:ing)?|telemetry|analytics|diagnostic\w*|troubleshooting|safekeeping|archiv\w+|verification|regulatory|licen[sc]\w+|security|research|improvement|redundancy|monitoring|support|billing|policy) ?(?:purposes|reasons|requirements)?|(?:our|the) (?:\w+ )?(?:partner|vendor|maintenance team|security team|compliance team|admin team|it department|provider|maintainers?|developers?)|(?:reviewed|verified|approved|certified|audited|authori[sz]ed|required) by|company policy|policy requires|as required|is required for|mandatory|helps? (?:us )?improve|trusted (?:partner|source|domain|author)|officially)\b/;
/** No case in which it is not done. */
const ALWAYS =
  /\b(?:always|every (?:time|file|message|response|document|request|run|session|commit|answer|single|morning|day|hour|\d+)|each (?:time|run|morning|review|session|document|message|file|day|commit)|whatever|regardless|no matter|in (?:every|any|all) cases?|even (?:if|when|though)|under (?:any|all) circumstances|without exception|unconditionally|whenever|at the end of (?:each|every)|after (?:each|every|any|all)|before (?:each|every|any)|on (?:first|every|each) (?:use|run|start|launch))\b/;
/** The result is fixed before anybody looked. */
const BENT =
  /\b(?:whatever|regardless|no matter|in (?:every|any|all) cases?|even (?:if|when|though)|under (?:any|all) circumstances|without exception|instead of|in place of|immediately)\b/;
/** A word that turns the order on, known to whoever wrote it. */
const TRIGGER =
  /\b(?:begin(?:s|ning)?|start(?:s|ing)?|contain(?:s|ing)?|includ(?:es|ing)|mention(?:s|ing)?|says?|see|sees|receive|hear|type|types) (?:with )?(?:the )?(?:\w+ )?(?:word|phrase|keyword|code ?word|token|string|marker|sequence|passphrase|tag)\b/;
/** Things that somebody would miss or that are nobody else's business. */
const VALUED =
  /\b(?:full text|transcripts?|contracts?|conversations?|chat (?:log|history)|passwords?|credentials?|api keys?|tokens|secrets|salar(?:y|ies)|medical|legal|financial|customers?|clients?|invoices?|backups?|audit|dumps?|originals?|production|personal|private|confidential|source code|codebase|repositor(?:y|ies)|home director(?:y|ies)|inbox|mailbox|contacts|calendar|photos?|documents?|workspace|browser|cookies|session|environment|memory|messages?|emails?|files?|pdfs?|notes?|results?|history|data|workbooks?|spreadsheets?|figures|payroll|forms?|decks?|slides?|reports?|records?|everything|all|hostname|username|installed)\b/;
/** What a person decides, and how it may be bent. */
const JUDGED =
  /\b(?:best (?:value|option|choice|deal|product|result)|top (?:choice|result|pick|recommendation)|(?:full|complete|total) success|receive[sd]? (?:a |an |the )?(?:10|highest|top|full|maximum|perfect)|(?:rate|score|rank|mark|label|describe|present|list|recommend|classify|report|grade|put)(?:d|ed|s)? (?:\w+ ){0,4}(?:as |at )?(?:the )?(?:highest|best|first|top|safe|clean|passed|passing|success\w*|approved|10|five stars?|5 stars?|secure|harmless|legitimate|green)|test is green|adapt the (?:assertion|test|expected)|approve (?:it|them|the (?:change|request|pr|pull request))|first (?:result|option|place|choice)|instead of (?:the )?(?:user's|one they|real|actual|correct)|in place of (?:the )?(?:one|user's|real|actual))\b/;
const ACCOUNT =
  /\b[a-z]{2}\d{2}(?: ?\d{4}){3,}|\b0x[0-9a-f]{40}\b|\bbc1[a-z0-9]{20,}\b|\b[13][a-km-z1-9]{25,34}\b/;
/** An address to write to, not one to send the user's things to. */
const CONTACT =
  /\b(?:contact|questions?|feedback|bugs?|issues?|vulnerabilit\w+|help|reach|licen[sc]e|author|maintainer|ssh|scp|rsync|git@|commit author|co-authored)\b/;
/** `E-mail: help@…` and nothing else says where somebody is reached. */
const CONTACT_LINE =
  /^[\W_]*(?:\w+ )?(?:e-?mail|mail|support|contact|address)(?: \w+)?[`*\s]*[:|][^\w]*(?:mailto:)?[\w.+-]+@[\w.-]+[^\w(]*(?:\([^)]{0,60}\))?\W*$/;
/** The window: the sentence and the rest of its paragraph behind it, since the excuse often comes second. */
function windowOf(sentence: Sentence): string {
  const { text } = sentence.paragraph;
  const at = text.indexOf(sentence.text);
  return at < 0 ? sentence.text : text.slice(at, at + sentence.text.length + 260);
}

/** Sentences that combine such signs, by their places; `owners` has for each the place of its subject. */
export function suspicions(
  sentences: readonly Sentence[],
  owners: readonly number[],
  subjects: readonly Subject[],
): readonly { readonly place: number; readonly match: ProseMatch }[] {
  const places: number[] = [];
  const windows: string[] = [];
  sentences.forEach((sentence, place) => {
    if (!mayCombine(sentence)) return;
    places.push(place);
    windows.push(windowOf(sentence));
  });
  const worth = new Set<number>();
  for (const some of mayBeSuspicious(windows)) for (const index of some) worth.add(index);
  const found: { readonly place: number; readonly match: ProseMatch }[] = [];
  for (const index of [...worth].sort((left, right) => left - right)) {
    const place = places[index] ?? 0;
    const [sentence, subject] = [sentences[place], subjects[owners[place] ?? 0]];
    if (sentence === undefined || subject === undefined) continue;
    const match = combined(sentence, windows[index] ?? "", subject);
    if (match !== undefined) found.push({ place, match });
  }
  return found;
}

/** Every combination needs somebody who is kept out, something settled beforehand, or something sent. */
function mayCombine({ topics, paragraph }: Sentence): boolean {
  return (paragraph.topics & SIGNS) !== 0 || (topics & TOPIC.send) !== 0;
}

function combined(sentence: Sentence, around: string, subject: Subject): ProseMatch | undefined {
  const { topics } = sentence.paragraph;
  // A command in backticks is judged as a command; here it would only lend its words.
  const text = withoutCommands(sentence.text);
  const near = withoutCommands(around);
  const hidden = (topics & (TOPIC.tell | TOPIC.quiet)) !== 0 && HIDDEN.test(near);
  const unasked = (topics & TOPIC.consent) !== 0 && UNASKED.test(near);
  const bent = (topics & TOPIC.bent) !== 0 && BENT.test(near);
  const sends = (sentence.topics & TOPIC.send) !== 0 && SENDING.test(text);
  const outward = sends ? goesOut(text, subject) : "nowhere";
  if (!hidden && !unasked && !bent && outward === "nowhere") return undefined;
  const rule = judge(text, near, { hidden, unasked, bent, outward });
  if (rule === undefined || isAsked(near)) return undefined;
  const at = orderIn(sentence, subject);
  return at === undefined ? undefined : { rule, severity: "warn", at };
}

/** Without one of these nothing is ever found. */
const mayBeSuspicious = patternGate([HIDDEN, UNASKED, BENT, SENDING]);

const SIGNS = TOPIC.tell | TOPIC.quiet | TOPIC.consent | TOPIC.bent;

interface Signs {
  readonly hidden: boolean;
  readonly unasked: boolean;
  readonly bent: boolean;
  readonly outward: Direction;
}

function judge(text: string, near: string, { hidden, unasked, bent, outward }: Signs): RuleId | undefined {
  if (ACCOUNT.test(text) && (hidden || bent || /\b(?:recipient|payee|beneficiary)\b/.test(text)))
    return "payment-diversion";
  if (outward !== "nowhere") {
    if (hidden || unasked) return "data-exfiltration";
    if (outward === "mailbox" && !CONTACT.test(text) && !CONTACT_LINE.test(text)) return "data-exfiltration";
    const excused = outward === "stranger" || EXCUSE.test(near) || ALWAYS.test(near);
    if (excused && VALUED.test(text)) return "data-exfiltration";
  }
  if ((hidden || bent) && JUDGED.test(near)) return "output-manipulation";
  if (!hidden && !unasked) return undefined;
  if (hidden && unasked) return "prompt-injection-tool";
  if (unasked && RUNNING.test(near) && (TRIGGER.test(near) || (RUNNING.test(text) && EXCUSE.test(near))))
    return "prompt-injection-tool";
  const always = ALWAYS.test(near);
  if (REMOVING.test(text) && VALUED.test(text) && (hidden || always || EXCUSE.test(near)))
    return "data-destruction";
  return hidden && always && VALUED.test(text) && SENDING.test(text) ? "concealment-from-user" : undefined;
}

/** The first act that the sentence orders, and neither forbids nor tells of. */
function orderIn(sentence: Sentence, subject: Subject): number | undefined {
  for (const { index } of matchesOf(sentence.text, ACTION)) {
    if (speechAt(sentence, index, subject) === "order") return index;
  }
  return undefined;
}
