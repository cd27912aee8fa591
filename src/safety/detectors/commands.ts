import type { Subject } from "../detect.js";
import { patternGate } from "../pattern-gate.js";
import type { Hit } from "../rules.js";
import { deletesBroadly } from "./broad-delete.js";
import { COMMAND_RULES } from "./command-rules.js";
import { ACCESS_PATTERNS, credentialAccess } from "./credential-access.js";
import { misspelledPackages } from "./packages.js";
import { pipeToShell, SUPPLIES } from "./pipe-to-shell.js";
import { under } from "./stance.js";
import type { Statement } from "./statement.js";

const CODE_SIGN = /[`|$<>\\~=;/@]|--|:\w|\.\w/;
const FEEDS = /[|`]|\$\(|<\(|<<<|\biex\b|invoke-expression/i;
const INSTALLS = /\b(?:install|add|i)\s/;

/** The command rules first, then what else is asked of every statement: one look serves all. */
const possibleIn = patternGate([
  ...COMMAND_RULES.map(({ pattern }) => pattern),
  SUPPLIES,
  INSTALLS,
  ...ACCESS_PATTERNS,
]);
const FED = COMMAND_RULES.length;
const INSTALLED = FED + 1;

/** Everything that one statement is dangerous for by itself. */
export function commandHits(statements: readonly Statement[], subject: Subject): readonly Hit[] {
  const hits: Hit[] = [];
  for (const statement of statements) {
    const { text } = statement;
    if (statement.region === "frontmatter") continue;
    const inCode = statement.region === "code";
    // A sentence without any sign of code holds no command.
    if (!inCode && !CODE_SIGN.test(text)) continue;
    const possible = possibleIn(text);
    if (possible.includes(FED) && FEEDS.test(text)) hits.push(...pipeToShell(statement, subject));
    for (const index of possible) {
      const rule = COMMAND_RULES[index];
      if (rule === undefined || (rule.codeOnly === true && !inCode)) continue;
      if (!rule.pattern.test(text) || rule.unless?.test(text) === true) continue;
      const severity = under(statement, subject, rule.severity, rule.certain === true);
      if (severity !== undefined)
        hits.push({ rule: rule.rule, severity, line: statement.line, excerpt: text });
    }
    if (deletesBroadly(text)) {
      const severity = under(statement, subject, "warn");
      if (severity !== undefined)
        hits.push({ rule: "destructive-delete", severity, line: statement.line, excerpt: text });
    }
    const misspelled =
      possible.includes(INSTALLED) && INSTALLS.test(text)
        ? misspelledPackages(statement, subject)
        : undefined;
    if (misspelled !== undefined) hits.push(misspelled);
    const access = possible.some((index) => index > INSTALLED)
      ? credentialAccess(statement, subject)
      : undefined;
    if (access !== undefined) hits.push(access);
  }
  return hits;
}
