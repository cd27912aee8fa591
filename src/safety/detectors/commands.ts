import type { Subject } from "../detect.js";
import { hasAny, MARK } from "../marks.js";
import { patternGate } from "../pattern-gate.js";
import type { Hit } from "../rules.js";
import { deletesBroadly, REMOVES } from "./broad-delete.js";
import { COMMAND_RULES, type CommandRule } from "./command-rules.js";
import { ACCESS, credentialAccess } from "./credential-access.js";
import { misspelledPackages } from "./packages.js";
import { pipeToShell, SUPPLIES } from "./pipe-to-shell.js";
import { under } from "./stance.js";
import type { Statement } from "./statement.js";

const CODE_SIGN = /[`|$<>\\~=;/@]|--|:\w|\.\w/;
const MAY_BE_CODE =
  MARK.backtick |
  MARK.pipe |
  MARK.dollar |
  MARK.angle |
  MARK.backslash |
  MARK.emphasis |
  MARK.equals |
  MARK.stop |
  MARK.slash |
  MARK.at |
  MARK.dash |
  MARK.colon;
const FEEDS = /[|`]|\$\(|<\(|<<<|\biex\b|invoke-expression/i;
const INSTALLS = /\b(?:install|add|i)\s/;

/** The command rules first, then what else is asked of every statement: one look serves all. */
const possibleIn = patternGate([
  ...COMMAND_RULES.map(({ pattern }) => pattern),
  SUPPLIES,
  REMOVES,
  INSTALLS,
  ACCESS,
]);
const FED = COMMAND_RULES.length;
const REMOVED = FED + 1;
const INSTALLED = FED + 2;
const ACCESSED = FED + 3;

/** Everything that one statement is dangerous for by itself, document by document in the order of the statements. */
export function commandHits(
  subjects: readonly Subject[],
  all: readonly (readonly Statement[])[],
): readonly (readonly Hit[])[] {
  const statements: Statement[] = [];
  const owners: number[] = [];
  all.forEach((own, owner) => {
    for (const statement of own) {
      if (!mayCommand(statement)) continue;
      statements.push(statement);
      owners.push(owner);
    }
  });
  const possible = possibleIn(statements.map(({ text }) => text));
  const found: { readonly place: number; readonly hit: Hit }[] = [];
  /** Asks one question of every statement that it could concern. */
  const ask = (
    places: readonly number[] = [],
    question: (statement: Statement, subject: Subject) => readonly Hit[],
  ) => {
    for (const place of places) {
      const [statement, subject] = [statements[place], subjects[owners[place] ?? 0]];
      if (statement === undefined || subject === undefined) continue;
      for (const hit of question(statement, subject)) found.push({ place, hit });
    }
  };
  ask(possible[FED], (statement, subject) =>
    FEEDS.test(statement.text) ? pipeToShell(statement, subject) : [],
  );
  COMMAND_RULES.forEach((rule, index) => {
    ask(possible[index], (statement, subject) => ruleHits(rule, statement, subject));
  });
  ask(possible[REMOVED], broadDeletes);
  ask(possible[INSTALLED], (statement, subject) =>
    INSTALLS.test(statement.text) ? misspelledPackages(statement, subject) : [],
  );
  ask(possible[ACCESSED], credentialAccess);
  const hits = subjects.map((): Hit[] => []);
  for (const { place, hit } of found.sort((left, right) => left.place - right.place))
    hits[owners[place] ?? 0]?.push(hit);
  return hits;
}

/** A sentence without any sign of code holds no command. */
function mayCommand({ region, text, marks }: Statement): boolean {
  if (region === "code") return true;
  return region !== "frontmatter" && hasAny(marks, MAY_BE_CODE) && CODE_SIGN.test(text);
}

function ruleHits(rule: CommandRule, statement: Statement, subject: Subject): readonly Hit[] {
  const { text } = statement;
  if (rule.codeOnly === true && statement.region !== "code") return [];
  if (!rule.pattern.test(text) || rule.unless?.test(text) === true) return [];
  const severity = under(statement, subject, rule.severity, rule.certain === true);
  return severity === undefined ? [] : [{ rule: rule.rule, severity, line: statement.line, excerpt: text }];
}

function broadDeletes(statement: Statement, subject: Subject): readonly Hit[] {
  if (!deletesBroadly(statement.text)) return [];
  const severity = under(statement, subject, "warn");
  return severity === undefined
    ? []
    : [{ rule: "destructive-delete", severity, line: statement.line, excerpt: statement.text }];
}
