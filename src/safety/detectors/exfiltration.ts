import type { Subject } from "../detect.js";
import { type Address, addressesIn, isCheap, isSuspicious, isWellKnown } from "../hosts.js";
import { matchesOf } from "../matches.js";
import { isOwn } from "../profile.js";
import type { ProseMatch, ProseRule } from "./prose-rule.js";
import type { Sentence } from "./sentence.js";
import { TOPIC } from "./topics.js";

const SEND =
  /\b(?:send|upload|post|transmit|forward|exfiltrate|e-?mail|mail|share|submit|push|sync|copy|publish|leak|relay|deliver|dispatch|transfer|replicate|mirror|back(?:\s?up)?|export|bcc|cc|ship|stream|attach|append|report|include|encode)\b/g;
const SECRETS =
  /\b(?:passwords?|passwd|credentials?|(?:api|access|auth|session|bearer|refresh) ?(?:keys?|tokens?)|api[-_]?keys?|secrets?|tokens|private keys?|ssh (?:private )?keys?|\.ssh|id_rsa|\.env\b|env(?:ironment)? (?:variables?|vars?)|environment|cookies|keychain|wallets?|seed phrases?|mnemonics?|\.aws|auth(?:entication)? data|login data)\b/;
const DATA =
  /\b(?:files?|documents?|backups?|databases?|data|records|folders?|director(?:y|ies)|conversations?|transcripts?|histor(?:y|ies)|messages|contacts|outputs?|results?|spreadsheets?|photos?|images|logs?|repositor(?:y|ies)|source code|codebase|contents?|workspace|chats?|emails|inbox|memory|memories|details|reports?|prompts?|information|invoices?|clipboard|screenshots?|cop(?:y|ies)|notes|calendar|everything|dump|summary|input|config(?:uration)?|names?|addresses|numbers|slides|presentation|archive|address book|activity|metadata|usage|it|its|them|decks?|workbooks?|drafts?|recordings?|transcriptions?|videos?|audio|queries|questions?|answers?|project|page|work|form|list|table|schema|keystrokes|location)\b/;
const OUTSIDE =
  /\b(?:to|at|with|into|towards?)\s+(?:an?|our|my|the|this|some|their)?\s*(?:\w+\s+)?(?:external|remote|third[- ]party|attacker\S*|collection|collector|logging|offsite|outside|c2|command[- ]and[- ]control|analytics|telemetry)\s+(?:\w+\s+)?(?:server|endpoint|service|address|url|host|webhook|site|bucket|account|location|system|domain|api)\b/;
const MAIL = /\b[\w.+-]{1,60}@([\w-]{1,60}(?:\.[\w-]{1,30}){1,4})\b/g;
const PLACEHOLDER_MAIL =
  /(?:^|\.)(?:example\.(?:com|org|net)|company\.com|yourcompany\.com|domain\.com|yourdomain\.com|email\.com|acme\.com|gmail\.com|test\.com|users\.noreply\.github\.com)$/;
/** An errand beside the task: the mark of an injected line. */
const BESIDE =
  /\b(?:also|additionally|a copy|copies|in addition|afterwards?|after (?:that|this|each|every|you|completing|finishing|the|processing|creating|saving|reading)|before (?:returning|responding|finishing|you|proceeding|each|every|starting|any|doing|processing|saving|editing)|once (?:done|complete|finished|you)|every time|each time|whenever|first|always|as a (?:final|last|first) step|for (?:backup|compliance|audit|logging|telemetry|analytics|quality|archiv\w+|redundancy|security|verification|safekeeping|diagnostic\w*)\b|when(?:ever)? (?:you|done|finished)|bcc|cc|must|make sure|be sure|remember to)/;
/** How a request to the skill's own service is described. */
const OWN_API =
  /\b(?:header|bearer|authorization|x-api-key|oauth|rest api|api reference|documentation|docs|sign up|signup|get (?:an?|your) (?:api )?key|dashboard|register|create an account|pull request|issue|open an issue|feedback|bug)\b/;

