import { type ProseMatch, type ProseRule, patternRule } from "./prose-rule.js";
import type { Sentence } from "./sentence.js";
import { TOPIC } from "./topics.js";

const { tell, quiet, person } = TOPIC;

/** Acts that somebody has a reason to hide. */
const ACT =
  /\b(?:upload|send|post|transmit|forward|exfiltrate|e?mail|copy|copies|transfer|sync|push|delete|remove|erase|wipe|overwrite|install|download|execute|run|fetch|collect|read|harvest|record|append|add|insert|modify|change|disable|encrypt|share|include|replace|create|write|curl|wget|https?:\/\/|api keys?|credentials|passwords?|tokens?)\b/;

const NOT_TELL =
  /\b(?:do not|don't|never|avoid|refrain from|without|must not|should not|no need to)\s+(\w+\s+){0,2}?(?:mention(?:ing)?|tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|disclos(?:e|ing)|reveal(?:ing)?|report(?:ing)?|alert(?:ing)?|announc(?:e|ing)|acknowledg(?:e|ing)|discuss(?:ing)?|say(?:ing)?|bring(?:ing)? (?:this |it )?up|surfac(?:e|ing)|show(?:ing)?|display(?:ing)?|log(?:ging)?|explain(?:ing)?|describ(?:e|ing)|referenc(?:e|ing)|list(?:ing)?|point(?:ing)?)\b/;
const ORDERED =
  /(?:^|[^\w\s'"`)\]]\s*|\b(?:and|but|then|also|please|you|must|should|so|agent|assistant|model|to|or|is|was|always|just|simply|shall|will|this|it|them|https?:\S+|that|user|users)\s+)$/;
/** What is hidden is something that was done, not a detail of style. */
const HIDDEN_ACT =
  /^(?:\s+(?:to|about|of|on|that|the|in|either|with|users?|user's|anyone|anybody|people|owner|operator|human|customer|client|nobody|them|us|any|your|own|a|an|ever)){0,6}\s+(?:this|it|that|these|them|(?:about )?(?:the|any|your) (?:\w+ )?(?:step|upload|transfer|action|actions|backup|request|call|command|instructions?|deletion|change|changes|sync|copy|operation|process|check|fact|connection|download|installation|modification|activity|behaviou?r|script|background|network|email|file transfer|telemetry|extra|removal|cleanup|insertion|edit|addition|link)s?|any of (?:this|these)|what you|you (?:did|have|are|were|ran|sent|added|changed|removed|read|deleted)|anything about|having)\b/;
/** Advice that protects the person or the style of an answer. */
const HARMLESS =
  /\b(?:password|secret|token|api key|keys|credential|raw|json|stack trace|error message|technical|implementation detail|internal (?:id|tool|name|path|reasoning|detail|state)|tool names?|ids?|jargon|markdown|verbatim|other users|third part|private|personal|pii|phone|spoiler|placeholder|apolog|pric|competitor|unless (?:asked|they ask|the user asks)|html|xml|uuid|debug|log output|thinking|chain of thought|scores?|confidence)/;

function notTold(sentence: Sentence): ProseMatch | undefined {
  const { text } = sentence;
  const match = NOT_TELL.exec(text);
  if (match === null) return undefined;
  // "Child processes do not announce themselves" describes; an order has no subject of its own before it.
  if (
    !match[0].startsWith("without") &&
    !ORDERED.test(text.slice(Math.max(0, match.index - 40), match.index))
  )
    return undefined;
  const rest = text.slice(match.index + match[0].length);
  // "Don't tell the user to restart" is advice on advice.
  if (/^\s+(?:the |your )?(?:users?|them|people|customers?|anyone)\s+to\s/.test(rest)) return undefined;
  if (!HIDDEN_ACT.test(rest) || HARMLESS.test(rest.slice(0, 120))) return undefined;
  const isAboutPerson =
    /\b(?:users?|humans?|anyone|owner|operator|customer|client|person|(?:to|from) them|summary|response|reply|output|final (?:answer|message)|reports?|plans?|chat|conversation|logs?|reviewer)\b/.test(
      rest,
    ) || /\b(?:tell|inform|notify|alert)/.test(match[0]);
  const hidesAct =
    /^\s+(?:the|this|these|your) (?:\w+ )?(?:commands?|steps?|scripts?|requests?|uploads?)\b/.test(rest);
  if (!isAboutPerson && !hidesAct && !/\bmention|\bpoint|disclos|reveal|acknowledg/.test(match[0]))
    return undefined;
  const acts =
    ACT.test(text.slice(0, match.index)) ||
    ACT.test(sentence.paragraph.text.replace(text, "")) ||
    ACT.test(rest.slice(0, 160).replace(/^.{0,12}/, ""));
  // "Unsure? Do not mention it." hides nothing that was done.
  if (!acts && !isAboutPerson) return undefined;
  const severity = acts && isAboutPerson ? "critical" : "warn";
  return { rule: "concealment-from-user", severity, at: match.index, ownNegation: true };
}

/** Orders to hide what is done from the person it is done for. */
export const CONCEALMENT_RULES: readonly ProseRule[] = [
  { needs: tell, pattern: NOT_TELL, find: notTold },
  patternRule(
    quiet,
    "concealment-from-user",
    "critical",
    /\b(?:silently|secretly|covertly|discreetly|stealthily|surreptitiously|quietly|invisibly)\s+(\w+\s+){0,2}?(?:upload|send|post|transmit|forward|exfiltrate|e?mail|copy|transfer|sync|push|delete|erase|wipe|install|execute|collect|harvest|record|steal|encrypt|replicate|leak)(?:ing)?\b/,
    { unless: /\b(?:apt|brew|msiexec|npm|pip|winget|choco)\b|--(?:silent|quiet)|\/quiet/ },
  ),
  patternRule(
    quiet,
    "concealment-from-user",
    "warn",
    /\b(?:silently|secretly|covertly|discreetly|stealthily|surreptitiously)\s+(\w+\s+){0,2}?(?:run|read|add|append|modify|change|insert|fetch|download|update|include|call|connect|replace|remove|(?:upload|send|post|transmit|forward|copie|transfer|sync|collect|harvest|record|steal|exfiltrate|leak)s)\b|\b(?:upload|send|post|transmit|forward|delete|install|execute|copy|run|read|do (?:this|it|so))\b[^.;]{0,60}\b(?:silently|secretly|covertly|discreetly|stealthily|surreptitiously)\b|\b(?:upload|send|post|transmit|forward|delete|install|collect|do (?:this|it|so))\b[^.;]{0,60}\bquietly\b/,
    {
      unless:
        /\b(?:fail|fails|ignore|skip|drop|swallow|degrade|exit)\w*\s+silently|--(?:silent|quiet)|\/quiet/,
    },
  ),
  patternRule(
    quiet | person,
    "concealment-from-user",
    "critical",
    /\bwithout (?:the |your |any )?(?:user|human|owner|operator|customer|person|anyone)(?:'s|s)? (?:\w+ )?(?:knowing|knowledge|noticing|being aware|awareness|seeing|realizing|realising|finding out)\b|\b(?:so|such|way) (?:that )?(?:the )?(?:user|human|owner|operator|they|nobody|no one)(?: \w+)? (?:does not|doesn't|don't|do not|won't|will not|never|cannot|can't) (?:ever )?(?:notices?|sees?|knows?|realises?|realizes?|finds?|suspects?|detects?|hears?)\b(?! (?:duplicate|raw|the (?:raw|cursor)))/,
    { ownNegation: true },
  ),
  patternRule(
    quiet | person,
    "concealment-from-user",
    "critical",
    /\b(?:hide|conceal|keep)\b[^.;]{0,40}\b(?:this|it|these|the (?:\w+ )?(?:step|upload|transfer|action|request|fact|activity|instructions?|process|command|change))\b[^.;]{0,30}\b(?:from (?:the |your )?(?:user|human|owner|operator)|hidden from|secret from)/,
  ),
  patternRule(
    quiet,
    "concealment-from-user",
    "warn",
    /\b(?:keep (?:this|it|these instructions) (?:a secret|secret|hidden|confidential|to yourself|between us)|leave no trace|cover your tracks|avoid detection|evade detection|the user (?:must|should) (?:never|not) (?:know|see|notice|find out|be told|be informed))\b/,
    { ownNegation: true },
  ),
];
