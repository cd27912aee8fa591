import type { FindingSeverity } from "../../core/findings.js";
import type { Subject } from "../detect.js";
import { fetchedAddresses, isSuspicious } from "../hosts.js";
import { isRelated } from "../profile.js";
import type { Hit } from "../rules.js";
import { under } from "./stance.js";
import { pipelineOf, quotedCommands, type Statement } from "./statement.js";

const FETCHER =
  /\b(?:curl|wget|aria2c|lwp-request|iwr|irm|invoke-webrequest|invoke-restmethod)\b|\b(?:fetch|https?|lynx)\s+(?:-\S+\s+)*https?:/i;
const TARGET =
  /https?:|ftp:|\$[\w{(]|<[a-z]|["'][^"']+["']|\b[\w-]+\.[a-z]{2,}(?:\/|\b)|\b\d{1,3}(?:\.\d{1,3}){3}\b/i;
const DECODER =
  /^\s*(?:base64\s+(?:-\w*[dD]\w*|--decode)|openssl\s+(?:enc|base64)\b.*\s-d\b|xxd\s+(?:-\w+\s+)*-r|gunzip|zcat|gzip\s+-\w*d|xz\s+-\w*d|rev\b|tac\b|tr\s|uudecode|perl\s+-pe|python3?\s+-c\s.{0,80}decode)/i;
const PREFIXES =
  /^(?:[\s({$>!"'`]|(?:sudo|doas|env|nohup|exec|command|time|nice|setsid|then|do|xargs|busybox)\b(?:\s+-{1,2}[\w=-]+(?:\s+(?=-))?)*|[A-Za-z_]\w*=\S*\s)+/;
const INTERPRETER =
  /^(?:\/[\w./-]*\/)?(sh|bash|zsh|dash|ksh|fish|ash|python[\d.]*|node|perl|ruby|php|osascript|pwsh|powershell|iex|invoke-expression|source\s+\/dev\/stdin|deno\s+run\s+-|bun\s+run\s+-)(?=$|[\s;&)"'`.,}]|\\n)(.*)$/is;
/** Options with which an interpreter runs its own argument and only reads data from the pipe. */
const OWN_PROGRAM = /^\s*(?:-\w+\s+)*-(?:c|e|m|n|p|pe|ne|r|E|l?n?e|-eval|-print)\b/;

/** The other spellings of the same thing: the shell is given what was fetched. */
const SUBSTITUTED =
  /(?:(?:^|[\s;&|("'`])(?:ba|z|da|k|a)?sh\b(?:\s+-\w+)*\s+(?:<\(|["']?\$\(|["']?`)|\b(?:eval|source)\s+(?:<\(|["']?\$\(|["']?`)|(?:^|[\s;&|])\.\s+<\(|\b(?:python[\d.]*|node|perl|ruby)\s+-[ce]\s+["']?(?:\$\(|`)|<<<\s*["']?\$\()\s*(?:sudo\s+)?(?:curl|wget)\b/i;
const POWERSHELL_EVAL =
  /\b(?:iex|invoke-expression)\b[^\n]{0,200}(?:downloadstring|iwr|irm|invoke-webrequest|invoke-restmethod|net\.webclient|curl|wget)|downloadstring\s*\([^)]{0,200}\)\s*\|\s*iex/i;
const SUBSTITUTED_DECODE =
  /(?:\b(?:eval|source)\b|(?:ba|z|da|k)?sh\b(?:\s+-\w+)*)\s*(?:<<<\s*)?["']?(?:\$\(|`|<\()[^)`]{0,1500}(?:base64\s+(?:-\w*[dD]\b|--decode)|xxd\s+(?:-\w+\s+)*-r|openssl\s+(?:enc|base64)[^|)]{0,60}-d|\brev\b|printf\s+["']?\\(?:x|[0-7]))/i;

/** Without one of these nothing is fetched or decoded. */
export const SUPPLIES =
  /\b(?:curl|wget|aria2c|lwp-request|i[wr]r|irm|invoke-\w+|fetch|https?|lynx|downloadstring|base64|openssl|xxd|gunzip|zcat|gzip|xz|rev|tac|tr|uudecode|decode|printf)\b/i;

/** Network answers or decoded text that go straight into an interpreter. */
export function pipeToShell(statement: Statement, subject: Subject): readonly Hit[] {
  if (!SUPPLIES.test(statement.text)) return [];
  const hits: Hit[] = [];
  const isTable = statement.region === "prose" && statement.text.trimStart().startsWith("|");
  const texts = isTable
    ? quotedCommands(statement.text)
    : [statement.text, ...quotedCommands(statement.text)];
  for (const text of texts) {
    const hit = judge(text, statement, subject);
    if (hit !== undefined) hits.push(hit);
    if (hit?.severity === "critical") break;
  }
  return hits;
}

function judge(text: string, statement: Statement, subject: Subject): Hit | undefined {
  const stages = pipelineOf(text);
  const shell = stages.findIndex((stage, index) => index > 0 && feedsInterpreter(stage));
  const before = shell < 0 ? [] : stages.slice(0, shell);
  const decoded = before.some((stage) => DECODER.test(stage)) || SUBSTITUTED_DECODE.test(text);
  const fetched =
    before.some((stage) => fetches(stage, statement)) || SUBSTITUTED.test(text) || POWERSHELL_EVAL.test(text);
  if (decoded && (shell >= 0 || SUBSTITUTED_DECODE.test(text))) {
    const severity = under(statement, subject, "critical", true);
    if (severity !== undefined) return hitOf("obfuscated-payload", severity, statement);
  }
  if (!fetched) return undefined;
  const judged = severityOf(text, subject);
  if (judged === undefined) return undefined;
  const severity = under(statement, subject, judged.severity, judged.certain);
  return severity === undefined ? undefined : hitOf("shell-pipe-to-shell", severity, statement);
}

function fetches(stage: string, statement: Statement): boolean {
  const fetcher = FETCHER.exec(stage);
  if (fetcher === null) return false;
  return statement.region === "code" || TARGET.test(stage.slice(fetcher.index));
}

function feedsInterpreter(stage: string): boolean {
  const match = INTERPRETER.exec(stage.replace(PREFIXES, "").trim());
  if (match === null) return false;
  const rest = match[2] ?? "";
  if (OWN_PROGRAM.test(rest)) return false;
  // `python3 report.py` reads the pipe as data; `bash -s -- arguments` runs it.
  return !/^\s+[\w~./$][\w./-]*\.(?:py|js|mjs|sh|rb|pl|php|ts)\b/.test(rest);
}

function severityOf(
  text: string,
  { profile }: Subject,
): { readonly severity: FindingSeverity; readonly certain: boolean } | undefined {
  const addresses = fetchedAddresses(text);
  if (addresses.some(isSuspicious)) return { severity: "critical", certain: true };
  const outside = addresses.filter(({ kind }) => kind !== "local");
  if (addresses.length > 0 && outside.length === 0) return undefined;
  if (outside.some((address) => !address.secure)) return { severity: "critical", certain: false };
  if (outside.length > 0 && outside.every(({ kind }) => kind === "installer")) return undefined;
  const strange = outside.filter(({ kind }) => kind === "unknown");
  const unrelated = strange.filter((address) => !isRelated(address, profile));
  // Forges, placeholders and the skill's own service are for a person to decide.
  return { severity: unrelated.length > 0 ? "critical" : "warn", certain: false };
}

function hitOf(rule: Hit["rule"], severity: FindingSeverity, statement: Statement): Hit {
  return { rule, severity, line: statement.line, excerpt: statement.text };
}
