import type { FindingSeverity } from "../../core/findings.js";
import type { Subject } from "../detect.js";
import { type Address, fetchedAddresses, isSuspicious } from "../hosts.js";
import { hasAny, MARK } from "../marks.js";
import { matchesOf } from "../matches.js";
import { isOwn, isRelated } from "../profile.js";
import type { Hit } from "../rules.js";
import { under } from "./stance.js";
import type { Statement } from "./statement.js";

const DOWNLOAD =
  /\b(?:curl|wget|aria2c|iwr|irm|invoke-webrequest|urlretrieve|downloadfile|start-bitstransfer|requests\.get|urlopen|httpx\.get)\b/i;
const INTO =
  /(?:\s-[a-zA-Z]*o(?:\s+|(?=[~$./]))|\s--output(?:-document)?[= ]|\s-O\s+|\s-OutFile\s+|>\s*|urlretrieve\s*\([^,]{1,300},\s*|DownloadFile\s*\([^,]{1,300},\s*|-Destination\s+)["'`]?([\w~$./\\{}:-]{2,160})/gi;
const REMOTE_NAME = /\s-[a-zA-Z]*O[a-zA-Z]*(?:\s|$)|\s--remote-name\b|\bwget\s/;

/** What stands directly before a file when it is run. */
const RUN_WITH =
  /(?:^|[\s;&|(`"'])(?:(?:ba|z|da|k)?sh|source|\.|python[\d.]*|node|perl|ruby|php|open|start|start-process|nohup|exec|installer\s+-pkg|msiexec(?:\.exe)?\s+\/i|dpkg\s+-i|java\s+-jar|osascript|pwsh|powershell(?:\s+-\w+)*(?:\s+-file)?|bash\s+-x|sudo)\s+(?:-\w+\s+)?["']?[\w~$./\\{}:-]*$/i;
const RUN_BARE =
  /(?:^\s*(?:\$\s+)?|[;&|(`]\s*|\bsudo\s+|\bnohup\s+|&&\s*)["']?(?:\.{1,2}[/\\]|\/|~\/|\$\{?\w+\}?\/|%\w+%\\)[\w.$/\\{}-]*$/;
const RUN_CALL =
  /(?:process\.execPath|sys\.executable)\s*,\s*\[?\s*["'`][\w~$./\\{}-]*$|(?:system|run|popen|call|check_call|check_output|exec\w*|spawn\w*|startfile|start)\s*\(\s*\[?\s*(?:["'`][\w./ -]{1,40}["'`]?,?\s*["'`]?)?["'`f]{0,2}[\w~$./\\{}-]*$/i;
/** A script that fetches by itself and then writes the answer to a file. */
const FETCHES =
  /\bhttps?\.(?:get|request)\s*\(|\bfetch\s*\(|\baxios\b|\brequests\.get\b|\burlopen\b|\bhttpx\./;
const WRITES_FILE =
  /\b(?:writeFile(?:Sync)?|createWriteStream|open)\s*\(\s*["'`]([\w~$./\\{}:-]{3,160})["'`]/;
const UNPACKS = /\b(?:curl|wget)\b[^\n|]{1,400}\|\s*(?:sudo\s+)?(?:tar|bsdtar|cpio|funzip)\b/;
const RUNS_HERE = /(?:^\s*|[;&|({]\s*|\b(?:sudo|nohup|exec|bash|sh)\s+)\.\/[\w./-]+/;
const NOT_A_PROGRAM =
  /\.(?:png|jpe?g|gif|webp|svg|mp[34]|wav|ogg|m4a|pdf|html?|json|csv|tsv|txt|md|xml|ya?ml|toml|srt|ics|parquet|sqlite|onnx|gguf|safetensors|ttf|otf|woff2?|key|pem|gpg|asc|list)$/i;

/** A checksum or a signature before the start is what a careful author asks for; whose it is has a person to see. */
const VERIFIES =
  /\b(?:sha(?:1|224|256|384|512)sum|md5sum|b2sum)\b[^\n]{0,120}(?:-c\b|--check)|\bshasum\b[^\n]{0,60}-c\b|\bgpg\b[^\n]{0,60}--verify\b|\bgpgv\s|\bminisign\s+-V|\bcosign\s+verify|\bGet-FileHash\b|\bopenssl\s+dgst\b[^\n]{0,80}-verify\b/;

interface Download {
  readonly statement: Statement;
  readonly addresses: readonly Address[];
}

/** A file is fetched in one place and run in another, in this order, however many lines lie between. */
export function downloadsThatRun(statements: readonly Statement[], subject: Subject): readonly Hit[] {
  const downloads = new Map<string, Download>();
  const hits: Hit[] = [];
  let fetched: Download | undefined;
  let unpacked: Download | undefined;
  const add = (download: Download, statement: Statement, excerpt: string) => {
    const judged = severityOf(download.addresses, subject);
    const isVerified = statements.some(
      ({ index, text }) =>
        index > download.statement.index && index <= statement.index && VERIFIES.test(text),
    );
    const most = isVerified && judged?.certain === false ? "warn" : judged?.severity;
    const severity = judged && most && under(statement, subject, most, judged.certain);
    if (severity !== undefined)
      hits.push({ rule: "download-then-execute", severity, line: statement.line, excerpt });
  };
  for (const statement of statements) {
    if (statement.region !== "code" && !hasAny(statement.marks, MARK.backtick)) continue;
    const { text } = statement;
    if (unpacked !== undefined && unpacked.statement.block === statement.block && RUNS_HERE.test(text)) {
      add(unpacked, statement, `${unpacked.statement.text.trim()} … ${text.trim()}`);
      unpacked = undefined;
    }
    const piped = UNPACKS.exec(text);
    if (piped !== null) {
      const download = { statement, addresses: fetchedAddresses(piped[0]) };
      if (RUNS_HERE.test(text.slice(piped.index + piped[0].length))) add(download, statement, text);
      else unpacked = download;
    }
    if (statement.region === "code" && FETCHES.test(text))
      fetched = { statement, addresses: fetchedAddresses(text) };
    const written = fetched?.statement.block === statement.block ? WRITES_FILE.exec(text)?.[1] : undefined;
    if (fetched !== undefined && written !== undefined && !NOT_A_PROGRAM.test(written)) {
      const name = written.split(/[/\\]/).at(-1) ?? written;
      // Often all of it is one call with callbacks: fetched, written and run in a single statement.
      if (runs(text.slice(text.indexOf(written) + written.length), name, false))
        add(fetched, statement, text);
      else downloads.set(name, fetched);
    }
    for (const [name, download] of downloads) {
      if (!runs(text, name, statement === download.statement)) continue;
      downloads.delete(name);
      add(download, statement, `${download.statement.text.trim()} … ${text.trim()}`);
    }
    if (downloads.size < 50 && DOWNLOAD.test(text)) {
      const addresses = fetchedAddresses(text);
      for (const name of namesOf(text, addresses)) {
        const download = { statement, addresses };
        if (NOT_A_PROGRAM.test(name)) continue;
        // Fetched and run by the same line: `curl -o a … && sh a`.
        const address = addresses[0]?.url ?? name;
        const after = text.slice(text.indexOf(address) + address.length);
        const judged = runs(after, name, false) ? severityOf(addresses, subject) : undefined;
        const most = judged?.certain === false && VERIFIES.test(text) ? "warn" : judged?.severity;
        const severity = judged && most && under(statement, subject, most, judged.certain);
        if (severity !== undefined)
          hits.push({ rule: "download-then-execute", severity, line: statement.line, excerpt: text });
        else downloads.set(name, download);
      }
    }
  }
  return hits;
}

function namesOf(text: string, addresses: readonly Address[]): readonly string[] {
  const names: string[] = [];
  for (const match of matchesOf(text, INTO)) {
    const parts = (match[1] ?? "").replace(/\/+$/, "").split(/[/\\]/);
    const last = parts.at(-1) ?? "";
    // One letter alone is everywhere in a script; with its folder it is a file.
    const name = last.length >= 2 ? last : parts.slice(-2).join("/");
    if (name.length >= 2 && name !== "null" && !name.startsWith("http")) names.push(name);
  }
  if (names.length === 0 && REMOTE_NAME.test(text)) {
    for (const address of addresses) {
      const name = address.url.split(/[?#]/)[0]?.split("/").at(-1) ?? "";
      if (name.length >= 2 && address.path.length > 1) names.push(name);
    }
  }
  return names.flatMap((name) => [name, ...unpacked(name)]);
}

/** `agent.tar.gz` unpacks to something under `agent/`. */
function unpacked(name: string): readonly string[] {
  const stem = /^(.{3,}?)\.(?:tar\.\w{1,4}|tgz|txz|zip|7z|rar)$/i.exec(name)?.[1];
  return stem === undefined ? [] : [`${stem}/`];
}

function runs(text: string, name: string, sameStatement: boolean): boolean {
  if (sameStatement) return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const next = text[at + name.length] ?? " ";
    if (/[\w]/.test(next) && !name.endsWith("/")) continue;
    const before = text.slice(Math.max(0, at - 100), at);
    if (RUN_WITH.test(before) || RUN_BARE.test(before) || RUN_CALL.test(before)) {
      // `chmod +x file` and `mv file ~/bin` make a program ready; they don't run it.
      if (
        !/\b(?:chmod|mv|cp|rm|ls|tar|unzip|cat|install|file|sha256sum|shasum|gpg|xattr)\s[^;&|]*$/.test(
          before,
        )
      )
        return true;
    }
  }
  return false;
}

function severityOf(
  addresses: readonly Address[],
  { profile }: Subject,
): { readonly severity: FindingSeverity; readonly certain: boolean } | undefined {
  if (addresses.some(isSuspicious)) return { severity: "critical", certain: true };
  const outside = addresses.filter(({ kind }) => kind !== "local");
  if (addresses.length > 0 && outside.length === 0) return undefined;
  if (outside.some((address) => !address.secure && address.kind !== "placeholder"))
    return { severity: "critical", certain: false };
  if (outside.length > 0 && outside.every(({ kind }) => kind === "installer")) return undefined;
  const foreign = outside.filter(
    (address) => address.kind !== "installer" && !(address.kind === "forge" && isRelated(address, profile)),
  );
  if (outside.length > 0 && foreign.length === 0) return undefined;
  const unknown = foreign.some(
    (address) => address.kind === "unknown" && !isOwn(address, profile) && !isRelated(address, profile),
  );
  return { severity: unknown ? "critical" : "warn", certain: false };
}
