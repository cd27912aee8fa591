import type { Diagnostic } from "../core/diagnostics.js";
import { type Frontmatter, parseFrontmatter } from "./frontmatter.js";
import { readInvocation } from "./invocation.js";
import { lineOfKey } from "./line-of-key.js";
import type { MetadataSource } from "./metadata-report.js";
import { readMetadata } from "./read-metadata.js";
import { readText, readTools } from "./values.js";

/**
 * Rules to validate by: OpenPocket's two levels (its upper-case codes), or the Agent Skills
 * standard with everything this library can tell about a file (kebab-case codes).
 */
export type ValidationProfile = "openpocket" | "openpocket-strict" | "agent-skills";

/**
 * OpenPocket's pattern also lets `a-` and `a--b` pass, and then never loads them, because its comparison with the
 * folder normalises hyphens. Here they are wrong from the start.
 */
const STRICT_NAME = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Limits of the Agent Skills standard. */
const NAME_MAXIMUM = 64;
const DESCRIPTION_MAXIMUM = 1024;
const COMPATIBILITY_MAXIMUM = 500;
/** The standard advises to move longer bodies into referenced files. */
const BODY_LINES_ADVISED = 500;

/** Everything wrong with one file, in the order of its lines. `file` decides what its folder must be called. */
export function validateSkill(
  text: string,
  options: { readonly file: string; readonly profile: ValidationProfile },
): readonly Diagnostic[] {
  const { value: frontmatter, diagnostics } = parseFrontmatter(text, options);
  const context: Context = { ...options, text, frontmatter, found: [] };
  if (options.profile === "agent-skills") {
    context.found.push(...diagnostics);
    agentSkills(context);
  } else {
    openPocket(context, diagnostics);
  }
  return context.found.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

interface Context {
  readonly text: string;
  readonly file: string;
  readonly profile: ValidationProfile;
  readonly frontmatter: Frontmatter;
  readonly found: Diagnostic[];
}

function openPocket(context: Context, parsing: readonly Diagnostic[]): void {
  const { data, present, broken } = context.frontmatter;
  const unreadable = parsing.filter(({ severity }) => severity === "error");
  if (!present)
    add(
      context,
      "error",
      "FRONTMATTER_MISSING",
      "The file has no frontmatter.",
      1,
      "Start it with `---`, `name:`, `description:`, `---`.",
    );
  if (broken) context.found.push(...unreadable);
  const metadata = readMetadata(data, sourceOf(context));
  context.found.push(...metadata.diagnostics.filter(({ severity }) => severity === "error"));
  const name = readText(data.name);
  if (typeof name !== "string")
    add(context, "error", "NAME_MISSING", "`name` is missing.", 1, "Add `name:` to the frontmatter.");
  if (typeof readText(data.description) !== "string") {
    add(
      context,
      "error",
      "DESCRIPTION_MISSING",
      "`description` is missing.",
      1,
      "Add `description:` to the frontmatter.",
    );
  }
  if (context.profile !== "openpocket-strict") return;
  const [file = "", folder = ""] = context.file.split(/[/\\]/).reverse();
  if (file !== "SKILL.md")
    add(
      context,
      "error",
      "SKILL_FILENAME_INVALID",
      "The file is not called SKILL.md.",
      1,
      "Rename it to SKILL.md in a folder of its own.",
    );
  if (!STRICT_NAME.test(folder)) {
    add(
      context,
      "error",
      "SKILL_DIR_INVALID",
      "The folder's name is not lower-case letters, digits and single hyphens.",
      1,
      "Rename the folder, for example to `my-skill`.",
    );
  }
  if (typeof name !== "string") return;
  const line = lineOf(context, "name");
  if (!STRICT_NAME.test(name)) {
    add(
      context,
      "error",
      "NAME_INVALID",
      "`name` is not lower-case letters, digits and single hyphens (1 to 64 characters).",
      line,
      `Use for example \`${slug(name)}\`.`,
    );
  }
  if (name !== folder)
    add(
      context,
      "error",
      "NAME_PATH_MISMATCH",
      "`name` and the folder's name differ.",
      line,
      "Give both the same name.",
    );
}

function agentSkills(context: Context): void {
  const { data, present, broken } = context.frontmatter;
  if (!present) {
    add(
      context,
      "error",
      "frontmatter-missing",
      "The file has no frontmatter.",
      1,
      "Start it with `---`, `name:`, `description:`, `---`.",
    );
    return;
  }
  checkName(context);
  checkText(context, "description", DESCRIPTION_MAXIMUM, !broken);
  checkText(context, "compatibility", COMPATIBILITY_MAXIMUM, false);
  if (readTools(data["allowed-tools"]) === null) {
    add(
      context,
      "error",
      "allowed-tools-invalid",
      "`allowed-tools` is not a list of tools.",
      lineOf(context, "allowed-tools"),
      "Write the tools separated by blanks.",
    );
  }
  context.found.push(
    ...readMetadata(data, sourceOf(context)).diagnostics,
    ...readInvocation(data, sourceOf(context)).diagnostics,
  );
  const body = context.frontmatter.body.trim();
  if (body === "")
    add(
      context,
      "warning",
      "body-empty",
      "There are no instructions below the frontmatter.",
      context.frontmatter.bodyLine,
      "Write what the agent should do.",
    );
  if (body.split("\n", BODY_LINES_ADVISED + 1).length > BODY_LINES_ADVISED) {
    add(
      context,
      "info",
      "body-long",
      `The body has more than ${BODY_LINES_ADVISED} lines.`,
      context.frontmatter.bodyLine,
      "Move details into `references/`.",
    );
  }
}

function checkName(context: Context): void {
  const name = readText(context.frontmatter.data.name);
  const line = lineOf(context, "name");
  const error = (code: string, message: string, fix: string): void =>
    add(context, "error", code, message, line, fix);
  if (typeof name !== "string") {
    if (!context.frontmatter.broken)
      error("name-missing", "`name` is missing.", "Add `name:` with the folder's name.");
    return;
  }
  if (name.length > NAME_MAXIMUM)
    error(
      "name-too-long",
      `\`name\` has ${name.length} characters; ${NAME_MAXIMUM} are allowed.`,
      "Shorten it.",
    );
  if (!/^[a-z0-9-]+$/.test(name))
    error(
      "name-characters",
      "`name` may have only a-z, 0-9 and hyphens.",
      `Use for example \`${slug(name)}\`.`,
    );
  if (/^-|-$|--/.test(name))
    error(
      "name-hyphens",
      "`name` may not begin or end with a hyphen, or have two in a row.",
      `Use for example \`${slug(name)}\`.`,
    );
  const [file = "", folder = ""] = context.file.split(/[/\\]/).reverse();
  if (file !== "SKILL.md")
    error("file-name", "The file is not called SKILL.md.", "Rename it to SKILL.md in a folder of its own.");
  else if (folder !== name)
    error("name-folder", "`name` and the folder's name differ.", "Give both the same name.");
}

function checkText(context: Context, key: string, maximum: number, required: boolean): void {
  const raw = context.frontmatter.data[key];
  const text = readText(raw);
  const line = lineOf(context, key);
  if (text === undefined) {
    if (required || key in context.frontmatter.data)
      add(
        context,
        "error",
        `${key}-missing`,
        `\`${key}\` is missing or empty.`,
        line,
        `Write what the skill does and when to use it after \`${key}:\`.`,
      );
  } else if (typeof raw !== "string") {
    add(context, "warning", `${key}-not-text`, `\`${key}\` is not text.`, line, "Put it in quotes.");
  } else if (text !== null && text.length > maximum) {
    add(
      context,
      "error",
      `${key}-too-long`,
      `\`${key}\` has ${text.length} characters; ${maximum} are allowed.`,
      line,
      "Shorten it; details belong in the body.",
    );
  }
}

function sourceOf(context: Context): MetadataSource {
  const { text, file, frontmatter } = context;
  return { file, locate: (path) => lineOfKey(text, frontmatter.bodyLine, path) };
}

function add(
  context: Context,
  severity: Diagnostic["severity"],
  code: string,
  message: string,
  line: number,
  fix: string,
): void {
  context.found.push({ code, severity, message, file: context.file, line, fix });
}

/** The line of a top-level key, 1 when it is not there. */
function lineOf(context: Context, key: string): number {
  return lineOfKey(context.text, context.frontmatter.bodyLine, [key]) ?? 1;
}

function slug(name: string): string {
  const text = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, NAME_MAXIMUM);
  return text === "" ? "my-skill" : text;
}
