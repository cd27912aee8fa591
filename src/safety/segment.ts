import { hasAny, MARK, marksOf } from "./marks.js";
import type { Normalised } from "./normalise.js";

/** What kind of text a line is: the same words mean different things in each. */
export type Region = "frontmatter" | "prose" | "code" | "comment";

export type Language = "shell" | "python" | "javascript" | "powershell" | "text" | "data";

export interface Line {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
  readonly region: Region;
  /** Only for code; `text` for prose. */
  readonly language: Language;
  /** Lines of one code block, one comment or one prose run share a number. */
  readonly block: number;
  /** The nearest heading above, lower case. */
  readonly heading: string;
  /** What stands in it. */
  readonly marks: number;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  shell: "shell",
  console: "shell",
  terminal: "shell",
  fish: "shell",
  "shell-session": "shell",
  shellsession: "shell",
  dockerfile: "shell",
  makefile: "shell",
  cmd: "powershell",
  bat: "powershell",
  batch: "powershell",
  powershell: "powershell",
  ps1: "powershell",
  pwsh: "powershell",
  python: "python",
  py: "python",
  python3: "python",
  js: "javascript",
  javascript: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  ts: "javascript",
  typescript: "javascript",
  tsx: "javascript",
  jsx: "javascript",
  node: "javascript",
  json: "data",
  yaml: "data",
  yml: "data",
  toml: "data",
  xml: "data",
  html: "data",
  csv: "data",
  ini: "data",
  sql: "data",
};

const EXTENSIONS: Readonly<Record<string, Language>> = {
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  fish: "shell",
  command: "shell",
  py: "python",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  ts: "javascript",
  mts: "javascript",
  cts: "javascript",
  tsx: "javascript",
  jsx: "javascript",
  ps1: "powershell",
  psm1: "powershell",
  bat: "powershell",
  cmd: "powershell",
  json: "data",
  yaml: "data",
  yml: "data",
  toml: "data",
  xml: "data",
  plist: "data",
  html: "data",
  htm: "data",
  xsd: "data",
  svg: "data",
  css: "data",
  csv: "data",
  tsv: "data",
  rb: "python",
  pl: "shell",
  php: "javascript",
  ksh: "shell",
  bats: "shell",
  mk: "shell",
  mak: "shell",
  awk: "shell",
  tcl: "shell",
  cron: "shell",
  crontab: "shell",
  env: "shell",
  envrc: "shell",
  defaults: "shell",
  dockerfile: "shell",
  containerfile: "shell",
  service: "shell",
  timer: "shell",
  desktop: "shell",
  pm: "shell",
  vbs: "powershell",
  wsf: "powershell",
  hta: "powershell",
  psd1: "powershell",
  reg: "powershell",
  pyw: "python",
  pyi: "python",
  pyx: "python",
  pth: "python",
  ipynb: "python",
  gemspec: "python",
  rake: "python",
  lua: "python",
  r: "python",
  jl: "python",
  applescript: "shell",
  scpt: "shell",
  go: "javascript",
  rs: "javascript",
  java: "javascript",
  kt: "javascript",
  kts: "javascript",
  groovy: "javascript",
  gradle: "javascript",
  swift: "javascript",
  scala: "javascript",
  cs: "javascript",
  c: "javascript",
  h: "javascript",
  cc: "javascript",
  cpp: "javascript",
  dart: "javascript",
  vue: "javascript",
  svelte: "javascript",
  json5: "data",
  jsonc: "data",
  jsonl: "data",
  ini: "data",
  cfg: "data",
  conf: "data",
  properties: "data",
  tf: "data",
  hcl: "data",
  sql: "data",
  npmrc: "data",
  pypirc: "data",
  gitconfig: "data",
  gitmodules: "data",
  gitattributes: "data",
  editorconfig: "data",
  workflow: "data",
  mobileconfig: "data",
};

/** Files that are known by their whole name. */
const NAMES: Readonly<Record<string, Language>> = {
  makefile: "shell",
  gnumakefile: "shell",
  dockerfile: "shell",
  containerfile: "shell",
  justfile: "shell",
  procfile: "shell",
  crontab: "shell",
  brewfile: "python",
  rakefile: "python",
  gemfile: "python",
  vagrantfile: "python",
  guardfile: "python",
  podfile: "python",
  fastfile: "python",
  sconstruct: "python",
  jenkinsfile: "javascript",
};

/** Hooks of git run by their names alone. */
const HOOK =
  /^(?:(?:pre|post)-(?:commit|push|merge|checkout|rewrite|receive|rebase|applypatch|update)|prepare-commit-msg|commit-msg|applypatch-msg)$/;
/** `.bashrc`, `.zprofile` and `Dockerfile.dev`. */
const START_FILE =
  /^\.?(?:bash|zsh|ksh)?(?:rc|_?profile|env|login|logout|aliases)$|^(?:docker|container|make)file\./;

