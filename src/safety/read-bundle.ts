import type { Finding } from "../core/findings.js";
import type { Bundle } from "../ports/bundle.js";
import { openArchive } from "./archives.js";
import { type Concealed, normalise } from "./normalise.js";
import { type Hit, toFinding } from "./rules.js";
import { type Line, segment } from "./segment.js";

/** One file as text that can be judged. */
export interface Document {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly lines: readonly Line[];
  readonly concealed: readonly Concealed[];
}

export interface ReadBundle {
  readonly documents: readonly Document[];
  /** About files that could not be read as text. */
  readonly findings: readonly Finding[];
}

/** More text than this in one file is not a skill; the rest is reported as unread. */
const MAXIMUM_TEXT_BYTES = 2 << 20;
const MAXIMUM_ARCHIVE_DEPTH = 2;

const PROGRAMS: readonly (readonly number[])[] = [
  [0x7f, 0x45, 0x4c, 0x46],
  [0x4d, 0x5a, 0x90],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xca, 0xfe, 0xba, 0xbe],
  [0x00, 0x61, 0x73, 0x6d],
];
const PROGRAM_NAME =
  /\.(?:exe|dll|so|dylib|pyc|pyo|jar|class|apk|msi|dmg|pkg|scr|com|bin|node|wasm|app|deb|rpm)$/i;
const OFFICE_NAME = /\.(?:docx|xlsx|pptx|odt|ods|odp|epub|dotx|potx|xltx)$/i;

/** Reads every file of a bundle as text, archives inside it included. */
export function readBundle(bundle: Bundle): ReadBundle {
  const documents: Document[] = [];
  const findings: Finding[] = [];
  for (const file of bundle.files) readFile(file.path, file.bytes, 0, documents, findings);
  return { documents: documents.sort(skillFirst), findings };
}

function readFile(
  path: string,
  bytes: Uint8Array,
  depth: number,
  documents: Document[],
  findings: Finding[],
): void {
  const report = (rule: Hit["rule"], severity: Hit["severity"], excerpt: string) =>
    findings.push(toFinding({ rule, severity, line: 1, excerpt }, path));
  const archive = depth < MAXIMUM_ARCHIVE_DEPTH ? openArchive(bytes) : undefined;
  if (archive !== undefined) {
    if (archive.locked) report("password-protected-archive", "critical", `${path} needs a password`);
    else if (archive.incomplete) report("unscanned-content", "warn", `${path} could not be read to the end`);
    // Office documents are archives of markup, not of instructions.
    if (OFFICE_NAME.test(path)) return;
    for (const member of archive.members) {
      readFile(`${path}!/${member.path}`, member.bytes, depth + 1, documents, findings);
    }
    return;
  }
  if (
    PROGRAMS.some((magic) => magic.every((byte, index) => bytes[index] === byte)) ||
    PROGRAM_NAME.test(path)
  ) {
    report("unscanned-content", "warn", `${path} is a compiled program`);
    return;
  }
  const text = decode(bytes);
  if (text === undefined) return;
  if (bytes.length > MAXIMUM_TEXT_BYTES) report("unscanned-content", "warn", `${path} is longer than 2 MB`);
  const normalised = normalise(text);
  const { concealed } = normalised;
  documents.push({ file: path, bytes, lines: segment(normalised, path), concealed });
}

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: false });
const UTF16LE = new TextDecoder("utf-16le");
const UTF16BE = new TextDecoder("utf-16be");

/** The text of a file; undefined for binary data such as images. */
function decode(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, MAXIMUM_TEXT_BYTES);
  if (head[0] === 0xff && head[1] === 0xfe) return UTF16LE.decode(head);
  if (head[0] === 0xfe && head[1] === 0xff) return UTF16BE.decode(head);
  const sample = head.subarray(0, 4096);
  const zeros = sample.includes(0) ? sample.reduce((sum, byte) => sum + Number(byte === 0), 0) : 0;
  // A few NUL bytes do not turn a script into a picture: shells skip them.
  if (zeros > sample.length / 20)
    return zeros > sample.length / 3 && isWide(sample) ? UTF16LE.decode(head) : undefined;
  const text = UTF8.decode(head);
  return isNoise(text) ? undefined : text;
}

const ODD = /[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\ufffd]/;

/** Pictures and sounds without many zeros: every tenth character is none that a text holds. */
function isNoise(text: string): boolean {
  if (!ODD.test(text)) return false;
  const length = Math.min(text.length, 16_384);
  let odd = 0;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd || (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 27)) odd += 1;
  }
  return odd * 10 > length;
}

/** UTF-16 without a mark: every second byte is zero. */
function isWide(sample: Uint8Array): boolean {
  let zeros = 0;
  for (let at = 1; at < sample.length; at += 2) if (sample[at] === 0) zeros += 1;
  return zeros > sample.length * 0.4;
}

function skillFirst(left: Document, right: Document): number {
  return Number(right.file === "SKILL.md") - Number(left.file === "SKILL.md");
}
