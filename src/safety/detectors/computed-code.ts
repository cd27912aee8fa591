import type { Subject } from "../detect.js";
import type { Hit } from "../rules.js";
import type { Line } from "../segment.js";
import { COMPUTES_TEXT, RUNS_TEXT } from "./computed-code-patterns.js";
import { under } from "./stance.js";
import { type Statement, statementsOf } from "./statement.js";

/** Longer scripts are libraries; what is run in them is not followed. */
const MAXIMUM_LINES = 2000;
/** Helpers call helpers; a third one is not worth anybody's time. */
const ROUNDS = 3;

const ASSIGNED =
  /(?:^|[;{(\s])(?:local\s+|export\s+|const\s+|let\s+|var\s+|my\s+|our\s+)?[$@]?([A-Za-z_]\w{0,60})(?:\s*:\s*\w{1,20})?\s*(?:[+.:]?=(?![=~>])|<<|\+=)/g;
const FUNCTION =
  /\b(?:def|function|func|fn|sub)\s+(?:self\.)?([A-Za-z_]\w{0,60})|^\s*([A-Za-z_]\w{0,60})\s*\(\s*\)\s*\{|\b(?:const|let|var)\s+(\w{1,60})\s*=\s*(?:async\s*)?(?:\([^)]{0,200}\)|\w{1,40})\s*=>/;
const GIVES_BACK = /\b(?:return|yield|echo|printf|print|Write-Output)\b|=>/;
const KEPT = /\b(\w{1,60})\.(?:append|push|extend|write|add)\s*\(|\b(\w{1,60})\s*<</;
const WORD = /[A-Za-z_]\w*/g;

/**
 * Text that is decoded, picked letter by letter or computed, and then run. Which cipher it is does not matter: nobody
 * can review what is only there at run time. Followed by name through variables and helpers of one script; it warns.
 * `lines` are those of one block, of which the first stands at `index`, and `text` is what they say.
 */
export function computedCode(
  { text, lines, index }: { readonly text: string; readonly lines: readonly Line[]; readonly index: number },
  subject: Subject,
): Hit | undefined {
  if (lines.length > MAXIMUM_LINES || !RUNS_TEXT.some((pattern) => pattern.test(text))) return undefined;
  const block = statementsOf(lines);
  const names = computedNames(block);
  const found = block.find((one) => runsComputed(one.text, names));
  if (found === undefined) return undefined;
  const severity = under({ ...found, index: index + found.index }, subject, "warn");
  if (severity === undefined) return undefined;
  const signs = ["text is put together while it runs, and then run as a program"];
  return { rule: "obfuscated-payload", severity, line: found.line, excerpt: found.text, signs };
}

/** Variables that hold computed text, and helpers that give it back. */
function computedNames(block: readonly Statement[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = names.size;
    let within = "";
    for (const { text, language } of block) {
      if (text.startsWith("}")) within = "";
      const opened = FUNCTION.exec(text);
      if (opened !== null) within = opened[1] ?? opened[2] ?? opened[3] ?? "";
      if (!isComputed(text, names)) continue;
      for (const match of text.matchAll(ASSIGNED)) {
        const value = text.slice(match.index + match[0].length);
        if (isComputed(value, names)) names.add(match[1] ?? "");
      }
      const kept = KEPT.exec(text);
      if (kept !== null) names.add(kept[1] ?? kept[2] ?? "");
      // A function of a shell gives back what its last command says.
      if (within !== "" && (language === "shell" || GIVES_BACK.test(text))) names.add(within);
    }
    if (names.size === before) break;
  }
  return names;
}

function isComputed(text: string, names: ReadonlySet<string>): boolean {
  return COMPUTES_TEXT.some((pattern) => pattern.test(text)) || usesOne(text, names);
}

function usesOne(text: string, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  for (const [word] of text.matchAll(WORD)) if (names.has(word)) return true;
  return false;
}

/** What is handed over to be run: the rest of the statement, up to what cannot belong to it. */
function runsComputed(text: string, names: ReadonlySet<string>): boolean {
  return RUNS_TEXT.some((pattern) => {
    const sink = pattern.exec(text);
    return sink !== null && isComputed(text.slice(sink.index, sink.index + 400), names);
  });
}
