import type { Subject } from "../detect.js";
import type { Hit } from "../rules.js";
import { CODE_SIGNS, type CodeSignName } from "./code-sign-patterns.js";
import { hasCodeSign, hasStranger } from "./code-signs.js";

/** A hit, and the file that it stands in. */
export interface SplitFlow {
  readonly file: string;
  readonly hit: Hit;
}

/** More than this of one script is not compared with the others. */
const MAXIMUM_SCRIPT = 60_000;
const SCRIPT = /\.(?:[cm]?[jt]sx?|py|sh|bash|zsh|ps1|rb)$/i;
const TAKEN = ["secrets", "privates"] as const satisfies readonly CodeSignName[];

/**
 * One script reads what is nobody's business, another sends something to a stranger, and one of them loads the other:
 * the flow that each file alone does not show. It warns and never blocks.
 */
export function splitFlows(subjects: readonly Subject[]): readonly SplitFlow[] {
  const scripts = subjects
    .filter(({ file }) => SCRIPT.test(file))
    .map((subject) => ({ subject, text: textOf(subject) }));
  if (scripts.length < 2) return [];
  const senders = scripts.filter(
    ({ subject, text }) => hasCodeSign("sends", text) && hasStranger(text, subject),
  );
  return senders.flatMap((sender) =>
    scripts.flatMap((reader): readonly SplitFlow[] => {
      if (reader === sender || !(names(reader, sender) || names(sender, reader))) return [];
      const taken = TAKEN.find((name) => hasCodeSign(name, reader.text));
      const line = taken && reader.subject.lines.find(({ text }) => hasCodeSign(taken, text));
      if (taken === undefined || line === undefined) return [];
      const rule = taken === "secrets" ? "secret-exfiltration" : "data-exfiltration";
      const signs = [
        CODE_SIGNS[taken].says,
        `${sender.subject.file} sends to an address that is not the skill's own`,
      ];
      const hit: Hit = { rule, severity: "warn", line: line.number, excerpt: line.text, signs };
      return [{ file: reader.subject.file, hit }];
    }),
  );
}

interface Script {
  readonly subject: Subject;
  readonly text: string;
}

function textOf({ lines }: Subject): string {
  return lines
    .map(({ text }) => text)
    .join("\n")
    .slice(0, MAXIMUM_SCRIPT);
}

/** By its name without folder and ending, as `require("./theme")`, `import theme` and `. ./theme.sh` have it. */
function names({ text }: Script, { subject }: Script): boolean {
  const stem = (subject.file.split("/").at(-1) ?? "").replace(/\.\w+$/, "");
  if (stem.length < 2) return false;
  for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + 1)) {
    const line = text.slice(text.lastIndexOf("\n", at) + 1, text.indexOf("\n", at) >>> 0);
    if (/\b(?:require|import|from|source|exec|spawn|bash|sh|node|python3?|load)\b|^\s*\.\s/.test(line))
      return true;
  }
  return false;
}
