import type { FindingSeverity } from "../../core/findings.js";
import type { Subject } from "../detect.js";
import { type Address, addressesIn, fetchedAddresses, isSuspicious, isWellKnown } from "../hosts.js";
import { hasAny, MARK } from "../marks.js";
import { patternGate } from "../pattern-gate.js";
import { isOwn, isRelated } from "../profile.js";
import type { Hit, RuleId } from "../rules.js";
import { EXECUTE_SINK, misdirected, NETWORK_SINK, secretVariables, sourcesIn } from "./secrets.js";
import { under } from "./stance.js";
import type { Statement } from "./statement.js";
import { DECODES, kindsOf, READS_NETWORK, secretsNamed, type Taint, taintOf, UNTAINTED } from "./taint.js";

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
  const taint = follow ? taintOf(statements) : UNTAINTED;
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
