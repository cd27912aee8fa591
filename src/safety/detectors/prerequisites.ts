import type { Subject } from "../detect.js";
import { type Address, addressesIn, hostWords, isSuspicious } from "../hosts.js";
import { isLinked } from "../marks.js";
import { isRelated } from "../profile.js";
import type { Hit } from "../rules.js";
import type { Line } from "../segment.js";

const GET =
  /\b(?:download|get|grab|fetch|install|visit|obtain|go to|navigate|open|from|available at|head to|click)\b/i;
const PROGRAM_LINK =
  /\.(?:zip|rar|7z|exe|dmg|pkg|msi|scr|bat|ps1|command|app|deb|rpm|jar|iso|cmd|vbs|run|appimage)(?:$|[?#)\]\s`"'])/i;
const PROGRAM_WORD = /\b[\w-]{2,40}\.(?:exe|dmg|pkg|msi|scr|bat|ps1|command|vbs|jar|appimage)\b/i;
const START =
  /\b(?:run|execute|launch|open|double[- ]click|start|install)\b[^.]{0,60}\b(?:it|file|executable|installer|utility|exe|app|application|binary|program|script|tool|agent|setup|package)\b|\b(?:run|execute|launch|double[- ]click|start)\s+[`*"']*[\w-]+(?:\.exe|\.app|\.pkg)?/i;
const LOCKED =
  /\b(?:pass(?:word|phrase|code|wd)?|pw|pwd)\b\s*(?:is|for\s+\w+\s+is|[:=–-])?\s*[`"'*(]*\s*[\w!@#$%^&*.-]{2,40}|\bpassword[- ]protected\b|\bencrypted (?:archive|zip)\b|\bprotected with (?:a |the )?pass/i;
const ARCHIVE = /\b(?:extract|unzip|unpack|decompress|archive|zip|rar|7z|unrar|7-zip)\b/i;
const PASTE =
  /\b(?:copy|paste|run|enter|type|execute)\b[^.]{0,80}\b(?:into|in|to|inside|using|from|via)\b[^.]{0,30}\b(?:terminal|command prompt|powershell|console|shell|cmd|command line)\b|\bcopy\b[^.]{0,60}\b(?:script|command|code|snippet)\b[^.]{0,80}\b(?:paste|run|execute)\b/i;
const DEMAND =
  /\b(?:must|required?|requires|mandatory|important|prerequisites?|before (?:using|you|proceeding|continuing|the skill|running|starting|first)|will not (?:work|function)|won't work|does not work without|doesn't work without|needs? (?:to be|the)|necessary|first step|without (?:it|this|the)|critical|essential|has to be|make sure)\b/i;
const FREE_HOSTING =
  /\.(?:vercel\.app|netlify\.app|pages\.dev|github\.io|web\.app|firebaseapp\.com|workers\.dev|herokuapp\.com|onrender\.com|glitch\.me|repl\.co|surge\.sh|blogspot\.com|weebly\.com|wixsite\.com|000webhostapp\.com|r2\.dev|b-cdn\.net|duckdns\.org)$/;
/** Mostly manuals of open-source tools. */
const PAGES = /\.github\.io$/;
const UNLOCK_COMMAND =
  /\b(?:unzip\s+(?:-\w+\s+)*-P\s*\S+|7z[az]?\s+[xe]\s+(?:\S+\s+)*-p\S+|unrar\s+[xe]\s+(?:\S+\s+)*-p\S+|setpassword\s*\()/i;
/** Names that borrow the platform's own. */
const BORROWED =
  /\b(?:openclaw|clawhub|clawdbot|moltbot|claude|codex)[-_ ]?(?:agent|core|cli|tool|driver|helper|provider|setup|auth\w*|runtime|connector|bridge|utility|client|installer|service)\b/i;

const BUTTON = /\b(?:click|press|hit|tap)\b[^.\n]{0,40}\b(?:button|download|install)\b/i;
const REACH = 5;

/** Downloads and pasted commands that a text demands before its skill "works". */
export function prerequisites(subject: Subject): readonly Hit[] {
  const hits: Hit[] = [];
  const { lines } = subject;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined || line.text.length < 6) continue;
    const isCode = line.region === "code";
    const hasLink = isLinked(line);
    const unlocks = isCode && UNLOCK_COMMAND.test(line.text);
    if (isCode && !unlocks) continue;
    if (!unlocks && !hasLink && !(ARCHIVE.test(line.text) && LOCKED.test(line.text))) continue;
    const hit = judge(line, index, subject);
    if (hit !== undefined) hits.push(hit);
  }
  return hits;
}

function judge(line: Line, index: number, subject: Subject): Hit | undefined {
  const near = around(subject.lines, index);
  const own = addressesIn(line.text);
  const hit = (rule: Hit["rule"], severity: Hit["severity"]): Hit => ({
    rule,
    severity,
    line: line.number,
    excerpt: line.text,
  });
  const forbids =
    /\b(?:never|don't|do not|avoid|beware|malicious|attackers?|red flags?|suspicious|scam)\b/i.test(near);
  if (forbids && subject.profile.defensive) return undefined;

  if (passwordNearArchive(near) && fetchesProgram(near)) {
    return hit("password-protected-archive", forbids ? "warn" : "critical");
  }
  if (UNLOCK_COMMAND.test(line.text)) {
    return /\b(?:curl|wget|download)\b/i.test(near)
      ? hit("password-protected-archive", "critical")
      : undefined;
  }
  const strange = own.filter((address) => isStrange(address, near, subject));
  if (strange.length === 0) return undefined;
  if (PASTE.test(near) && (strange.some(isSuspicious) || /\b(?:visit|go to|open|copy)\b/i.test(line.text))) {
    return hit("fake-prerequisite", forbids ? "warn" : "critical");
  }
  const demanded = DEMAND.test(near) || /prerequisite|requirement|setup|install|before/i.test(line.heading);
  const programLink = strange.some(({ path }) => PROGRAM_LINK.test(path));
  if (GET.test(line.text) && programLink && START.test(near)) {
    return hit("fake-prerequisite", demanded && !forbids ? "critical" : "warn");
  }
  if (!demanded || !GET.test(line.text)) return undefined;
  if (BUTTON.test(near) && START.test(near)) return hit("fake-prerequisite", "warn");
  if (
    strange.some(
      (address) => isSuspicious(address) || (FREE_HOSTING.test(address.host) && !PAGES.test(address.host)),
    )
  )
    return hit("fake-prerequisite", "warn");
  return BORROWED.test(line.text) && START.test(near)
    ? hit("fake-prerequisite", "warn")
    : programLink
      ? hit("fake-prerequisite", "warn")
      : undefined;
}

function fetchesProgram(text: string): boolean {
  const links = addressesIn(text).filter(({ kind }) => kind !== "local" && kind !== "placeholder");
  if (links.length === 0 || !GET.test(text)) return false;
  const isProgram = links.some(({ path }) => PROGRAM_LINK.test(path)) || PROGRAM_WORD.test(text);
  return isProgram || UNLOCK_COMMAND.test(text);
}

function passwordNearArchive(text: string): boolean {
  return ARCHIVE.test(text) && LOCKED.test(text) && /\bpass|\bpw\b|\bpwd\b/i.test(text);
}

/** Neither the skill's own service, nor one that the sentence itself names, nor a known publisher. */
function isStrange(address: Address, near: string, { profile }: Subject): boolean {
  if (isSuspicious(address)) return true;
  if (address.kind === "installer" || address.kind === "local" || address.kind === "placeholder")
    return false;
  if (address.kind === "forge") return PROGRAM_LINK.test(address.path) && !isRelated(address, profile);
  if (isRelated(address, profile) && !FREE_HOSTING.test(address.host)) return false;
  if (FREE_HOSTING.test(address.host)) return true;
  // A program over plain http is strange under any name; else a host that bears the product's name is expected.
  if (!address.secure && PROGRAM_LINK.test(address.path)) return true;
  const lower = near.replace(/https?:\S+/g, " ").toLowerCase();
  return !hostWords(address.host).some((word) => lower.includes(word));
}

/** The lines around, up to the next heading on either side. */
function around(lines: readonly Line[], index: number): string {
  const own = lines[index];
  const parts: string[] = [];
  for (let at = Math.max(0, index - REACH); at <= index + REACH && at < lines.length; at += 1) {
    const line = lines[at];
    if (line !== undefined && line.heading === own?.heading) parts.push(line.text.slice(0, 600));
  }
  return parts.join("\n");
}
