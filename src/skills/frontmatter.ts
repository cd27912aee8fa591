import matter from "gray-matter";
import type { Diagnostic, Loaded } from "../core/diagnostics.js";
import { safeText } from "../text/safe-text.js";
import { findFence } from "./frontmatter-fence.js";
import { RESTRICTING, recoverEntries } from "./frontmatter-recovery.js";
import { type LimitedYaml, parseLimitedYaml } from "./limited-yaml.js";
import { parseRelaxedJson } from "./relaxed-json.js";
import { parseSimpleYaml } from "./simple-yaml.js";

/** The header of a SKILL.md as data, and the text below it. */
export interface Frontmatter {
  /** Without prototype, at every depth. Empty when there is none or when nothing could be read. */
  readonly data: Record<string, unknown>;
  readonly body: string;
  /** 1-based line on which the body starts. */
  readonly bodyLine: number;
  /** False when the file has no frontmatter at all. */
  readonly present: boolean;
  /** True when a part that restricts the skill could not be read: it must not be loaded as if unrestricted. */
  readonly broken: boolean;
}

/** Longest block that is parsed, in characters (DESIGN: 16 KB). Real ones have a few hundred. */
export const MAXIMUM_FRONTMATTER = 16_384;
/** gray-matter's own check for emptiness is quadratic in blank lines; no header has this many. */
const MAXIMUM_LINES = 1_000;

/**
 * Reads the frontmatter of a skill as people really write it. It never throws and never drops
 * anything silently: what was repaired, ignored or refused is in the diagnostics.
 */
export function parseFrontmatter(
  text: string,
  options: { readonly file?: string } = {},
): Loaded<Frontmatter> {
  const report = new Report(options.file);
  const fence = findFence(text);
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (fence.kind === "none") {
    return report.result({ data: Object.create(null), body, bodyLine: 1, present: false, broken: false });
  }
  if (fence.kind === "unclosed") {
    report.add(
      "error",
      "frontmatter-unclosed",
      "The frontmatter has no closing `---`.",
      fence.line,
      "Close it with a line of three dashes.",
    );
    return report.result({ data: Object.create(null), body, bodyLine: 1, present: true, broken: true });
  }
  for (const habit of fence.sloppy) report.tolerated(habit, fence.blockLine - 1);

  const finish = (data: Record<string, unknown>, broken: boolean): Loaded<Frontmatter> =>
    report.result({ data, body: fence.body, bodyLine: fence.bodyLine, present: true, broken });
  const refuse = (code: string, message: string, fix: string): Loaded<Frontmatter> => {
    report.add("error", code, message, fence.blockLine, fix);
    return finish(Object.create(null), true);
  };

  const language = fence.language === "" || fence.language === "yml" ? "yaml" : fence.language;
  if (language !== "yaml" && language !== "json") {
    return refuse(
      "frontmatter-language",
      "The frontmatter is neither YAML nor JSON.",
      "Rewrite it as YAML between lines of three dashes.",
    );
  }
  if (fence.block.length > MAXIMUM_FRONTMATTER) {
    return refuse(
      "frontmatter-too-large",
      `The frontmatter is longer than ${MAXIMUM_FRONTMATTER} characters.`,
      "Move text into the body.",
    );
  }
  if (fence.block.trim() === "") return finish(Object.create(null), false);
  if (language === "yaml") {
    const simple = parseSimpleYaml(fence.block);
    if (simple !== undefined) return finish(simple, false);
  }
  if (countLines(fence.block) > MAXIMUM_LINES) {
    return refuse(
      "frontmatter-too-large",
      `The frontmatter has more than ${MAXIMUM_LINES} lines.`,
      "Move text into the body.",
    );
  }

  const parsed = dispatch(language, fence.block);
  const lineAt = (offset: number): number => fence.blockLine + countLines(fence.block.slice(0, offset)) - 1;
  if (parsed.ok) {
    let broken = false;
    for (const { path, offset } of parsed.repeated) {
      const restricting = RESTRICTING.has(path[0] ?? "");
      broken ||= restricting;
      const outcome = restricting ? "it is unclear which one restricts the skill" : "the last one is used";
      report.add(
        restricting ? "error" : "warning",
        "frontmatter-duplicate-key",
        `The key \`${safeText(path.join("."), 100)}\` is written twice; ${outcome}.`,
        lineAt(offset),
        "Remove one of them.",
      );
    }
    for (const { key, offset } of parsed.commented) {
      report.add(
        "warning",
        "frontmatter-comment",
        `What follows \`#\` is a comment and not part of \`${safeText(key, 60)}\`.`,
        lineAt(offset),
        "Put the value in double quotes, or a blank after the `#` of a comment.",
      );
    }
    return finish(parsed.data, broken);
  }
  const problem = parsed.problems[0] ?? { reason: "unreadable", offset: 0 };
  if (language === "json") {
    report.add(
      "error",
      "frontmatter-invalid",
      `The frontmatter is not valid JSON: ${safeText(problem.reason)}.`,
      lineAt(problem.offset),
      "Correct the JSON.",
    );
    return finish(Object.create(null), true);
  }
  return recover(fence.block, fence.blockLine, report, problem.reason, finish);
}

