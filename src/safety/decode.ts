import { gunzipSync, inflateSync } from "fflate";
import { rareBases } from "./decode-rare-bases.js";
import { hasAny, MARK, marksOf } from "./marks.js";
import { matchesOf } from "./matches.js";
import type { Line } from "./segment.js";

/** Text that was written so that it can't be read at a glance. */
export interface Decoded {
  readonly line: number;
  readonly text: string;
  /** The encoding, for the reader of the finding. */
  readonly how: string;
}

const MAXIMUM_DECODED = 20_000;
const MAXIMUM_PIECES = 400;
/** Pieces of an endless line; patterns below never see more. */
const WINDOW = 8_000;

const BASE64_RUN = /[A-Za-z0-9+/_-]{20,}={0,2}/g;
const BASE64_LINE = /^[\s"'`#*>-]*([A-Za-z0-9+/]{40,}={0,2})["'`\\,]*\s*$/;
const HEX_RUN = /(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}){12,}(?![0-9a-fA-F])/g;
const SPACED_HEX = /(?:\b(?:0x)?[0-9a-fA-F]{2}\b[\s,]{1,2}){11,}(?:0x)?[0-9a-fA-F]{2}\b/g;
const ESCAPES = /\\x([0-9a-fA-F]{2})|\\u\{?([0-9a-fA-F]{4,6})\}?|\\([0-3]?[0-7]{2,3})(?![0-9])/g;
const PERCENT = /%([0-9a-fA-F]{2})/g;
const ENTITY = /&#(?:x([0-9a-fA-F]{2,5})|(\d{2,6}));/g;
const NUMBERS = /(?:\b\d{2,3}\b\s*,\s*){7,}\d{2,3}\b/g;
const CHR_CALLS = /(?:chr|char|fromCharCode)\s*\(\s*\d/i;
const CONCATENATED = /(["'`])\s*(?:\+|\.\.|\.|&)\s*["'`]|(["'])\s+["'](?=[\w/-])/g;
const QUOTE_SPLIT =
  /(?<=\w)(?:""|'')(?=\w)|(?<=\w)\\(?=[a-z])|(?<=\w)["'](?=\w+["'])|\$\{?IFS(?:%\?\?)?\}?(?:\$9)?|\$@/g;
const QUOTE_TRICK = /\w(?:""|''|\\[a-z]|["']\w)|\$\{?IFS|\$@/;
const STRING = /["'`]([^"'`]{8,2000})["'`]/g;
/** `["cu", "rl …", …]`: a command in pieces, to be joined at run time. */
const STRING_LIST =
  /[[(]\s*(?:[\w.]{1,40}\s*,\s*)?(?:["'][^"'\n]{1,60}["']\s*,\s*){2,40}["'][^"'\n]{1,60}["']\s*,?\s*[\])]/g;
const LIST_ITEM = /["']([^"'\n]{1,60})["']/g;
const PROGRAM =
  /["'](?:curl|wget|pip3?|npm|npx|bash|sh|zsh|rm|chmod|nc|scp|rsync|docker|powershell|crontab|osascript|launchctl|xattr)["']/;
const REVERSED = /\brev\b|\[::-1\]|\.reverse\(\)|reversed\(|strrev/i;
const ROTATED = /rot_?13|N-ZA-Mn-za-m|n-za-m/i;

/** Nothing is encoded in a line of prose that has none of these. */
const MAY_ENCODE =
  MARK.longWord |
  MARK.longRun |
  MARK.digit |
  MARK.backslash |
  MARK.percent |
  MARK.ampersand |
  MARK.round |
  MARK.quote |
  MARK.backtick;

/** Everything in a document that decodes to readable text, one level deep. */
export function decodeAll(lines: readonly Line[]): readonly Decoded[] {
  const found: Decoded[] = [];
  const add = (line: number, text: string | undefined, how: string) => {
    if (text !== undefined && found.length < MAXIMUM_PIECES)
      found.push({ line, text: text.slice(0, MAXIMUM_DECODED), how });
  };
  let wrappedUntil = 0;
  for (let index = 0; index < lines.length && found.length < MAXIMUM_PIECES; index += 1) {
    const line = lines[index];
    if (line === undefined || line.text.length < 6) continue;
    if (hasAny(line.marks, MAY_ENCODE) || line.region === "code") {
      for (let at = 0; at < line.text.length; at += WINDOW) {
        const end = at + WINDOW + 500;
        const piece = line.text.length <= end ? line.text.slice(at) : line.text.slice(at, end);
        decodeLine(piece, piece.length === line.text.length ? line.marks : marksOf(piece), line, add);
        if (end >= line.text.length) break;
      }
    }
    // A line inside a run that was read already starts no run of its own.
    if (index >= wrappedUntil && hasAny(line.marks, MARK.longWord) && line.text.length >= 40)
      wrappedUntil = index + decodeWrapped(lines, index, add);
  }
  for (const [line, text] of substituted(lines)) add(line, text, "assembled from variables");
  return found;
}

function decodeLine(
  text: string,
  marks: number,
  line: Line,
  add: (line: number, text: string | undefined, how: string) => void,
): void {
  const number = line.number;
  if (hasAny(marks, MARK.longWord)) {
    for (const [run] of matchesOf(text, BASE64_RUN)) if (isMixed(run)) add(number, fromBase64(run), "base64");
    for (const [run] of matchesOf(text, HEX_RUN))
      add(number, readable(Buffer.from(run, "hex")), "hexadecimal");
  }
  if (hasAny(marks, MARK.longRun))
    for (const [bytes, how] of rareBases(text)) add(number, readable(bytes), how);
  if (text.length >= 20 && hasAny(marks, MARK.digit)) {
    if (/\b[0-9a-fA-F]{2}[\s,]{1,2}(?:0x)?[0-9a-fA-F]{2}\b/.test(text)) {
      for (const [run] of matchesOf(text, SPACED_HEX)) {
        add(number, readable(Buffer.from(run.replace(/0x|[\s,]/g, ""), "hex")), "hexadecimal");
      }
    }
    if (hasAny(marks, MARK.comma) && /\d\s*,\s*\d/.test(text))
      for (const [run] of matchesOf(text, NUMBERS)) add(number, fromCodes(run), "character codes");
  }
  if (hasAny(marks, MARK.backslash)) add(number, replaced(text, ESCAPES, 3, unescaped), "escape sequences");
  if (hasAny(marks, MARK.percent))
    add(
      number,
      replaced(text, PERCENT, 4, (_, hex) => byte(hex, 16)),
      "URL encoding",
    );
  if (hasAny(marks, MARK.ampersand) && text.includes("&#"))
    add(
      number,
      replaced(text, ENTITY, 3, (_, hex, decimal) => byte(hex ?? decimal, hex ? 16 : 10)),
      "HTML entities",
    );
  if (hasAny(marks, MARK.round) && CHR_CALLS.test(text))
    add(
      number,
      replaced(text, /(?:chr|char|fromCharCode)\s*\(\s*(\d{2,3})\s*\)\s*(?:\+|\.|&)?\s*/gi, 4, (_, code) =>
        byte(code, 10),
      ),
      "character codes",
    );
  const quotes = hasAny(marks, MARK.quote | MARK.backtick);
  if (line.region === "code" || hasAny(marks, MARK.backtick)) {
    if (quotes)
      add(
        number,
        replaced(text, CONCATENATED, 1, () => ""),
        "string concatenation",
      );
    if ((quotes || hasAny(marks, MARK.backslash | MARK.dollar)) && QUOTE_TRICK.test(text))
      add(
        number,
        replaced(text, QUOTE_SPLIT, 1, (match) => (match.includes("IFS") ? " " : "")),
        "quoting tricks",
      );
  }
  if (line.region === "code" && hasAny(marks, MARK.comma) && hasAny(marks, MARK.quote)) {
    for (const [run] of matchesOf(text, STRING_LIST)) {
      const items = matchesOf(run, LIST_ITEM).map(([, item]) => item ?? "");
      add(number, items.join(""), "string concatenation");
      if (PROGRAM.test(run)) add(number, items.join(" "), "an argument list");
    }
  }
  if (!quotes) return;
  if ((text.includes("rev") || text.includes("[::")) && REVERSED.test(text)) {
    for (const [, quoted] of matchesOf(text, STRING))
      add(number, [...(quoted ?? "")].reverse().join(""), "reversal");
  }
  if ((text.includes("13") || text.includes("-")) && ROTATED.test(text))
    for (const [, quoted] of matchesOf(text, STRING)) add(number, rotate(quoted ?? ""), "ROT13");
}

/** Base64 that is wrapped over several lines; returns how many lines it took. */
function decodeWrapped(
  lines: readonly Line[],
  index: number,
  add: (line: number, text: string | undefined, how: string) => void,
): number {
  const first = lines[index];
  if (first === undefined || first.text.length < 40 || !BASE64_LINE.test(first.text.slice(0, 400))) return 0;
  let joined = "";
  let count = 0;
  for (; joined.length < MAXIMUM_DECODED * 2; count += 1) {
    const text = lines[index + count]?.text.slice(0, 400) ?? "";
    const part =
      count === 0
        ? BASE64_LINE.exec(text)?.[1]
        : /^[\s"'`#*>]*([A-Za-z0-9+/]{2,}={0,2})["'`\\,)]*\s*$/.exec(text)?.[1];
    if (part === undefined) break;
    joined += part;
  }
  if (count < 2) return 0;
  add(first.number, fromBase64(joined), "base64");
  return count;
}

const ASSIGNED =
  /(?:^|[;\s])(?:const |let |var |export |local )?\$?([A-Za-z_]\w{0,30})\s?=\s?(?:"([^"$`]{1,200})"|'([^'`]{1,200})'|([\w./:+-]{1,200})(?=$|[;\s]))/g;

/** `A=cur; B=l; $A$B …`: commands whose words are put together at run time. */
function substituted(lines: readonly Line[]): readonly (readonly [number, string])[] {
  const result: (readonly [number, string])[] = [];
  let constants = new Map<string, string>();
  let block = -1;
  for (const line of lines) {
    if (line.region !== "code") continue;
    if (line.block !== block) {
      constants = new Map();
      block = line.block;
    }
    if (line.text.length > 600) continue;
    const assigned = hasAny(line.marks, MARK.equals) ? matchesOf(line.text, ASSIGNED) : [];
    if (constants.size > 0 && constants.size < 200 && /\$[\w{]|\w\s*\+\s*\w/.test(line.text)) {
      const text = line.text
        .replace(/\$\{?([A-Za-z_]\w{0,30})\}?/g, (whole, name: string) => constants.get(name) ?? whole)
        .replace(
          /\b([A-Za-z_]\w{0,30})\b(?=\s*\+)|(?<=\+\s{0,3})\b([A-Za-z_]\w{0,30})\b/g,
          (whole: string) => {
            const value = constants.get(whole);
            return value === undefined ? whole : `"${value}"`;
          },
        )
        .replace(/["'`]\s*\+\s*["'`]/g, "");
      if (text !== line.text) result.push([line.number, text]);
    }
    for (const match of assigned) constants.set(match[1] ?? "", match[2] ?? match[3] ?? match[4] ?? "");
    if (result.length >= 50) break;
  }
  return result;
}

/** Real Base64 of text has capitals, small letters, and a digit or a sign; paths and words don't. */
function isMixed(run: string): boolean {
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && (/[0-9+=]/.test(run) || run.length >= 28);
}

function fromBase64(run: string): string | undefined {
  // Cheap look at the first bytes before anything is decoded in full.
  const head = Buffer.from(run.slice(0, 24), "base64");
  if (head[0] === 0x1f && head[1] === 0x8b)
    return unpack(Buffer.from(run.slice(0, MAXIMUM_DECODED), "base64"));
  if (head[0] === 0x78 && (head[1] === 0x9c || head[1] === 0xda || head[1] === 0x01))
    return unpack(Buffer.from(run.slice(0, MAXIMUM_DECODED), "base64"));
  if (!looksPrintable(head)) return undefined;
  return readable(Buffer.from(run.slice(0, MAXIMUM_DECODED * 2), "base64"));
}

function unpack(bytes: Buffer): string | undefined {
  try {
    const target = new Uint8Array(MAXIMUM_DECODED);
    return readable(
      Buffer.from(
        bytes[0] === 0x1f
          ? gunzipSync(bytes, { out: target })
          : inflateSync(bytes.subarray(2), { out: target }),
      ),
    );
  } catch {
    return undefined;
  }
}

/** The text of bytes that are text; UTF-16 is seen by its zero bytes. */
function readable(bytes: Buffer): string | undefined {
  if (!looksPrintable(bytes)) return undefined;
  const text = bytes.includes(0) ? bytes.toString("utf8").replace(/\0/g, "") : bytes.toString("utf8");
  return text.length >= 6 && !text.includes("\ufffd") ? text : undefined;
}

function looksPrintable(bytes: Uint8Array): boolean {
  let odd = 0;
  let zeros = 0;
  for (const code of bytes) {
    if (code === 0) zeros += 1;
    else if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) odd += 1;
  }
  if (odd > 0 || bytes.length < 6) return false;
  return zeros === 0 || Math.abs(zeros - bytes.length / 2) <= 2;
}

function fromCodes(run: string): string | undefined {
  const codes = run.split(",").map((code) => Number.parseInt(code, 10));
  return codes.every((code) => (code >= 32 && code < 127) || code === 9 || code === 10)
    ? String.fromCharCode(...codes.slice(0, 4000))
    : undefined;
}

/** The text with at least `minimum` replacements made; undefined when there were fewer. */
function replaced(
  text: string,
  pattern: RegExp,
  minimum: number,
  by: (match: string, ...groups: (string | undefined)[]) => string,
): string | undefined {
  let count = 0;
  const result = text.replace(pattern, (match: string, ...groups: unknown[]) => {
    count += 1;
    return by(match, ...groups.map((group) => (typeof group === "string" ? group : undefined)));
  });
  return count >= minimum ? result : undefined;
}

function unescaped(match: string, hex?: string, unicode?: string, octal?: string): string {
  const value = hex ?? unicode;
  if (value !== undefined) return byte(value, 16);
  return octal === undefined ? match : byte(octal, 8);
}

function byte(digits: string | undefined, base: number): string {
  const code = Number.parseInt(digits ?? "", base);
  return code >= 9 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

function rotate(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}