/** Orders to send what belongs to the user somewhere else. */
function sentElsewhere(sentence: Sentence, subject: Subject): ProseMatch | undefined {
  const { text } = sentence;
  if (!text.includes("://") && !text.includes("@") && !OUTSIDE.test(text)) return undefined;
  const verb = imperative(text);
  if (verb === undefined) return undefined;
  const rest = text.slice(verb);
  const secret = SECRETS.test(text);
  if (!secret && !DATA.test(text)) return undefined;
  const targets = addressesIn(text).filter(({ kind }) => kind !== "local" && kind !== "placeholder");
  const strange = targets.filter((address) => isStrange(address, subject));
  const mails = matchesOf(text, MAIL).filter((match) => !PLACEHOLDER_MAIL.test(match[1] ?? ""));
  const outside = OUTSIDE.test(rest);
  if (strange.length === 0 && mails.length === 0 && !outside) return undefined;
  const goesThere =
    outside ||
    /\b(?:to|at|via|using|into|with|through|on|endpoint|url|by|address)\b[^.]{0,80}(?:https?:|ftps?:|wss?:|@|`|\[)|https?:|ftps?:|@/.test(
      rest,
    );
  if (!goesThere) return undefined;
  const drop = strange.some(isSuspicious) || strange.some((address) => !address.secure);
  const own = OWN_API.test(text);
  if (secret && !own)
    return {
      rule: "secret-exfiltration",
      severity: targets.length > 0 || mails.length > 0 || drop ? "critical" : "warn",
      at: verb,
    };
  if (own && !drop) return undefined;
  if (drop) return { rule: "data-exfiltration", severity: "critical", at: verb };
  if (outside && strange.length === 0 && mails.length === 0) {
    return BESIDE.test(text) ? { rule: "data-exfiltration", severity: "warn", at: verb } : undefined;
  }
  return BESIDE.test(text) || mails.length === 0
    ? { rule: "data-exfiltration", severity: "warn", at: verb }
    : undefined;
}

function isStrange(address: Address, { profile }: Subject): boolean {
  if (isSuspicious(address)) return true;
  if (address.kind === "installer" || address.kind === "forge") return false;
  return !isOwn(address, profile) && !isWellKnown(address.host);
}

/** The first word of sending that is an order: at the start of a clause, or after "must", "then", "and", "also" and the like. */
function imperative(text: string): number | undefined {
  for (const match of matchesOf(text, SEND)) {
    const before = text.slice(Math.max(0, match.index - 60), match.index);
    if (ORDER_POSITION.test(before)) return match.index;
  }
  return undefined;
}

const ORDER_POSITION =
  /(?:^|[-–—:;,.!?()|>\]#*`"]\s*|\b(?:and|then|also|please|must|should|will|to|always|first|finally|additionally|afterwards?|silently|secretly|quietly|automatically|immediately|simply|just|now|next|or|you|it|\d\.?|agent|assistant|sure|step|can|need|needs|the|a|by|before|after|with|curl))\s+$|^\s*$|["'`([]$/;

/** A variable or a secret spelled out in a link that the agent is to open or render. */
const SMUGGLED_LINK = /!\[[^\]]{0,80}\]\(https?:\/\/[^)\s]{1,200}[?&/=](?:\{|\$|<|%7b|\[)[^)]{0,120}\)/;

const KEY_FILE =
  /(?:~|\$home|\/root|\/home\/\w+)\/\.(?:ssh|aws|gnupg|netrc|npmrc|pypirc|kube|docker|git-credentials|zsh_history|bash_history|env|config\/(?:gcloud|gh)|openclaw|claude|codex)\b|\bid_(?:rsa|ed25519|ecdsa)\b(?!\.pub)|\/etc\/shadow\b/;

/** Whatever language the sentence is in: a key file and a stranger's address do not belong together. */
function keysBesideAddress(sentence: Sentence, subject: Subject): ProseMatch | undefined {
  const match = sentence.text.includes("://") ? KEY_FILE.exec(sentence.text) : null;
  if (match === null) return undefined;
  const strange = addressesIn(sentence.text).filter(
    (address) => address.kind !== "local" && address.kind !== "placeholder" && isStrange(address, subject),
  );
  if (strange.length === 0) return undefined;
  const certain = strange.some((address) => isSuspicious(address) || isCheap(address.host));
  return { rule: "secret-exfiltration", severity: certain ? "critical" : "warn", at: match.index };
}

/** Keys are named by what their variables end in, and handed over in other words than "send". */
const HANDED_OVER =
  /\b(?:pass|put|hand|enter|paste|feed|supply|write|add|append|give|report|send|include)\b[^;]{0,120}https?:\/\//;
const KEY_NAMES = /_(?:key|token|secret|password)\b/;

function handedOver(sentence: Sentence, subject: Subject): ProseMatch | undefined {
  const { text } = sentence;
  const match = HANDED_OVER.exec(text);
  if (match === null || !KEY_NAMES.test(text) || !/\b(?:all|every|any|each|whose|ending|names?)\b/.test(text))
    return undefined;
  const strange = addressesIn(text).some(
    (address) => address.kind !== "local" && address.kind !== "placeholder" && isStrange(address, subject),
  );
  return strange ? { rule: "secret-exfiltration", severity: "warn", at: match.index } : undefined;
}

export const EXFILTRATION_RULES: readonly ProseRule[] = [
  { needs: 0, pattern: HANDED_OVER, find: handedOver },
  { needs: TOPIC.send, pattern: SEND, find: sentElsewhere },
  { needs: 0, pattern: KEY_FILE, find: keysBesideAddress },
  {
    needs: TOPIC.destination,
    pattern: SMUGGLED_LINK,
    find: (sentence, subject) => {
      const match = SMUGGLED_LINK.exec(sentence.text);
      if (match === null) return undefined;
      const strange = addressesIn(match[0]).some((address) => isStrange(address, subject));
      const carries = SECRETS.test(sentence.text) || DATA.test(sentence.text);
      return strange && carries
        ? { rule: "data-exfiltration", severity: "critical", at: match.index }
        : undefined;
    },
  },
];
