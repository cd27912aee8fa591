import { parseLimitedYaml } from "./limited-yaml.js";

/** What could be saved of a block that is not valid YAML, entry by entry. */
export interface Recovered {
  readonly data: Record<string, unknown>;
  /** Entries taken as the text they are, for example `description: Use when: x`. */
  readonly repaired: readonly { readonly key: string; readonly line: number }[];
  /** Lines that belong to no entry. */
  readonly ignored: readonly { readonly text: string; readonly line: number }[];
  /** Entries that decide when a skill may be used and that can't be read: the skill must not load. */
  readonly unreadable: readonly { readonly key: string; readonly line: number; readonly reason: string }[];
}

interface Entry {
  readonly key: string;
  readonly line: number;
  readonly lines: string[];
}

const ENTRY = /^(?:([A-Za-z_][A-Za-z0-9_.-]*)|"([^"\n]+)"|'([^'\n]+)')[ \t]*:(?=\s|$)/;
/** Keys whose content restricts a skill; guessing at them could lift a restriction. */
const RESTRICTING = new Set(["metadata", "openclaw", "clawdbot", "requires", "os", "<<"]);
const MENTIONS_RESTRICTION = /metadata|openclaw|clawdbot|requires|disable-model-invocation/i;

/** Parses each top-level entry by itself, so that one bad line costs one line. `lines` are 1-based in the block. */
export function recoverEntries(block: string): Recovered {
  const data: Record<string, unknown> = Object.create(null);
  const repaired: { key: string; line: number }[] = [];
  const ignored: { text: string; line: number }[] = [];
  const unreadable: { key: string; line: number; reason: string }[] = [];

  for (const entry of splitEntries(block, ignored)) {
    const parsed = parseLimitedYaml(entry.lines.join("\n"));
    const repeated = entry.key in data;
    if (parsed.ok && entry.key in parsed.data && !(repeated && RESTRICTING.has(entry.key))) {
      if (parsed.repeated.length === 0 || !RESTRICTING.has(entry.key)) {
        data[entry.key] = parsed.data[entry.key];
        continue;
      }
    }
    if (RESTRICTING.has(entry.key)) {
      const reason = parsed.ok
        ? "it is written twice"
        : (parsed.problems[0]?.reason ?? "it is not valid YAML");
      unreadable.push({ key: entry.key, line: entry.line, reason });
      continue;
    }
    data[entry.key] = textOf(entry);
    repaired.push({ key: entry.key, line: entry.line });
  }
  for (const { text, line } of ignored) {
    if (MENTIONS_RESTRICTION.test(text))
      unreadable.push({ key: "metadata", line, reason: "the line has no `key:`" });
  }
  return { data, repaired, ignored, unreadable };
}

function splitEntries(block: string, ignored: { text: string; line: number }[]): readonly Entry[] {
  const entries: Entry[] = [];
  let open: Entry | undefined;
  for (const [index, line] of block.split("\n").entries()) {
    const match = ENTRY.exec(line);
    if (match !== null) {
      open = { key: match[1] ?? match[2] ?? match[3] ?? "", line: index + 1, lines: [line] };
      entries.push(open);
    } else if (line.trim() === "" || line.startsWith("#")) {
      open?.lines.push(line);
    } else if (open !== undefined && (/^[ \t]/.test(line) || /^[-}\]]/.test(line))) {
      open.lines.push(line.startsWith("\t") ? line.replace(/^\t+/, "  ") : line);
    } else {
      ignored.push({ text: line, line: index + 1 });
    }
  }
  return entries;
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
