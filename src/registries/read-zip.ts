import { CortexError } from "../core/errors.js";
import type { ArchiveLimits } from "./archive-limits.js";
import { RATIO_FLOOR_BYTES } from "./archive-limits.js";
import type { ArchiveEntry } from "./collect-bundle.js";
import { crc32 } from "./crc32.js";
import { inflateBounded } from "./inflate-bounded.js";
import { archiveInvalid, readZipDirectory, type ZipEntry } from "./zip-directory.js";

const TYPE_MASK = 0xf000;
const TYPE_FILE = 0x8000;
const TYPE_FOLDER = 0x4000;
const OWNER_EXECUTE = 0o100;

/** The entries of a zip; content is unpacked only for those that are really read. */
export function readZip(bytes: Uint8Array, limits: ArchiveLimits): readonly ArchiveEntry[] {
  return readZipDirectory(bytes, limits).map((entry) => ({
    path: entry.folder ? entry.name.slice(0, -1) : entry.name,
    kind: kindOf(entry),
    size: entry.size,
    packedSize: entry.packed.length,
    executable: (entry.mode & OWNER_EXECUTE) !== 0,
    read: () => unpack(entry),
  }));
}

function kindOf(entry: ZipEntry): ArchiveEntry["kind"] {
  const type = entry.mode & TYPE_MASK;
  if (entry.folder) return type === 0 || type === TYPE_FOLDER ? "folder" : "other";
  return type === 0 || type === TYPE_FILE ? "file" : "other";
}

function unpack(entry: ZipEntry): Uint8Array {
  if (entry.size > RATIO_FLOOR_BYTES && entry.packed.length === 0)
    throw archiveInvalid("an entry has no data");
  const content = entry.method === 0 ? entry.packed.slice() : inflateBounded(entry.packed, entry.size);
  if (content.length !== entry.size) throw archiveInvalid("an entry is shorter than it says");
  if (crc32(content) !== entry.crc) {
    throw new CortexError("archive-invalid", "The archive is invalid: a checksum does not match.");
  }
  return content;
}