const FENCE = /^\s{0,12}(?:>\s?)?(`{3,}|~{3,})\s*([\w+-]*)/;
const HEADING = /^\s{0,3}#{1,6}\s+(.*)$/;
/** A reference definition that nothing refers to is a Markdown comment: `[//]: # (text)`. */
const REFERENCE_COMMENT = /^\s*\[(?:\/\/|comment|_)\]:\s*(?:#|<>)\s*["'(](.*)["')]\s*$/i;

/** The language of a file by its name; undefined for Markdown and plain text, which are segmented. */
export function languageOfFile(file: string, firstLine = ""): Language | undefined {
  const name = file.slice(file.lastIndexOf("/") + 1).toLowerCase();
  const dot = name.lastIndexOf(".");
  const known = dot < 0 ? undefined : extensionOf(name.slice(dot + 1));
  if (known !== undefined) return known;
  const byName = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  if (byName !== undefined) return byName;
  if (HOOK.test(name) || START_FILE.test(name)) return "shell";
  if (!firstLine.startsWith("#!")) return undefined;
  if (/python/.test(firstLine)) return "python";
  return /node|deno|bun/.test(firstLine) ? "javascript" : "shell";
}

function extensionOf(ending: string): Language | undefined {
  return Object.hasOwn(EXTENSIONS, ending) ? EXTENSIONS[ending] : undefined;
}

/** Splits a document into lines that know what they are. One pass, no backtracking parser. */
export function segment(text: Pick<Normalised, "lines" | "marks">, file: string): readonly Line[] {
  const { lines, marks } = text;
  const language = languageOfFile(file, lines[0]);
  if (language !== undefined) {
    return lines.map((text, index) => ({
      number: index + 1,
      text,
      region: "code",
      language,
      block: 0,
      heading: "",
      marks: marks[index] ?? 0,
    }));
  }
  return segmentMarkdown(text);
}

function segmentMarkdown({ lines, marks }: Pick<Normalised, "lines" | "marks">): readonly Line[] {
  const result: Line[] = [];
  let heading = "";
  let block = 0;
  let fence: { readonly mark: string; readonly language: Language } | undefined;
  let inComment = false;
  let index = 0;
  const push = (text: string, region: Region, language: Language) => {
    const own = text === lines[index] ? (marks[index] ?? 0) : marksOf(text);
    result.push({ number: index + 1, text, region, language, block, heading, marks: own });
  };
  if (lines[0]?.trim() === "---") {
    const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---");
    for (; end > 0 && index <= end; index += 1) push(lines[index] ?? "", "frontmatter", "data");
  }
  for (; index < lines.length; index += 1) {
    const text = lines[index] ?? "";
    const mayFence = hasAny(marks[index] ?? 0, MARK.backtick | MARK.emphasis);
    if (fence !== undefined) {
      if (mayFence && text.trim().startsWith(fence.mark) && text.trim().replace(/[`~]/g, "") === "") {
        fence = undefined;
        block += 1;
      } else push(text, "code", fence.language);
      continue;
    }
    if (!inComment) {
      const opening = mayFence ? FENCE.exec(text) : null;
      if (opening !== null) {
        block += 1;
        fence = { mark: opening[1] ?? "```", language: languageOf(opening[2] ?? "") };
        continue;
      }
      const title = text.startsWith("#") ? HEADING.exec(text) : null;
      if (title !== null) {
        heading = (title[1] ?? "").toLowerCase();
        block += 1;
      }
    }
    if (!inComment && !hasAny(marks[index] ?? 0, MAY_COMMENT)) {
      push(text, "prose", "text");
      continue;
    }
    inComment = pushProse(text, inComment, push, () => {
      block += 1;
    });
  }
  return result;
}

/** Both kinds of comments need one of these. */
const MAY_COMMENT = MARK.angle | MARK.square;

/** Splits one line at HTML comment borders; returns whether a comment is still open. */
function pushProse(
  text: string,
  open: boolean,
  push: (text: string, region: Region, language: Language) => void,
  nextBlock: () => void,
): boolean {
  const opening = open ? 0 : text.indexOf("<!--");
  // In backticks or in a table it is shown, as an example.
  const shown =
    opening > 0 && (text.trimStart().startsWith("|") || text.slice(0, opening).split("`").length % 2 === 0);
  if (!open && (opening < 0 || (shown && text.includes("-->")))) {
    const reference = text.startsWith("[") || text.startsWith(" ") ? REFERENCE_COMMENT.exec(text) : null;
    if (reference !== null) {
      nextBlock();
      push(reference[1] ?? "", "comment", "text");
      nextBlock();
    } else push(text, "prose", "text");
    return false;
  }
  let inComment = open;
  let rest = text;
  for (;;) {
    const border = rest.indexOf(inComment ? "-->" : "<!--");
    const part = border < 0 ? rest : rest.slice(0, border);
    if (part.trim() !== "" || border < 0) push(part, inComment ? "comment" : "prose", "text");
    if (border < 0) return inComment;
    rest = rest.slice(border + (inComment ? 3 : 4));
    inComment = !inComment;
    nextBlock();
    if (rest === "") return inComment;
  }
}

function languageOf(tag: string): Language {
  const known = LANGUAGES[tag.toLowerCase()];
  // An unlabelled block is most often a command; a wrong guess costs nothing, because commands are looked for everywhere.
  return known ?? (tag === "" ? "shell" : "text");
}
