import { err, ok, type Result } from "neverthrow";
import { type CortexFailure, failure } from "../core/errors.js";
import { redactSecrets } from "../text/redact-secrets.js";
import type { Change } from "./change.js";
import type { Proposal } from "./proposal.js";
import { normaliseSkillName, spelledName } from "./skill-name.js";
import { oneLine } from "./skill-text.js";
import { supportPath } from "./workspace-paths.js";

/** What somebody asks the workshop to remember. The fields present decide what kind of change it is. */
export interface Suggestion {
  readonly skillName: string;
  readonly title?: string;
  readonly reason?: string;
  readonly description?: string;
  readonly body?: string;
  /** Append to this section. */
  readonly section?: string;
  /** Replace this text, exactly as it stands in the skill, indentation included. */
  readonly oldText?: string;
  readonly newText?: string;
  /** Write a support file instead. */
  readonly relativePath?: string;
}

/** A suggestion in its stored form: names normalised, control characters and secrets gone. */
export interface Admitted {
  readonly skillName: string;
  /** The name that was asked for, when it can't be spelled in ASCII. */
  readonly givenName?: string;
  readonly title: string;
  readonly reason: string;
  readonly change: Exclude<Change, { kind: "draft" }>;
  readonly redactions: NonNullable<Proposal["redactions"]>;
}

const LONGEST_LINE = 400;
const LONGEST_SECTION = 120;

/** Checks and cleans a suggestion before anything of it is stored. */
export function admit(suggestion: Suggestion): Result<Admitted, CortexFailure> {
  const redactor = createRedactor();
  const text = (value: string | undefined): string => redactor.clean(value ?? "");
  const line = (value: string | undefined): string => oneLine(text(value), LONGEST_LINE);
  const given = line(suggestion.skillName);
  const skillName = normaliseSkillName(given, [line(suggestion.title), line(suggestion.description)]);
  if (skillName === undefined) return err(failure("input-invalid", "skillName required"));
  const title = line(suggestion.title) || `Skill update: ${skillName}`;
  return changeOf(suggestion, skillName, title, text, line).map((change) => ({
    skillName,
    ...(spelledName(given) === undefined ? { givenName: given } : {}),
    title,
    reason: line(suggestion.reason) || "Suggested without a reason",
    change,
    redactions: redactor.found(),
  }));
}

function changeOf(
  suggestion: Suggestion,
  skillName: string,
  title: string,
  text: (value: string | undefined) => string,
  line: (value: string | undefined) => string,
): Result<Admitted["change"], CortexFailure> {
  if (suggestion.relativePath !== undefined) {
    if (text(suggestion.body).trim() === "")
      return err(failure("input-invalid", "skillName, relativePath, and body required"));
    if (redactSecrets(suggestion.relativePath).redactions.length > 0)
      return err(failure("input-invalid", "The path contains a secret, which is never stored."));
    return supportPath(skillName, suggestion.relativePath).map((path) => ({
      kind: "support_file",
      relativePath: path.slice(`skills/${skillName}/`.length),
      body: text(suggestion.body),
    }));
  }
  if (suggestion.oldText !== undefined || suggestion.newText !== undefined) {
    if ((suggestion.oldText ?? "") === "" || suggestion.newText === undefined) {
      return err(failure("input-invalid", "oldText and newText required for replace"));
    }
    const oldText = wellFormed(suggestion.oldText ?? "");
    if (redactSecrets(oldText).redactions.length > 0) {
      return err(
        failure(
          "input-invalid",
          "oldText contains a secret, which is never stored. Remove it from the skill by hand.",
        ),
      );
    }
    return ok({ kind: "replace", oldText, newText: text(suggestion.newText) });
  }
  const body = text(suggestion.body);
  if (body.trim() === "") return err(failure("input-invalid", "body required"));
  const description = line(suggestion.description);
  if (suggestion.section === undefined)
    return ok({ kind: "create", description: description || title, body });
  const section = oneLine(text(suggestion.section), LONGEST_SECTION);
  if (section.replace(/^#+\s*/, "") === "") return err(failure("input-invalid", "section must not be empty"));
  return ok({ kind: "append", section, body, ...(description === "" ? {} : { description }) });
}

/** The reason of a decision as it is stored: without secrets, on one line. */
export function wordsOf({ reason }: { readonly reason?: string }, otherwise: string): string {
  return oneLine(createRedactor().clean(reason ?? ""), LONGEST_LINE) || otherwise;
}

/** Removes secrets and counts what was removed. */
export function createRedactor(): {
  readonly clean: (text: string) => string;
  readonly found: () => readonly { readonly kind: string; readonly count: number }[];
} {
  const counts = new Map<string, number>();
  return {
    clean(text) {
      const { text: redacted, redactions } = redactSecrets(wellFormed(text));
      for (const { kind, count } of redactions) counts.set(kind, (counts.get(kind) ?? 0) + count);
      return redacted;
    },
    found: () => [...counts].map(([kind, count]) => ({ kind, count })),
  };
}

/** Text that survives UTF-8: no lone surrogates, and no control characters but tab and line ends. */
function wellFormed(text: string): string {
  return text
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd")
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "");
}
