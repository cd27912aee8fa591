import { CortexError } from "../core/errors.js";
import type { ArchiveLimits } from "./archive-limits.js";

/** One entry of the central directory, checked against its local header. */
export interface ZipEntry {
  readonly name: string;
  readonly folder: boolean;
  /** Unix type and permission bits; 0 when the writer set none. */
  readonly mode: number;
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly packed: Uint8Array;
}

const END_SIGNATURE = 0x06054b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_LENGTH = 22;
const UTF8_FLAG = 0x0800;
const DESCRIPTOR_FLAG = 0x0008;
/** Encryption, patched data, strong encryption, masked headers. */
const REFUSED_FLAGS = 0x0001 | 0x0020 | 0x0040 | 0x2000;
const UNICODE_PATH_FIELD = 0x7075;

export function archiveInvalid(reason: string): CortexError {
  return new CortexError("archive-invalid", `The archive is invalid: ${reason}.`, { details: { reason } });
}

/**
 * Reads the directory of a zip and refuses everything that two readers could
 * understand differently: bytes before or after it, two directories, zip64,
 * encryption, a local header that disagrees, entries that share bytes.
 */
export function readZipDirectory(bytes: Uint8Array, limits: ArchiveLimits): readonly ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(bytes, view);
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 6, true) !== 0) {
    throw archiveInvalid("it is split over several disks");
  }
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) {
    throw archiveInvalid("it claims to be a zip64 archive, which a skill never needs");
  }
  if (view.getUint16(end + 8, true) !== count) throw archiveInvalid("its entry counts disagree");
  if (count > limits.entries) {
    throw new CortexError("archive-too-large", `The archive has more than ${limits.entries} entries.`);
  }
  if (start + size !== end) throw archiveInvalid("its directory is not where it says");
  const entries: ZipEntry[] = [];
  const ranges: [number, number][] = [];
  let offset = start;
  for (let index = 0; index < count; index += 1) {
    if (offset + 46 > end || view.getUint32(offset, true) !== CENTRAL_SIGNATURE) {
      throw archiveInvalid("its directory is damaged");
    }
    const entry = readEntry(bytes, view, offset, start);
    entries.push(entry.entry);
    ranges.push(entry.range);
    offset = entry.next;
  }
  if (offset !== end) throw archiveInvalid("its directory has bytes nobody lists");
  checkRanges(ranges);
  return entries;
}

function findEnd(bytes: Uint8Array, view: DataView): number {
  const lowest = Math.max(0, bytes.length - END_LENGTH - 0xffff);
  for (let offset = bytes.length - END_LENGTH; offset >= lowest; offset -= 1) {
    if (view.getUint32(offset, true) !== END_SIGNATURE) continue;
    if (offset + END_LENGTH + view.getUint16(offset + 20, true) !== bytes.length) continue;
    const comment = bytes.subarray(offset + END_LENGTH);
    if (indexOfSignature(comment) >= 0) throw archiveInvalid("its comment hides another archive");
    return offset;
  }
  throw archiveInvalid("it is not a complete zip");
}

function indexOfSignature(bytes: Uint8Array): number {
  return bytes.findIndex((byte, index) => byte === 0x50 && bytes[index + 1] === 0x4b);
}

function readEntry(bytes: Uint8Array, view: DataView, offset: number, directory: number) {
  const flags = view.getUint16(offset + 8, true);
  const method = view.getUint16(offset + 10, true);
  const crc = view.getUint32(offset + 16, true);
  const packedSize = view.getUint32(offset + 20, true);
  const size = view.getUint32(offset + 24, true);
  const nameLength = view.getUint16(offset + 28, true);
  const extraLength = view.getUint16(offset + 30, true);
  const commentLength = view.getUint16(offset + 32, true);
  const attributes = view.getUint32(offset + 38, true);
  const local = view.getUint32(offset + 42, true);
  const next = offset + 46 + nameLength + extraLength + commentLength;
  if (next > bytes.length) throw archiveInvalid("its directory is damaged");
  if ((flags & REFUSED_FLAGS) !== 0) throw archiveInvalid("it is encrypted or patched");
  if (method !== 0 && method !== 8) throw archiveInvalid(`compression method ${method} is not supported`);
  if (packedSize === 0xffffffff || size === 0xffffffff || local === 0xffffffff) {
    throw archiveInvalid("an entry claims zip64 sizes");
  }
  if (method === 0 && packedSize !== size) throw archiveInvalid("a stored entry has two sizes");
  const rawName = bytes.subarray(offset + 46, offset + 46 + nameLength);
  const extra = bytes.subarray(offset + 46 + nameLength, offset + 46 + nameLength + extraLength);
  checkUnicodePath(extra, rawName);

  if (local + 30 > directory || view.getUint32(local, true) !== LOCAL_SIGNATURE) {
    throw archiveInvalid("an entry points outside the data");
  }
  const localFlags = view.getUint16(local + 6, true);
  const localNameLength = view.getUint16(local + 26, true);
  const dataStart = local + 30 + localNameLength + view.getUint16(local + 28, true);
  const dataEnd = dataStart + packedSize;
  const localName = bytes.subarray(local + 30, local + 30 + localNameLength);
  const described = (localFlags & DESCRIPTOR_FLAG) !== 0;
  const agrees =
    sameBytes(rawName, localName) &&
    view.getUint16(local + 8, true) === method &&
    (localFlags & REFUSED_FLAGS) === 0 &&
    (described ||
      (view.getUint32(local + 14, true) === crc &&
        view.getUint32(local + 18, true) === packedSize &&
        view.getUint32(local + 22, true) === size));
  if (!agrees) throw archiveInvalid("an entry's two headers disagree");
  if (dataEnd > directory) throw archiveInvalid("an entry is cut off");

  const name = decodeName(rawName, (flags & UTF8_FLAG) !== 0);
  const folder = name.endsWith("/");
  if (folder && size !== 0) throw archiveInvalid("a folder has content");
  const entry: ZipEntry = {
    name,
    folder,
    mode: attributes >>> 16,
    method,
    crc,
    size,
    packed: bytes.subarray(dataStart, dataEnd),
  };
  const range: [number, number] = [local, dataEnd];
  return { entry, next, range };
}

/** The Info-ZIP Unicode path field is a second name; readers that know it would see another file. */
function checkUnicodePath(extra: Uint8Array, rawName: Uint8Array): void {
  let offset = 0;
  while (offset + 4 <= extra.length) {
    const id = (extra[offset] ?? 0) | ((extra[offset + 1] ?? 0) << 8);
    const length = (extra[offset + 2] ?? 0) | ((extra[offset + 3] ?? 0) << 8);
    const field = extra.subarray(offset + 4, offset + 4 + length);
    if (id === UNICODE_PATH_FIELD && !sameBytes(field.subarray(5), rawName)) {
      throw archiveInvalid("an entry has two names");
    }
    offset += 4 + length;
  }
}

function decodeName(raw: Uint8Array, declaredUtf8: boolean): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  } catch (cause) {
    const reason = declaredUtf8 ? "a name is not valid UTF-8" : "a name is in an unknown encoding";
    throw new CortexError("archive-unsafe", `The archive is refused: ${reason}.`, { cause });
  }
}

function checkRanges(ranges: [number, number][]): void {
  const sorted = [...ranges].sort((left, right) => left[0] - right[0]);
  let previousEnd = 0;
  for (const [index, [start, end]] of sorted.entries()) {
    if (index === 0 && start !== 0) throw archiveInvalid("something stands before the first entry");
    if (start < previousEnd) throw archiveInvalid("entries overlap");
    previousEnd = end;
  }
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
