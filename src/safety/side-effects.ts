import type { Bundle } from "../ports/bundle.js";
import { safeText } from "../text/index.js";
import { addressesIn } from "./hosts.js";
import type { Language } from "./languages.js";
import { hasAny, MARK } from "./marks.js";
import { matchesOf } from "./matches.js";
import { type Document, readBundle } from "./read-bundle.js";
import type { Line } from "./segment.js";

/** Something that using the skill can do, and the line that says so. */
export interface SideEffect {
  /** `read:…`, `network:…`, `write:…`, `delete:…` or `shell:…`. */
  readonly effect: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Safe text. */
  readonly excerpt: string;
}

/** More of one kind help nobody; the kinds that matter are all there. */
const MAXIMUM = 200;
const EXCERPT_LENGTH = 120;
const TARGET_LENGTH = 80;

const ENV_READ =
  /\$\{?([A-Z][A-Z0-9_]{2,60})\b|process\.env\.([A-Z][A-Z0-9_]{2,60})\b|(?:environ(?:\.get)?|getenv|env\.get|process\.env)\s*[([]\s*["']([A-Za-z][A-Za-z0-9_]{2,60})|\$env:([A-Za-z][A-Za-z0-9_]{2,60})/g;
/** Set by every shell; reading them says nothing about the skill. */
const ORDINARY_ENV = new Set(
  "HOME PATH PWD USER SHELL LANG TERM TMPDIR OSTYPE HOSTNAME UID EUID IFS BASH_SOURCE BASH_REMATCH RANDOM SECONDS OPTARG OPTIND PIPESTATUS FUNCNAME LINENO PPID OLDPWD LC_ALL EDITOR PAGER NODE_ENV DISPLAY XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME ARGUMENTS".split(
    " ",
  ),
);
const SENSITIVE_PATH =
  /(?:~|\$HOME|\$\{HOME\}|\/home\/[\w.-]+|\/root)?\/\.(?:ssh|aws|gnupg|netrc|npmrc|pypirc|kube|docker|git-credentials|config\/gcloud|config\/gh)\b[\w./-]*|\/etc\/(?:passwd|shadow)\b/g;

const DELETE =
  /\brm\s+(?:-[a-zA-Z-]+\s+)*([^\s;|&<>-][^\s;|&<>]*)|\b(?:rmdir|unlink|shred)\s+(?:-\S+\s+)*([^\s;|&<>]+)|\bfind\b.*\s(-delete)\b|\b(?:rmtree|os\.remove|os\.unlink|unlinkSync|rmSync|fs\.rm|fs\.unlink|rimraf|removeSync)\s*\(\s*([^),]{0,80})|\b(Remove-Item|del|erase)\s+[^\n]|\b(DELETE\s+FROM|DROP\s+TABLE|TRUNCATE\s+TABLE)\b|\bgit\s+(push\s+(?:--delete|-d)|branch\s+-D|reset\s+--hard|clean\s+-[a-z]*f)|-X\s*["']?(DELETE)\b/;
/** Words without which nothing is deleted. */
const DELETES = /\brm|\bunlink|shred|-delete|remove|rimraf|\bdel\b|erase|delete|drop|truncate|\bgit\b/i;
const WRITE =
  /(?:^|[^0-9&>=<-])>{1,2}\s*(?!&|\/dev\/(?:null|stderr|stdout)\b|=)["']?([~$./\w][^\s"';|&)]*)|\btee\s+(?:-a\s+)?([^\s;|&-][^\s;|&]*)|\bsed\s+-i\b|\b(?:writeFile|writeFileSync|appendFile|appendFileSync|outputFile|createWriteStream)\s*\(\s*([^),]{0,80})|\bopen\s*\(\s*([^),]{0,80}),\s*["'][wax]|\.write_(?:text|bytes)\s*\(|\b(?:mkdir|touch|cp|mv|ln)\s+(?:-\S+\s+)*([^\s;|&]+)|\b(?:curl|wget)\b.*\s(?:-o|-O|--output)\s+([^\s;|&]+)|\b(?:git\s+(?:commit|push|merge|rebase|tag)|npm\s+(?:publish|version)|gh\s+\w+\s+(?:create|edit|merge|close|delete))\b|-X\s*["']?(POST|PUT|PATCH)\b|\b(?:requests|httpx|axios)\.(post|put|patch|delete)\s*\(|\bmethod:\s*["'](POST|PUT|PATCH|DELETE)["']/;
const SPAWN =
  /\b(?:subprocess\.(?:run|Popen|call|check_output|check_call)|os\.(?:system|popen|exec\w*)|child_process|execSync|spawnSync|execFile|Bun\.spawn|Deno\.Command|shelljs)\b/;
const NETWORK_TOOL =
  /\b(?:curl|wget|fetch\(|axios|requests\.|httpx\.|urlopen|http\.client|https?\.(?:get|request)|aiohttp|nc|ssh|scp|rsync|WebSocket|gh|aws|gcloud|npm|pip|brew|apt|apt-get)\b/;

/** What a skill's files say it will do: hosts, variables, writes, deletions, commands; each with its evidence. */
export function deriveSideEffects(bundle: Bundle): readonly SideEffect[] {
  return sideEffectsOf(readBundle(bundle).documents);
}

/** The same for documents that were read already. */
export function sideEffectsOf(documents: readonly Document[]): readonly SideEffect[] {
  const found = new Map<string, SideEffect>();
  for (const { file, lines } of documents) {
    const isText = /\.(?:md|markdown|txt)$/i.test(file);
    const script = `shell:${file.slice(0, TARGET_LENGTH)}`;
    for (const line of lines) {
      for (const effect of effectsOfLine(line, isText ? SHELLS[line.language] : script)) {
        if (found.size >= MAXIMUM || found.has(effect)) continue;
        const excerpt = safeText(line.text.trim(), EXCERPT_LENGTH);
        found.set(effect, { effect, file, line: line.number, excerpt });
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.effect < b.effect ? -1 : a.effect > b.effect ? 1 : 0));
}

/** What running the code of a document is; data and text are not run. */
const SHELLS: Readonly<Partial<Record<Language, string>>> = {
  shell: "shell:bash",
  powershell: "shell:powershell",
};

const NOTHING: readonly string[] = [];

function effectsOfLine(line: Line, shell: string | undefined): readonly string[] {
  const { text, region, language, marks } = line;
  if (marks === 0) return NOTHING;
  if (region === "frontmatter")
    return (text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []).map((name) => `read:env:${name}`);
  if (region !== "code") {
    if (!hasAny(marks, MARK.backtick)) return NOTHING;
    return inlineCode(text).flatMap((span) => effectsOfCode(span.slice(0, 2000), line));
  }
  const effects = effectsOfCode(text.slice(0, 2000), line);
  const runs = shell !== undefined && language !== "data" && language !== "text" && text.trim() !== "";
  return runs ? [shell, ...effects] : effects;
}

function effectsOfCode(text: string, line: Line): readonly string[] {
  const effects: string[] = [];
  if (text.includes("://") && (line.region === "code" || NETWORK_TOOL.test(text))) {
    for (const { host } of addressesIn(text)) {
      // A gap to fill in is no host; a sample host shows that there is one.
      if (host !== "" && !/[<>{}$%*]/.test(host)) effects.push(`network:${host.slice(0, TARGET_LENGTH)}`);
    }
  }
  if (text.includes("$") || text.includes("env")) {
    for (const match of matchesOf(text, ENV_READ)) {
      const name = match[1] ?? match[2] ?? match[3] ?? match[4];
      if (name !== undefined && !ORDINARY_ENV.has(name)) effects.push(`read:env:${name}`);
    }
  }
  if (text.includes("/.") || text.includes("/etc/")) {
    for (const match of matchesOf(text, SENSITIVE_PATH)) effects.push(`read:${target(match[0])}`);
  }
  const deletion = DELETES.test(text) ? DELETE.exec(text) : null;
  if (deletion !== null) effects.push(`delete:${target(firstGroup(deletion))}`);
  const write = WRITE.exec(text);
  if (write !== null) effects.push(`write:${target(firstGroup(write))}`);
  if (SPAWN.test(text)) effects.push("shell:subprocess");
  return effects;
}

function inlineCode(text: string): readonly string[] {
  return text.split("`").filter((part, index) => index % 2 === 1 && part.includes(" "));
}

function firstGroup(match: RegExpExecArray): string {
  return match.slice(1).find((group) => group !== undefined && group !== "") ?? match[0];
}

function target(text: string): string {
  return text
    .trim()
    .replace(/^["'`]+|["'`]+$/g, "")
    .slice(0, TARGET_LENGTH);
}
