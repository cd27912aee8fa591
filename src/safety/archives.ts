import { Gunzip, gunzipSync, unzipSync } from "fflate";

export interface ArchiveMember {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface OpenedArchive {
  readonly members: readonly ArchiveMember[];
  /** True when a password keeps content from being read. */
  readonly locked: boolean;
  /** True when something was left out: too large, too many, unknown compression. */
  readonly incomplete: boolean;
}

/** Enough for any honest skill; a bomb stops here. */
const MAXIMUM_MEMBERS = 500;
const MAXIMUM_MEMBER_BYTES = 1 << 20;
const MAXIMUM_TOTAL_BYTES = 8 << 20;

const LOCAL_HEADER = 0x04034b50;
const ENCRYPTED = 1;

const UNREAD: readonly (readonly number[])[] = [
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x52, 0x61, 0x72, 0x21],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a],
  [0x42, 0x5a, 0x68, 0x39, 0x31, 0x41],
  [0x28, 0xb5, 0x2f, 0xfd],
];

/** Opens zip, gzip, tar and tar.gz within fixed limits; undefined for anything else. Never throws. */
export function openArchive(bytes: Uint8Array): OpenedArchive | undefined {
  if (startsWith(bytes, [0x50, 0x4b, 3, 4])) return openZip(bytes);
  if (startsWith(bytes, [0x1f, 0x8b])) return openGzip(bytes);
  if (isTar(bytes)) return openTar(bytes);
  // 7z, rar, xz, bzip2 and zstd: the format is known, the reader is not; whether a password is needed can't be told.
  if (UNREAD.some((magic) => startsWith(bytes, magic))) {
    return { members: [], locked: false, incomplete: true };
  }
  return undefined;
}

function openZip(bytes: Uint8Array): OpenedArchive {
  const locked = hasEncryptedMember(bytes);
  if (locked) return { members: [], locked, incomplete: true };
  let total = 0;
  let count = 0;
  let incomplete = false;
  try {
    const files = unzipSync(bytes, {
      filter: (file) => {
        count += 1;
        total += file.originalSize;
        const fits =
          count <= MAXIMUM_MEMBERS &&
          file.originalSize <= MAXIMUM_MEMBER_BYTES &&
          total <= MAXIMUM_TOTAL_BYTES;
        if (!fits) incomplete = true;
        return fits;
      },
    });
    const members = Object.entries(files).map(([path, content]) => ({ path, bytes: content }));
    return { members: members.filter((member) => !member.path.endsWith("/")), locked, incomplete };
  } catch {
    return { members: [], locked, incomplete: true };
  }
}

/** Bit 0 of a member's flags. Looked up in every local header, because a central directory can lie. */
function hasEncryptedMember(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = bytes.indexOf(0x50); at >= 0 && at + 30 <= bytes.length; at = bytes.indexOf(0x50, at + 1)) {
    if (view.getUint32(at, true) === LOCAL_HEADER && (view.getUint16(at + 6, true) & ENCRYPTED) !== 0) {
      // A random match inside compressed data has no plausible name length behind it.
      if (view.getUint16(at + 26, true) < 512 && view.getUint16(at + 4, true) <= 63) return true;
    }
  }
  return false;
}

function openGzip(bytes: Uint8Array): OpenedArchive {
  const content = inflate(bytes);
  if (content === undefined) return { members: [], locked: false, incomplete: true };
  return isTar(content)
    ? openTar(content)
    : { members: [{ path: "content", bytes: content }], locked: false, incomplete: false };
}

/** Inflates at most the total limit; undefined when there is more or the data is broken. */
function inflate(bytes: Uint8Array): Uint8Array | undefined {
  const declared =
    bytes.length < 8 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true);
  try {
    // The declared size is checked first and then enforced, chunk by chunk, because it may be a lie.
    if (declared > MAXIMUM_TOTAL_BYTES) return undefined;
    if (bytes.length * 1032 <= MAXIMUM_TOTAL_BYTES) return gunzipSync(bytes);
    const chunks: Uint8Array[] = [];
    let total = 0;
    const stream = new Gunzip((chunk) => {
      total += chunk.length;
      chunks.push(chunk);
    });
    for (let at = 0; at < bytes.length && total <= MAXIMUM_TOTAL_BYTES; at += 4096) {
      stream.push(bytes.subarray(at, at + 4096), at + 4096 >= bytes.length);
    }
    if (total > MAXIMUM_TOTAL_BYTES) return undefined;
    const joined = new Uint8Array(total);
    let offset = 0;
    for (const chunk of chunks) {
      joined.set(chunk, offset);
      offset += chunk.length;
    }
    return joined;
  } catch {
    return undefined;
  }
}

function isTar(bytes: Uint8Array): boolean {
  return bytes.length >= 512 && ascii(bytes.subarray(257, 262)) === "ustar";
}

function openTar(bytes: Uint8Array): OpenedArchive {
  const members: ArchiveMember[] = [];
  let incomplete = false;
  for (let at = 0; at + 512 <= bytes.length; ) {
    const name = ascii(bytes.subarray(at, at + 100));
    if (name === "") break;
    const size = Number.parseInt(ascii(bytes.subarray(at + 124, at + 136)), 8);
    if (!Number.isFinite(size) || size < 0 || at + 512 + size > bytes.length) {
      incomplete = true;
      break;
    }
    const isFile = bytes[at + 156] === 0x30 || bytes[at + 156] === 0;
    if (isFile && members.length < MAXIMUM_MEMBERS && size <= MAXIMUM_MEMBER_BYTES) {
      members.push({ path: name, bytes: bytes.subarray(at + 512, at + 512 + size) });
    } else if (isFile) incomplete = true;
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return { members, locked: false, incomplete };
}

function ascii(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return String.fromCharCode(...(end < 0 ? bytes : bytes.subarray(0, end))).trim();
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
