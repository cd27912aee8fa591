import type { FindingSeverity } from "../../core/findings.js";
import type { Subject } from "../detect.js";
import { type Address, addressesIn, fetchedAddresses, isSuspicious, isWellKnown } from "../hosts.js";
import { hasAny, MARK } from "../marks.js";
import { matchesOf } from "../matches.js";
import { patternGate } from "../pattern-gate.js";
import { isOwn, isRelated } from "../profile.js";
import type { Hit, RuleId } from "../rules.js";
import {
  EXECUTE_SINK,
  misdirected,
  NETWORK_SINK,
  type SourceKind,
  secretVariables,
  sourcesIn,
} from "./secrets.js";
import { under } from "./stance.js";
import type { Statement } from "./statement.js";

const ASSIGNMENT =
  /^\s*(?:export\s+|local\s+|readonly\s+|const\s+|let\s+|var\s+|my\s+|async\s+)*\$?([A-Za-z_]\w{0,60})(?:\s*:\s*[\w[\]<>., |]{1,60})?\s*\+?=\s*(?![=>])(.+)$/s;
const DESTRUCTURED = /^\s*(?:const|let|var)\s+[{[]\s*([^}\]=]{1,200})[}\]]\s*=\s*(.+)$/s;
const OPENED = /\bwith\s+(.{1,300}?)\s+as\s+(\w{1,60})/s;
const LOOPED = /\bfor\s+(?:const\s+|let\s+)?[([]?\s*([\w\s,]{1,100}?)[)\]]?\s+(?:in|of)\s+(.+)$/s;
const FUNCTION =
  /^\s*(?:async\s+)?(?:def|function)\s+(\w{1,60})\s*\(|^\s*(?:const|let|var)\s+(\w{1,60})\s*=\s*(?:async\s*)?(?:\([^)]{0,200}\)|\w+)\s*=>/;
