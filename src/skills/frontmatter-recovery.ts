import { parseLimitedYaml } from "./limited-yaml.js";
import { parseRelaxedJson } from "./relaxed-json.js";

/** What could be saved of a block that is not valid YAML, entry by entry. */
export interface Recovered {
  readonly data: Record<string, unknown>;
  /** Entries taken as the text they are, for example `description: Use when: x`. */
  readonly repaired: readonly { readonly key: string; readonly line: number }[];
  /** Entries that YAML can't read as they stand: JSON with comments, tabs for indentation. */
  readonly tolerated: readonly { readonly key: string; readonly line: number }[];
  /** Lines that belong to no entry. */
  readonly ignored: readonly { readonly text: string; readonly line: number }[];
  /** Entries that decide when a skill may be used and that can't be read: the skill must not load. */
  readonly unreadable: readonly { readonly key: string; readonly line: number; readonly reason: string }[];
}

interface Entry {
  readonly key: string;
  readonly line: number;
  readonly lines: string[];
  /** Set when the value is a JSON5 object or list. */
  readonly json?: { readonly value: unknown };
  tabs: boolean;
}

interface Ignored {
  readonly text: string;
  readonly line: number;
  /** Key of the entry above it. */
  readonly after?: string;
}

const ENTRY = /^(?:([A-Za-z_][A-Za-z0-9_.-]*)|"([^"\n]+)"|'([^'\n]+)')[ \t]*:(?=\s|$)/;
/** Indented, a list item, or a closing bracket; not a line of dashes. */
const CONTINUES = /^(?:[ \t}\]]|-(?!-+[ \t]*$))/;
/** Keys whose content restricts a skill; guessing at them could lift a restriction. */
export const RESTRICTING = new Set(["metadata", "openclaw", "clawdbot", "clawdis", "requires", "os", "<<"]);
const MENTIONS_RESTRICTION = /metadata|openclaw|clawdbot|clawdis|requires|disable-model-invocation/i;
const RESTRICTION_LINE = /^\s*["']?(?:metadata|openclaw|clawdbot|clawdis|requires)["']?\s*:/i;
/** The same in the middle of a line, when a line break got lost; ordinary sentences have no bracket or quote there. */
const SWALLOWED = /(?:metadata|openclaw|clawdbot|clawdis|requires)["']?\s*:\s*(?:["'{[]|$)/i;

/** Parses each top-level entry by itself, so that one bad line costs one line. `lines` are 1-based in the block. */
export function recoverEntries(block: string): Recovered {
  const data: Record<string, unknown> = Object.create(null);
  const repaired: { key: string; line: number }[] = [];
  const tolerated: { key: string; line: number }[] = [];
  const ignored: Ignored[] = [];
  const unreadable: { key: string; line: number; reason: string }[] = [];

  for (const entry of splitEntries(block, ignored)) {
    const { key, line } = entry;
    const restricting = RESTRICTING.has(key);
    if (restricting && key in data) {
      unreadable.push({ key, line, reason: "it is written twice" });
      continue;
    }
    const parsed = parseLimitedYaml(entry.lines.join("\n"));
    const readable = entry.json !== undefined || (parsed.ok && key in parsed.data);
    if (readable && (entry.tabs || !parsed.ok)) tolerated.push({ key, line });
    if (entry.json !== undefined) data[key] = entry.json.value;
    else if (parsed.ok && key in parsed.data && !(restricting && parsed.repeated.length > 0))
      data[key] = parsed.data[key];
    else if (restricting) {
      const reason = parsed.ok ? "a key is written twice" : parsed.problems[0]?.reason;
      unreadable.push({ key, line, reason: reason ?? "it is not valid YAML" });
    } else {
      data[key] = textOf(entry);
      repaired.push({ key, line });
      const swallowed = entry.lines.findIndex(
        (text, index) => SWALLOWED.test(text) || (index > 0 && RESTRICTION_LINE.test(text)),
      );
      if (swallowed !== -1)
        unreadable.push({
          key: "metadata",
          line: line + swallowed,
          reason: "it stands inside another entry",
        });
    }
  }
  for (const { text, line, after } of ignored) {
    // It may belong to the restricting entry above it.
    if (MENTIONS_RESTRICTION.test(text) || RESTRICTING.has(after ?? ""))
      unreadable.push({ key: "metadata", line, reason: "the line has no `key:`" });
  }
  return { data, repaired, tolerated, ignored, unreadable };
}

function splitEntries(block: string, ignored: Ignored[]): readonly Entry[] {
  const entries: Entry[] = [];
  const lines = block.split("\n");
  let open: Entry | undefined;
  let offset = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const match = ENTRY.exec(line);
    const start = offset;
    offset += line.length + 1;
    if (match !== null) {
      const key = match[1] ?? match[2] ?? match[3] ?? "";
      const json = readJson(block, start + match[0].length);
      open = {
        key,
        line: index + 1,
        lines: [line],
        tabs: false,
        ...(json === undefined ? {} : { json: { value: json.value } }),
      };
      entries.push(open);
      while (json !== undefined && offset < json.end) {
        index += 1;
        open.lines.push(lines[index] ?? "");
        offset += (lines[index] ?? "").length + 1;
      }
    } else if (line.trim() === "" || line.startsWith("#")) {
      open?.lines.push(line);
    } else if (open?.json === undefined && open !== undefined && CONTINUES.test(line)) {
      const spaced = withoutTabs(line);
      open.tabs ||= spaced !== line;
      open.lines.push(spaced);
    } else {
      ignored.push({ text: line, line: index + 1, ...(open === undefined ? {} : { after: open.key }) });
    }
  }
  return entries;
}

/** A JSON5 object or list after a key, on its line or below it, that ends with its line. YAML knows neither its comments nor its freedom to start in the first column. */
function readJson(
  block: string,
  from: number,
): { readonly value: unknown; readonly end: number } | undefined {
  const start = from + (/^\s*/.exec(block.slice(from, from + 1_000))?.[0].length ?? 0);
  if (block[start] !== "{" && block[start] !== "[") return undefined;
  const parsed = parseRelaxedJson(block, { json5: true, start, partial: true });
  if (!parsed.ok) return undefined;
  const lineEnd = block.indexOf("\n", parsed.end);
  const rest = block.slice(parsed.end, lineEnd === -1 ? block.length : lineEnd);
  return /^\s*(?:#.*|\/\/.*)?$/.test(rest) ? { value: parsed.value, end: parsed.end } : undefined;
}

/** YAML forbids tabs for indentation; each one stands for one level. */
function withoutTabs(line: string): string {
  const tabs = /^[ \t]*/.exec(line)?.[0] ?? "";
  return tabs.replaceAll("\t", "  ") + line.slice(tabs.length);
}

/** Everything after the colon as one line, without a pair of quotes around it. */
function textOf(entry: Entry): string {
  const [first = "", ...rest] = entry.lines;
  const head = first.slice(first.indexOf(":", entry.key.length) + 1);
  const text = [head, ...rest]
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ")
    .replace(/^[|>][+-]? /, "");
  const quoted = /^(["'])(.*)\1$/s.exec(text);
  return quoted?.[2] ?? text;
}
