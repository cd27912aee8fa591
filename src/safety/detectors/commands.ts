import type { Subject } from "../detect.js";
import { eachWord } from "../each-word.js";
import type { Hit } from "../rules.js";
import { deletesBroadly } from "./broad-delete.js";
import { COMMAND_RULES, type CommandRule } from "./command-rules.js";
import { credentialAccess } from "./credential-access.js";
import { misspelledPackages } from "./packages.js";
import { pipeToShell } from "./pipe-to-shell.js";
import { under } from "./stance.js";
import type { Statement } from "./statement.js";

/** Rules by the words that lead to them: most statements lead to none. A test keeps words and patterns together. */
const BY_WORD = new Map<string, CommandRule[]>();
const BY_SIGN: (readonly [string, CommandRule])[] = [];
for (const rule of COMMAND_RULES) {
  for (const word of rule.words.split(" ")) {
    if (/^\w+$/.test(word) && word !== "_0x") BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), rule]);
    else BY_SIGN.push([word, rule]);
  }
}

const CODE_SIGN = /[`|$<>\\~=;/@]|--|:\w|\.\w/;
const FEEDS = /[|`]|\$\(|<\(|<<<|\biex\b|invoke-expression/i;
const INSTALLS = /\b(?:install|add|i)\s/;

const NONE: ReadonlySet<CommandRule> = new Set();

/** The command rules that a text could match. */
export function candidateRules(text: string): ReadonlySet<CommandRule> {
  let found: Set<CommandRule> | undefined;
  const lower = text.toLowerCase();
  eachWord(lower, false, (word) => {
    const rules = BY_WORD.get(word);
    if (rules === undefined) return;
    found ??= new Set();
    for (const rule of rules) found.add(rule);
  });
  for (const [sign, rule] of BY_SIGN) {
    if (!lower.includes(sign)) continue;
    found ??= new Set();
    found.add(rule);
  }
  return found ?? NONE;
}

/** Everything that one statement is dangerous for by itself. */
export function commandHits(statements: readonly Statement[], subject: Subject): readonly Hit[] {
  const hits: Hit[] = [];
  for (const statement of statements) {
    const { text } = statement;
    if (statement.region === "frontmatter") continue;
    const inCode = statement.region === "code";
    // A sentence without any sign of code holds no command.
    if (!inCode && !CODE_SIGN.test(text)) continue;
    if (FEEDS.test(text)) hits.push(...pipeToShell(statement, subject));
    for (const rule of candidateRules(text)) {
      if (rule.codeOnly === true && !inCode) continue;
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
    const misspelled = INSTALLS.test(text) ? misspelledPackages(statement, subject) : undefined;
    if (misspelled !== undefined) hits.push(misspelled);
    const access = credentialAccess(statement, subject);
    if (access !== undefined) hits.push(access);
  }
  return hits;
}
