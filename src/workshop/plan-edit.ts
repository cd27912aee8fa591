import { err, ok, type Result } from "neverthrow";
import { type CortexFailure, failure } from "../core/errors.js";
import { parseFrontmatter } from "../skills/frontmatter.js";
import { appendToSection } from "./append-to-section.js";
import type { Change } from "./change.js";
import { dominantLineEnd } from "./markdown-blocks.js";
import { bodyOffset, newSkillText } from "./skill-text.js";

/** What a change makes of one file. */
export interface PlannedText {
  readonly text: string;
  /** False when the file already says so. */
  readonly changed: boolean;
}

/** Everything the plan depends on; no file is read here. */
export interface PlanInput {
  readonly skillName: string;
  /** SKILL.md, or the support file; undefined when there is none. */
  readonly current: string | undefined;
  readonly change: Exclude<Change, { kind: "draft" }>;
  readonly maxBytes: number;
}

/** Plans one edit: the new text of the file, byte for byte the old one outside of the change. */
export function planEdit(input: PlanInput): Result<PlannedText, CortexFailure> {
  return planned(input).andThen((plan) => withinSize(plan, input));
}

function planned({ skillName, current, change }: PlanInput): Result<PlannedText, CortexFailure> {
  switch (change.kind) {
    case "create":
      if (current !== undefined) {
        return err(failure("proposal-stale", `skill exists already: ${skillName}`, { skillName }));
      }
      return checkedBody(change.body).map((body) => created(skillName, change.description, body));
    case "append":
      return checkedBody(change.body).andThen((body) => {
        const text =
          current ?? newSkillText(skillName, change.description ?? skillName, `# ${titleOf(skillName)}`);
        return appendToSection(text, bodyOffset(text), change.section, body);
      });
    case "replace":
      return current === undefined
        ? err(failure("skill-not-found", `skill does not exist: ${skillName}`, { skillName }))
        : replaced(current, change.oldText, change.newText);
    case "support_file": {
      const text = change.body.endsWith("\n") ? change.body : `${change.body}\n`;
      return ok({ text, changed: text !== current });
    }
  }
}

function created(skillName: string, description: string, body: string): PlannedText {
  return { text: newSkillText(skillName, description, body), changed: true };
}

/** A body with a header of its own is a whole document, not an addition: #107707 was one written over a skill. */
function checkedBody(body: string): Result<string, CortexFailure> {
  if (body.trim() === "") return err(failure("input-invalid", "body required"));
  if (parseFrontmatter(body).value.present) {
    return err(
      failure("input-invalid", "The body has frontmatter of its own. Give the description as a field."),
    );
  }
  return ok(body);
}

/** The first exact match, spliced: nothing in either text has a special meaning. */
function replaced(current: string, oldText: string, newText: string): Result<PlannedText, CortexFailure> {
  if (oldText === "") return err(failure("input-invalid", "oldText and newText required for replace"));
  const end = dominantLineEnd(current);
  const adapted = (value: string): string => (end === "\n" ? value : value.replace(/\r\n|\r|\n/g, end));
  const exact = current.indexOf(oldText);
  const [at, old, now] =
    exact === -1
      ? [current.indexOf(adapted(oldText)), adapted(oldText), adapted(newText)]
      : [exact, oldText, adapted(newText)];
  if (at === -1) return err(failure("text-not-found", "oldText not found"));
  const text = current.slice(0, at) + now + current.slice(at + old.length);
  const before = parseFrontmatter(current).value;
  const after = parseFrontmatter(text).value;
  if (
    before.present &&
    !before.broken &&
    (!after.present || after.broken || after.data.name !== before.data.name)
  ) {
    return err(failure("input-invalid", "The replacement would break the frontmatter or rename the skill."));
  }
  return ok({ text, changed: text !== current });
}

/** A file that is too large already may still shrink. */
function withinSize(plan: PlannedText, { current, maxBytes }: PlanInput): Result<PlannedText, CortexFailure> {
  const size = byteLength(plan.text);
  if (size <= maxBytes || (current !== undefined && size <= byteLength(current))) return ok(plan);
  return err(failure("skill-too-large", `skill exceeds ${maxBytes} bytes`, { size, maximum: maxBytes }));
}

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function titleOf(skillName: string): string {
  return skillName.replace(/[-_]+/g, " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