const RETURNED = /^\s*return\b(.+)$/s;
const WRITTEN =
  /(?:>>?|\btee\s+(?:-a\s+)?|-o\s+|--output\s+|-O\s+|-OutFile\s+|\b(?:tar|zip)\s+-?[a-z]*\s+)\s*["']?([\w~$./{}-]{3,120})/gi;
const COPIED =
  /\b(?:copy2?|copyfile|copyFile(?:Sync)?|move|cp|Copy-Item)\b\s*\(?\s*[^\s,]{1,200}[\s,]+["']?([\w~$./{}-]{1,120})/;
const READS_NETWORK =
  /\b(?:requests|httpx)\.(?:get|post)\s*\(|\burlopen\s*\(|\bfetch\s*\(|\baxios\b|\b(?:curl|wget)\s+[^|]*(?:https?:|\$)|urlretrieve|DownloadString|Invoke-WebRequest|\bhttps?["']?\)?\.get\s*\(|["'`]wss?:\/\//i;
const DECODES =
  /b64decode\s*\(|\batob\s*\(|["']base64["']\s*\)|\bfromhex\s*\(|unhexlify\s*\(|base64\s+(?:-d|-D|--decode)|decompress\s*\(|FromBase64String|\[::-1\]|rot_?13|fromCharCode/i;

interface Taint {
  /** Which names hold what. */
  readonly kinds: ReadonlyMap<string, ReadonlySet<SourceKind>>;
  /** Which secret variables a name was read from. */
  readonly secrets: ReadonlyMap<string, readonly string[]>;
}

const possibleIn = patternGate([NETWORK_SINK, EXECUTE_SINK]);

interface Block {
  readonly statements: readonly Statement[];
  readonly text: string;
  readonly subject: Subject;
  /** Whether something in it may send, or run what it is given. */
  network: boolean;
  execution: boolean;
}

/** Follows secrets to the network and foreign code to an interpreter, through variables and files, within one block. */
export function flows(
  subjects: readonly Subject[],
  statements: readonly (readonly Statement[])[],
): readonly (readonly Hit[])[] {
  const own = subjects.map((subject, at) => blocksOf(statements[at] ?? [], subject));
  const blocks = own.flat();
  const [sending = [], running = []] = possibleIn(blocks.map(({ text }) => text));
  for (const place of sending) {
    const block = blocks[place];
    if (block !== undefined) block.network = NETWORK_SINK.test(block.text);
  }
  for (const place of running) {
    const block = blocks[place];
    if (block !== undefined) block.execution = runsSomething(block.text);
  }
  return own.map((some) => some.filter(({ network, execution }) => network || execution).flatMap(flowsIn));
}

function runsSomething(text: string): boolean {
  return EXECUTE_SINK.test(text) && (READS_NETWORK.test(text) || DECODES.test(text));
}

function flowsIn({ statements, text, subject, network, execution }: Block): readonly Hit[] {
  const hits: Hit[] = [];
  // Nothing to follow when the block takes nothing in its hands.
  const follow = execution || sourcesIn(text).size > 0 || secretVariables(text).length > 0;
  const taint = follow ? spread(statements) : UNTAINTED;
  let known: readonly Address[] | undefined;
  const constants = () => {
    known ??= statements.flatMap((statement) => addressesIn(statement.text));
    return known;
  };
  for (const statement of statements) {
    const hit =
      (network ? sentOut(statement, taint, constants, subject) : undefined) ??
      (execution ? executed(statement, taint, subject) : undefined);
    if (hit !== undefined) hits.push(hit);
  }
  const beside = network && hits.length === 0 ? besideEachOther(statements, constants(), subject) : undefined;
  return beside === undefined ? hits : [beside];
}

/** No way from the keys to the network could be followed, but a script that holds both deserves a look. */
function besideEachOther(
  block: readonly Statement[],
  targets: readonly Address[],
  subject: Subject,
): Hit | undefined {
  const strange = targets.some(
    (address) =>
      address.kind !== "local" &&
      address.kind !== "placeholder" &&
      !isOwn(address, subject.profile) &&
      !isWellKnown(address.host),
  );
  const source = strange
    ? block.find(
        ({ region, text }) => region === "code" && sourcesIn(text).has("credentials") && !WRITES.test(text),
      )
    : undefined;
  return source && report("secret-exfiltration", "warn", source, subject, false);
}

/** A file that is written is not read. */
const WRITES = /\.write_(?:text|bytes)\s*\(|\bwriteFile(?:Sync)?\s*\(/;

/** A script is one block; so is each code block of a document. A line of prose stands alone, when it holds a command. */
function blocksOf(statements: readonly Statement[], subject: Subject): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < statements.length; ) {
    const first = statements[at];
    if (first === undefined) break;
    let end = at + 1;
    if (first.region === "code")
      while (statements[end]?.region === "code" && statements[end]?.block === first.block) end += 1;
    if (first.region === "code" || mayCommand(first)) {
      const own = statements.slice(at, end);
      const text = own.length === 1 ? first.text : own.map((statement) => statement.text).join("\n");
      blocks.push({ statements: own, text, subject, network: false, execution: false });
    }
    at = end;
  }
  return blocks;
}

const UNTAINTED: Taint = { kinds: new Map(), secrets: new Map() };

/** Which names hold what. Two rounds, so that a helper defined below its use is seen. */
function spread(block: readonly Statement[]): Taint {
  const kinds = new Map<string, Set<SourceKind>>();
  const secrets = new Map<string, readonly string[]>();
  const taint: Taint = { kinds, secrets };
  if (block.length > 4000) return taint;
  const add = (name: string, found: ReadonlySet<SourceKind>) => {
    if (found.size === 0 || name.length < 1) return;
    const known = kinds.get(name) ?? new Set();
    for (const kind of found) known.add(kind);
    kinds.set(name, known);
  };
  const parts = block.map(({ text }) => partsOf(text));
  for (let round = 0; round < 2; round += 1) {
    let within = "";
    for (const { text, direct, assigned, opens, ownSecrets, words } of parts) {
      if (opens !== "") within = opens;
      if (assigned !== null && (ownSecrets.length > 0 || secrets.size > 0)) {
        const names = [...ownSecrets, ...secretsNamed(assigned[2] ?? "", taint)];
        if (names.length > 0) secrets.set(assigned[1] ?? "", names);
      }
      const found = kinds.size === 0 ? direct : withWords(direct, words(), taint);
      if (found.size === 0) continue;
      if (assigned !== null) add(assigned[1] ?? "", kindsOf(assigned[2] ?? "", taint));
      const pattern = DESTRUCTURED.exec(text);
      if (pattern !== null) for (const name of (pattern[1] ?? "").split(/\W+/)) add(name, found);
      const file = OPENED.exec(text);
      if (file !== null) add(file[2] ?? "", kindsOf(file[1] ?? "", taint));
      const loop = LOOPED.exec(text);
      if (loop !== null)
        for (const name of (loop[1] ?? "").split(/\W+/)) add(name, kindsOf(loop[2] ?? "", taint));
      for (const written of matchesOf(text, WRITTEN)) add(written[1] ?? "", found);
      const copied = COPIED.exec(text);
      if (copied !== null) add(copied[1] ?? "", found);
      if (within !== "" && RETURNED.test(text)) add(within, found);
      const pushed = /\b(\w{1,60})\.(?:append|push|update|add|write|extend)\s*\(/.exec(text);
      if (pushed !== null) add(pushed[1] ?? "", found);
      const keyed = /^\s*(\w{1,60})\s*\[[^\]]{1,80}\]\s*=(?!=)/.exec(text);
      if (keyed !== null) add(keyed[1] ?? "", found);
    }
  }
  return taint;
}

/** What both rounds want to know of a statement, found once. */
function partsOf(text: string) {
  const assigned = text.includes("=") ? ASSIGNMENT.exec(text) : null;
  const opened = /def |function|=>/.test(text) ? FUNCTION.exec(text) : null;
  let split: readonly string[] | undefined;
  return {
    text,
    direct: directKinds(text),
    assigned,
    opens: opened?.[1] ?? opened?.[2] ?? "",
    ownSecrets: assigned === null ? [] : secretVariables(assigned[2] ?? ""),
    words: () => {
      split ??= wordsOf(text);
      return split;
    },
  };
}

function kindsOf(text: string, taint: Taint): ReadonlySet<SourceKind> {
  const direct = directKinds(text);
  return taint.kinds.size === 0 ? direct : withWords(direct, wordsOf(text), taint);
}

/** What a text takes by itself. */
function directKinds(text: string): ReadonlySet<SourceKind> {
  const found = new Set(sourcesIn(text));
  if (READS_NETWORK.test(text)) found.add("network");
  if (DECODES.test(text)) found.add("decoded");
  return found;
}

/** The same, and what it takes through the names it uses. */
function withWords(
  direct: ReadonlySet<SourceKind>,
  words: readonly string[],
  taint: Taint,
): ReadonlySet<SourceKind> {
  const found = new Set(direct);
  for (const word of words) for (const kind of taint.kinds.get(word) ?? []) found.add(kind);
  return found;
}

/** Secret variables that reach a text through the names it uses. */
function secretsNamed(text: string, taint: Taint): readonly string[] {
  if (taint.secrets.size === 0) return [];
  return wordsOf(text).flatMap((word) => taint.secrets.get(word) ?? []);
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[^\w~$./{}-]+|(?<=\w)\.(?=\w)|[${}]/);
}

function sentOut(
  statement: Statement,
  taint: Taint,
  constants: () => readonly Address[],
  subject: Subject,
): Hit | undefined {
  const { text } = statement;
  if (!NETWORK_SINK.test(text)) return undefined;
  const direct = sourcesIn(text);
  const kinds = kindsOf(text, taint);
  const literal = fetchedAddresses(text);
  const targets = literal.length > 0 ? literal : constants();
  if (targets.length > 0 && targets.every(({ kind }) => kind === "local")) return undefined;
  const drop = targets.some(isSuspicious);
  const related = targets.length > 0 && targets.every((address) => isRelated(address, subject.profile));

  if (kinds.has("environment") || kinds.has("credentials")) {
    const isMention = statement.region !== "code" && !isInlineCommand(text);
    if (!isMention) {
      const weak = !drop && (related || targets.length === 0);
      return report("secret-exfiltration", weak ? "warn" : "critical", statement, subject, !weak);
    }
  }
  for (const name of [...secretVariables(text), ...secretsNamed(text, taint)]) {
    const wrong = targets
      .map((address) => misdirected(name, address, subject.profile))
      .find((value) => value !== undefined);
    if (wrong !== undefined) {
      const severity = wrong === "resembling" ? "warn" : "critical";
      return report("secret-exfiltration", severity, statement, subject, wrong === "drop");
    }
  }
  if (kinds.has("settings") && (drop || (direct.has("settings") && UPLOADS.test(text) && !related))) {
    return report("secret-exfiltration", "critical", statement, subject, drop);
  }
  if ((kinds.has("folders") || UPLOADS.test(text)) && drop && statement.region === "code") {
    return report("data-exfiltration", kinds.has("folders") ? "critical" : "warn", statement, subject, true);
  }
  const strange = targets.filter(
    (address) => address.kind === "unknown" && !isOwn(address, subject.profile) && !isWellKnown(address.host),
  );
  if (strange.length === 0 || statement.region !== "code") return undefined;
  const unrelated = strange.some((address) => !isRelated(address, subject.profile));
  return PACKED.test(text) ||
    (UPLOADS.test(text) && kinds.has("folders")) ||
    (unrelated && SENDS_FILE.test(text))
    ? report("data-exfiltration", "warn", statement, subject, false)
    : undefined;
}

/** A whole folder, packed on the way out. */
const PACKED = /\b(?:tar|zip|7z)\b[^\n]{0,300}\|[^\n]{0,300}\b(?:curl|wget|nc|ncat|ssh)\b/;
/** A file of this machine in the body of a request. */
const SENDS_FILE =
  /\bcurl\b[^\n]{0,300}(?:\s-F\s*["']?[\w-]+=@|\s(?:-d|--data(?:-binary|-raw)?)[ =]?["']?@|\s-T\s|--upload-file)|--post-file|\bfiles\s*=\s*[{[]|\.upload_file\s*\(|UploadFile\s*\(|-InFile\s/i;

/** The file itself is sent, not something computed with it. */
const UPLOADS =
  /@|\bcat\s[^|]*\||--upload-file|\s-T\s|--post-file|--body-file|<\s*[~./$\w]|\$\(\s*cat\b|files\s*=|read\(\)|readFile|createReadStream|\bscp\b|\brsync\b|\bs3\s+cp\b|-InFile|UploadFile|\btar\b|\bzip\b|base64/i;

function mayCommand({ text, marks }: Statement): boolean {
  return hasAny(marks, MARK.backtick | MARK.dash | MARK.slash) && isInlineCommand(text);
}

function isInlineCommand(text: string): boolean {
  if (!text.includes("`") && !text.includes("-") && !text.includes("/")) return false;
  return /`[^`]{6,}`|\b(?:curl|wget|nc|scp)\s+-?\S/.test(text);
}

/** `run(["python3", file])`: the file that an interpreter is given. */
const INTERPRETED =
  /\b(?:run|call|Popen|check_call|check_output|spawn\w*|execFile\w*|execv\w*)\s*\(\s*\[?\s*["'`](?:python[\d.]*|(?:ba|z|da)?sh|node|perl|ruby|pwsh|powershell)["'`]\s*,\s*\[?\s*(\w{1,60})/;

/** A callback that hands what arrived to a shell or an evaluator; `pattern.exec(line)` is neither. */
const RUNS_ANSWER =
  /(?:(?<![.\w])(?:eval|exec|execSync)|child_process["']?\)?\.exec(?:Sync)?|\bcp\.exec(?:Sync)?)\s*\(\s*\w{1,40}(?:\.toString\(\w*\))?\s*[,)]/;

function executed(statement: Statement, taint: Taint, subject: Subject): Hit | undefined {
  const { text } = statement;
  const sink = EXECUTE_SINK.exec(text);
  if (sink === null || statement.region !== "code") return undefined;
  const kinds = kindsOf(text.slice(sink.index), taint);
  // Handing a fetched value to a program as an argument is ordinary; being the program is not.
  const runsText =
    /\b(?:eval|exec|Function|compile|runIn\w+|Invoke-Expression|iex)\s*\(|\beval\s|-c\b|\b(?:(?:ba|z|da)?sh|python3?|node|perl|ruby)\b[^\n|;]{0,20}<<<|\|\s*(?:ba|z|da)?sh\b|\bsystem\s*\(\s*\w+\s*\)|shell\s*=\s*True/.test(
      text,
    );
  const handed = INTERPRETED.exec(text)?.[1];
  if (handed !== undefined && taint.kinds.get(handed)?.has("network") === true) {
    return report("download-then-execute", "critical", statement, subject, false);
  }
  if (READS_NETWORK.test(text.slice(0, sink.index)) && RUNS_ANSWER.test(text))
    return report("dynamic-code-execution", "critical", statement, subject, false);
  if (!runsText) return undefined;
  if (kinds.has("decoded") && !/\.(?:test|match|exec)\s*\(\s*\w*\s*\)$/.test(text)) {
    return report(
      "obfuscated-payload",
      /\.exec\s*\(/.test(text) ? "warn" : "critical",
      statement,
      subject,
      false,
    );
  }
  return kinds.has("network") && !/\.exec\s*\(|\brequests?\.|\bcurl\b/.test(text)
    ? report("dynamic-code-execution", "critical", statement, subject, false)
    : undefined;
}

function report(
  rule: RuleId,
  severity: FindingSeverity,
  statement: Statement,
  subject: Subject,
  certain: boolean,
): Hit | undefined {
  const left = under(statement, subject, severity, certain);
  return left === undefined
    ? undefined
    : { rule, severity: left, line: statement.line, excerpt: statement.text };
}