function recover(
  block: string,
  blockLine: number,
  report: Report,
  reason: string,
  finish: (data: Record<string, unknown>, broken: boolean) => Loaded<Frontmatter>,
): Loaded<Frontmatter> {
  const recovered = recoverEntries(block);
  const at = (line: number): number => blockLine + line - 1;
  for (const { key, line } of recovered.repaired) {
    report.add(
      "warning",
      "frontmatter-repaired",
      `\`${safeText(key, 60)}\` is not valid YAML and was taken as plain text.`,
      at(line),
      "Put the value in double quotes.",
    );
  }
  for (const { key, line } of recovered.tolerated) {
    report.add(
      "warning",
      "frontmatter-tolerated",
      `\`${safeText(key, 60)}\` is not valid YAML (JSON with comments, or tabs); other readers may refuse it.`,
      at(line),
      "Write it as plain JSON or as YAML with blanks.",
    );
  }
  for (const { line } of recovered.ignored) {
    report.add(
      "warning",
      "frontmatter-ignored-line",
      "The line is not a `key: value` pair and was ignored.",
      at(line),
      "Remove it, or indent it below its key.",
    );
  }
  for (const part of recovered.unreadable) {
    report.add(
      "error",
      "frontmatter-invalid",
      `\`${part.key}\` can't be read (${safeText(part.reason)}), so nobody can tell when the skill may be used.`,
      at(part.line),
      "Correct the YAML or JSON of this entry.",
    );
  }
  if (Object.keys(recovered.data).length === 0 && recovered.unreadable.length === 0) {
    report.add(
      "error",
      "frontmatter-invalid",
      `The frontmatter is not valid YAML: ${safeText(reason)}.`,
      blockLine,
      "Write it as `key: value` lines.",
    );
    return finish(recovered.data, true);
  }
  return finish(recovered.data, recovered.unreadable.length > 0);
}

/**
 * gray-matter splits and picks the engine; both engines are ours. Options are always passed: without
 * them it caches mutable results. The JavaScript engine, which evaluates a file's header, is replaced
 * under every name it is known by, although the language was checked before.
 */
function dispatch(language: "yaml" | "json", block: string): LimitedYaml {
  let answer: LimitedYaml = { ok: false, problems: [{ reason: "unreadable", offset: 0 }] };
  const engine = (parse: (text: string) => LimitedYaml) => ({
    parse: () => {
      answer = parse(block);
      return {};
    },
  });
  const blocked = engine(() => ({ ok: false, problems: [{ reason: "code is never run", offset: 0 }] }));
  try {
    matter(`---${language}\n${block}\n---\n`, {
      language: "yaml",
      delimiters: ["---", "---\n"],
      engines: {
        yaml: engine(parseLimitedYaml),
        json: engine(parseJsonObject),
        javascript: blocked,
        js: blocked,
        coffee: blocked,
      },
    });
  } catch (error) {
    // A parser that fails in an unforeseen way (say, its stack on absurd nesting) is one unreadable file.
    return {
      ok: false,
      problems: [{ reason: error instanceof RangeError ? "nested too deeply" : "unreadable", offset: 0 }],
    };
  }
  return answer;
}

function parseJsonObject(text: string): LimitedYaml {
  const parsed = parseRelaxedJson(text, { json5: true });
  if (!parsed.ok) return { ok: false, problems: [parsed] };
  if (typeof parsed.value !== "object" || parsed.value === null || Array.isArray(parsed.value)) {
    return { ok: false, problems: [{ reason: "expected an object", offset: 0 }] };
  }
  return { ok: true, data: parsed.value as Record<string, unknown>, repeated: [], commented: [] };
}

function countLines(text: string): number {
  let lines = 1;
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) lines += 1;
  return lines;
}

const NO_DIAGNOSTICS: readonly Diagnostic[] = Object.freeze([]);

class Report {
  readonly #file: string | undefined;
  #diagnostics: Diagnostic[] | undefined;

  constructor(file: string | undefined) {
    this.#file = file;
  }

  add(severity: Diagnostic["severity"], code: string, message: string, line: number, fix: string): void {
    this.#diagnostics ??= [];
    this.#diagnostics.push({
      code,
      severity,
      message,
      line,
      fix,
      ...(this.#file === undefined ? {} : { file: this.#file }),
    });
  }

  tolerated(habit: "leading-blank" | "long-fence", line: number): void {
    if (habit === "leading-blank") {
      this.add(
        "warning",
        "frontmatter-leading-blank",
        "There are blank lines before the frontmatter.",
        line,
        "Start the file with `---`.",
      );
    } else {
      this.add(
        "warning",
        "frontmatter-fence",
        "A fence has more than three dashes.",
        line,
        "Use exactly three dashes.",
      );
    }
  }

  result(value: Frontmatter): Loaded<Frontmatter> {
    return { value, diagnostics: this.#diagnostics ?? NO_DIAGNOSTICS };
  }
}
