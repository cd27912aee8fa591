import { faithfulNumber, parseRelaxedJson } from "./relaxed-json.js";

/**
 * Reads the plain forms in which nearly all skills are written: one-line scalars, indented maps,
 * lists, and JSON. Anything else gives `undefined` and is left to the YAML parser, whose answer
 * this one equals wherever it gives one (a property of the tests); it is about twenty times faster.
 */
export function parseSimpleYaml(block: string): Record<string, unknown> | undefined {
  // Tabs, control and special characters, other line breaks and lone surrogates: the slow way.
  if (
    !/^[\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufdcf\ufdf0-\ufefe\uff00-\uffef\u{10000}-\u{1f9ff}]*$/u.test(
      block,
    )
  ) {
    return undefined;
  }
  const reader: Lines = { lines: block.split("\n"), next: 0, failed: false };
  skipBlank(reader);
  if (reader.next >= reader.lines.length) return undefined;
  const data = readMap(reader, 0, 0);
  skipBlank(reader);
  return reader.failed || reader.next < reader.lines.length ? undefined : data;
}

interface Lines {
  readonly lines: string[];
  next: number;
  failed: boolean;
}

const ENTRY = /^( *)([A-Za-z_][A-Za-z0-9_-]*):(?: (.*))?$/;
const MAXIMUM_DEPTH = 16;

function readMap(reader: Lines, indent: number, depth: number): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null);
  if (depth > MAXIMUM_DEPTH) reader.failed = true;
  while (!reader.failed) {
    skipBlank(reader);
    const line = reader.lines[reader.next];
    if (line === undefined || indentOf(line) < indent) return result;
    const entry = ENTRY.exec(line);
    const key = entry?.[2];
    if (entry === null || key === undefined || entry[1]?.length !== indent || key in result) break;
    reader.next += 1;
    result[key] = readValue(reader, entry[3] ?? "", indent, depth);
  }
  reader.failed = true;
  return result;
}

/** The value after `key:`, on the same line or indented below it. */
function readValue(reader: Lines, text: string, indent: number, depth: number): unknown {
  const first = text.charCodeAt(0);
  if (first === 0x7b || first === 0x5b) return readFlow(reader, text, indent);
  if (text !== "") {
    const value = readScalar(reader, text);
    skipBlank(reader);
    const following = reader.lines[reader.next];
    // More-indented text continues the scalar: YAML's folding is not ours to repeat.
    if (following !== undefined && indentOf(following) > indent) reader.failed = true;
    return value;
  }
  skipBlank(reader);
  const following = reader.lines[reader.next];
  if (following === undefined) return null;
  const inner = indentOf(following);
  if (inner <= indent) {
    if (inner === indent && following.startsWith("-", inner)) reader.failed = true;
    return null;
  }
  const start = following.charCodeAt(inner);
  if (start === 0x2d) return readList(reader, inner, depth + 1);
  if (start === 0x7b || start === 0x5b) {
    reader.next += 1;
    return readFlow(reader, following.slice(inner), indent);
  }
  return readMap(reader, inner, depth + 1);
}

function readList(reader: Lines, indent: number, depth: number): unknown[] {
  const result: unknown[] = [];
  if (depth > MAXIMUM_DEPTH) reader.failed = true;
  while (!reader.failed) {
    skipBlank(reader);
    const line = reader.lines[reader.next];
    if (line === undefined || indentOf(line) < indent) return result;
    if (indentOf(line) !== indent || !line.startsWith("- ", indent)) break;
    const text = line.slice(indent + 2);
    if (/^[A-Za-z_][A-Za-z0-9_-]*:(?: |$)/.test(text)) {
      reader.lines[reader.next] = `${" ".repeat(indent + 2)}${text}`;
      result.push(readMap(reader, indent + 2, depth + 1));
      continue;
    }
    reader.next += 1;
    result.push(text === "" || text.startsWith(" ") ? fail(reader) : readValue(reader, text, indent, depth));
  }
  reader.failed = true;
  return result;
}

/** JSON, on one line or over several that are all indented deeper than their key. */
function readFlow(reader: Lines, text: string, indent: number): unknown {
  let source = text;
  for (;;) {
    const line = reader.lines[reader.next];
    if (line === undefined || (line !== "" && indentOf(line) <= indent)) break;
    source += `\n${line}`;
    reader.next += 1;
  }
  // YAML wants a key and its colon on one line.
  if (/"\s*\n\s*:/.test(source)) return fail(reader);
  const parsed = parseRelaxedJson(source, { json5: false });
  return parsed.ok ? parsed.value : fail(reader);
}

function readScalar(reader: Lines, text: string): unknown {
  const first = text.charCodeAt(0);
  const last = text.length - 1;
  if (first === 0x22 || first === 0x27) {
    const inner = text.slice(1, last);
    const quoteAgain = inner.includes(first === 0x22 ? '"' : "'");
    const closed = last > 0 && text.charCodeAt(last) === first;
    return !closed || quoteAgain || (first === 0x22 && inner.includes("\\")) ? fail(reader) : inner;
  }
  return readPlain(reader, text);
}

function readPlain(reader: Lines, text: string): unknown {
  if (!/^[A-Za-z0-9/\u00c0-\u{1f9ff}]/u.test(text) || text.includes(": ") || text.includes(" #"))
    return fail(reader);
  if (text.endsWith(":") || text.endsWith(" ")) return fail(reader);
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (/^(?:null|Null|NULL)$/.test(text)) return null;
  if (/^\d/.test(text) && !text.includes(" "))
    return /^(?:0|[1-9]\d*)$/.test(text) ? faithfulNumber(text) : fail(reader);
  return text;
}

function fail(reader: Lines): null {
  reader.failed = true;
  return null;
}

function skipBlank(reader: Lines): void {
  while (reader.lines[reader.next] === "") reader.next += 1;
}

function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 0x20) indent += 1;
  return indent;
}
