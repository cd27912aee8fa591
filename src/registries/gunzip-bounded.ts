import { CortexError } from "../core/errors.js";
import { RATIO_FLOOR_BYTES } from "./archive-limits.js";
import { crc32 } from "./crc32.js";
import { inflateBounded } from "./inflate-bounded.js";
import { archiveInvalid } from "./zip-directory.js";

const HEADER_CRC = 2;
const EXTRA = 4;
const NAME = 8;
const COMMENT = 16;
const RESERVED = 0xe0;

/** One gzip member, whole, with a matching trailer: anything behind it fails the checksum. */
export function gunzipBounded(bytes: Uint8Array, maximum: number, ratio: number): Uint8Array {
  if (bytes.length < 18 || bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) {
    throw archiveInvalid("it is not a gzip file");
  }
  const flags = bytes[3] ?? 0;
  if ((flags & RESERVED) !== 0) throw archiveInvalid("its gzip header uses reserved flags");
  let start = 10;
  if ((flags & EXTRA) !== 0) start += 2 + ((bytes[start] ?? 0) | ((bytes[start + 1] ?? 0) << 8));
  if ((flags & NAME) !== 0) start = afterNull(bytes, start);
  if ((flags & COMMENT) !== 0) start = afterNull(bytes, start);
  if ((flags & HEADER_CRC) !== 0) start += 2;
  const end = bytes.length - 8;
  if (start > end) throw archiveInvalid("its gzip header is cut off");
  const bound = Math.min(maximum, Math.max(RATIO_FLOOR_BYTES, bytes.length * ratio));
  const content = inflateBounded(bytes.subarray(start, end), bound);
  const trailer = new DataView(bytes.buffer, bytes.byteOffset + end, 8);
  if (trailer.getUint32(0, true) !== crc32(content) || trailer.getUint32(4, true) !== content.length >>> 0) {
    throw new CortexError("archive-invalid", "The archive is invalid: the gzip checksum does not match.");
  }
  if (isWholeWithoutLastByte(bytes.subarray(start, end), bound)) {
    throw archiveInvalid("something follows the compressed data");
  }
  return content;
}

/**
 * A second member can carry the same checksum as the first. The library does not
 * say how much input it used, but a stream that needs all of it can't end one byte earlier.
 */
function isWholeWithoutLastByte(packed: Uint8Array, bound: number): boolean {
  try {
    inflateBounded(packed.subarray(0, -1), bound);
    return true;
  } catch {
    return false;
  }
}

function afterNull(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(0, start);
  if (end < 0) throw archiveInvalid("its gzip header is cut off");
  return end + 1;
}
