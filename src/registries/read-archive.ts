import { CortexError } from "../core/errors.js";
import type { Bundle } from "../ports/bundle.js";
import { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS } from "./archive-limits.js";
import { type BundleRoot, collectBundle } from "./collect-bundle.js";
import { gunzipBounded } from "./gunzip-bounded.js";
import { readTar } from "./read-tar.js";
import { readZip } from "./read-zip.js";
import { requireSkillMd } from "./skill-md.js";
import { archiveInvalid } from "./zip-directory.js";

/** What an archive may cost and which part of it is wanted. */
export interface UnpackOptions {
  readonly limits?: Partial<ArchiveLimits>;
  readonly root?: BundleRoot;
}

/**
 * Reads a zip or tar.gz in memory and returns the skill inside it. Nothing is
 * written and nothing is run; a refusal is `archive-invalid`, `archive-unsafe`,
 * `archive-too-large` or, without a usable SKILL.md, `skill-invalid`.
 */
export function readArchive(bytes: Uint8Array, options: UnpackOptions = {}): Bundle {
  const bundle = unpackArchive(bytes, options);
  requireSkillMd(bundle);
  return bundle;
}

/** The files of a zip or tar.gz by the same rules, whether they are a skill or not. */
export function unpackArchive(bytes: Uint8Array, options: UnpackOptions = {}): Bundle {
  const limits = { ...DEFAULT_ARCHIVE_LIMITS, ...options.limits };
  if (bytes.length > limits.archiveBytes) {
    throw new CortexError("archive-too-large", `The archive is larger than ${limits.archiveBytes} bytes.`, {
      details: { maximum: limits.archiveBytes, size: bytes.length },
    });
  }
  return collectBundle(readEntries(bytes, limits), bytes.length, limits, options.root);
}

function readEntries(bytes: Uint8Array, limits: ArchiveLimits) {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readZip(bytes, limits);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    // Headers and padding come on top of the files; each entry has at most three headers.
    const allowance = limits.totalBytes + limits.entries * 4 * 512;
    return readTar(gunzipBounded(bytes, allowance, limits.ratio), limits);
  }
  throw archiveInvalid("it is neither a zip nor a gzipped tar");
}
