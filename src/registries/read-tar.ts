import { CortexError } from "../core/errors.js";
import type { ArchiveLimits } from "./archive-limits.js";
import type { ArchiveEntry } from "./collect-bundle.js";
import { archiveInvalid } from "./zip-directory.js";

const BLOCK = 512;
const OWNER_EXECUTE = 0o100;
const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

interface Overrides {
  path?: string;
  size?: number;
  link?: boolean;
}

/** The entries of an uncompressed tar (ustar, pax, GNU long names). Links and devices are `other`. */
export function readTar(bytes: Uint8Array, limits: ArchiveLimits): readonly ArchiveEntry[] {
  const entries: ArchiveEntry[] = [];
  let overrides: Overrides = {};
  let headers = 0;
  let offset = 0;
  for (;;) {
    if (offset + BLOCK > bytes.length) throw archiveInvalid("the tar has no end");
    const header = bytes.subarray(offset, offset + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    headers += 1;
    // Extension headers count too: a tar of nothing but long names is a bomb as well.
    if (headers > limits.entries * 3) {
      throw new CortexError("archive-too-large", "The archive has too many headers.");
    }
    checkHeader(header);
    const type = String.fromCharCode(header[156] ?? 0);
    const size = overrides.size ?? number(header, 124, 12);
    const content = bytes.subarray(offset + BLOCK, offset + BLOCK + size);
    if (content.length !== size) throw archiveInvalid("the tar is cut off");
    offset += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (type === "x" || type === "g") {
      const parsed = paxOverrides(content);
      if (type === "g" && Object.keys(parsed).length > 0) {
        throw archiveInvalid("a global header renames every file");
      }
      overrides = { ...overrides, ...parsed };
      continue;
    }
    if (type === "L") {
      overrides = { ...overrides, path: decode(untilNull(content)) };
      continue;
    }
    entries.push(toEntry(header, type, content, overrides, bytes.length));
    overrides = {};
    if (entries.length > limits.entries) {
      throw new CortexError("archive-too-large", `The archive has more than ${limits.entries} entries.`);
    }
  }
  if (Object.keys(overrides).length > 0) throw archiveInvalid("a tar extension header names nothing");
  if (bytes.subarray(offset).some((byte) => byte !== 0))
    throw archiveInvalid("something follows the tar's end");
  return entries;
}

function toEntry(
  header: Uint8Array,
  type: string,
  content: Uint8Array,
  overrides: Overrides,
  archiveBytes: number,
): ArchiveEntry {
  const raw = overrides.path ?? headerPath(header);
  const stripped = raw.replace(/^(?:\.\/)+/, "");
  const folder = type === "5";
  const isFile = (type === "0" || type === "\0") && !raw.endsWith("/");
  const plain = overrides.link !== true;
  return {
    path: stripped === "" || stripped === "." ? "" : folder ? stripped.replace(/\/$/, "") : stripped,
    kind: plain && folder ? "folder" : plain && isFile ? "file" : "other",
    size: content.length,
    // Inside a tar nothing is compressed; the ratio is judged on the whole gzip.
    packedSize: Math.min(content.length, archiveBytes),
    executable: (number(header, 100, 8) & OWNER_EXECUTE) !== 0,
    read: () => content.slice(),
  };
}

function headerPath(header: Uint8Array): string {
  const name = decode(untilNull(header.subarray(0, 100)));
  const posix = decode(header.subarray(257, 263)) === "ustar\0";
  const prefix = posix ? decode(untilNull(header.subarray(345, 500))) : "";
  return prefix === "" ? name : `${prefix}/${name}`;
}

function checkHeader(header: Uint8Array): void {
  const stored = number(header, 148, 8);
  let sum = 0;
  for (const [index, byte] of header.entries()) sum += index >= 148 && index < 156 ? 0x20 : byte;
  if (sum !== stored) throw archiveInvalid("a tar header's checksum does not match");
}

/** Octal only: the base-256 form is for sizes that no skill has. */
function number(header: Uint8Array, start: number, length: number): number {
  const field = Array.from(header.subarray(start, start + length), (byte) => String.fromCharCode(byte)).join(
    "",
  );
  const digits = /^ *([0-7]*)[ \0]*$/.exec(field)?.[1];
  if (digits === undefined) throw archiveInvalid("a tar header has a malformed number");
  return digits === "" ? 0 : Number.parseInt(digits, 8);
}

/** Keys that change what an entry is; times, owners and comments change nothing here. */
function paxOverrides(content: Uint8Array): Overrides {
  const overrides: Overrides = {};
  let offset = 0;
  while (offset < content.length) {
    const space = content.indexOf(0x20, offset);
    const length = space < 0 ? Number.NaN : Number(decode(content.subarray(offset, space)));
    if (!Number.isSafeInteger(length) || length <= space - offset || offset + length > content.length) {
      throw archiveInvalid("a pax header is malformed");
    }
    const record = decode(content.subarray(space + 1, offset + length));
    const equals = record.indexOf("=");
    if (!record.endsWith("\n") || equals < 0) throw archiveInvalid("a pax header is malformed");
    const key = record.slice(0, equals);
    const value = record.slice(equals + 1, -1);
    if (key === "path") overrides.path = value;
    if (key === "linkpath") overrides.link = true;
    if (key.startsWith("GNU.sparse")) throw archiveInvalid("sparse files are not supported");
    if (key === "size") {
      if (!/^[0-9]{1,12}$/.test(value)) throw archiveInvalid("a pax size is malformed");
      overrides.size = Number(value);
    }
    offset += length;
  }
  return overrides;
}

function untilNull(field: Uint8Array): Uint8Array {
  const end = field.indexOf(0);
  return end < 0 ? field : field.subarray(0, end);
}

function decode(field: Uint8Array): string {
  try {
    return text.decode(field);
  } catch (cause) {
    throw new CortexError("archive-unsafe", "The archive is refused: a name is not valid UTF-8.", { cause });
  }
}
