import { createHash } from "node:crypto";
import type { Bundle } from "../ports/bundle.js";

/**
 * One digest for a whole skill: `sha256:<hex>` over every file's content hash,
 * executable bit and path, sorted by path. The hash has a fixed length and the path
 * is a JSON string (which also keeps lone surrogates apart), so no two different
 * trees share an encoding.
 */
export function treeDigest(bundle: Bundle): string {
  const lines = bundle.files.map(
    (file) => `${JSON.stringify(file.path)} ${file.executable === true ? "x" : "-"} ${hex(file.bytes)}\n`,
  );
  lines.sort(byCodeUnit);
  return `sha256:${hex(`skill-cortex tree v1\n${lines.join("")}`)}`;
}

/** The digest of one text, as used by accepted findings and write approvals. */
export function textDigest(text: string): string {
  return `sha256:${hex(text)}`;
}

/** The digest of one file's bytes; equals `textDigest` of the text for valid UTF-8. */
export function bytesDigest(bytes: Uint8Array): string {
  return `sha256:${hex(bytes)}`;
}

function hex(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
