import { CortexError } from "../core/errors.js";
import type { Bundle } from "../ports/bundle.js";
import type { SkillVersion } from "../ports/registry.js";
import { safeText } from "../text/safe-text.js";
import { DEFAULT_ARCHIVE_LIMITS } from "./archive-limits.js";
import { checkArchivePath } from "./archive-path.js";
import { sha256Hex } from "./sha256.js";

/** Written by ClawHub into every download and never published with a digest. */
const GENERATED_FILES: ReadonlySet<string> = new Set(["_meta.json"]);

/**
 * Compares a bundle with the published list in both directions: every published
 * file must be there with its digest, and nothing else may be. An empty list
 * means that the registry publishes none; then there is nothing to compare.
 */
export async function verifyPublishedFiles(bundle: Bundle, published: SkillVersion["files"]): Promise<void> {
  if (published.length === 0) return;
  const expected = new Map<string, string>();
  for (const file of published) {
    expected.set(checkArchivePath(file.path, DEFAULT_ARCHIVE_LIMITS), file.sha256.toLowerCase());
  }
  for (const file of bundle.files) {
    const wanted = expected.get(file.path);
    if (wanted === undefined) {
      if (GENERATED_FILES.has(file.path)) continue;
      throw mismatch(file.path, "the registry does not list it");
    }
    if ((await sha256Hex(file.bytes)) !== wanted)
      throw mismatch(file.path, "its bytes differ from the published digest");
    expected.delete(file.path);
  }
  for (const path of expected.keys()) throw mismatch(path, "it is published but missing from the download");
}

function mismatch(path: string, reason: string): CortexError {
  return new CortexError(
    "digest-mismatch",
    `"${safeText(path, 120)}" is not what was published: ${reason}.`,
    {
      details: { path: safeText(path, 120), reason },
    },
  );
}

/** ClawHub's hash of a folder on GitHub: `path NUL size NUL sha256` lines, without hidden files. */
export async function verifyFolderHash(
  bundle: Bundle,
  contentHash: string | null | undefined,
): Promise<void> {
  if (contentHash === null || contentHash === undefined || !/^[0-9a-f]{64}$/i.test(contentHash)) return;
  const files = bundle.files.filter(
    (file) => !file.path.split("/").some((segment) => segment.startsWith(".")),
  );
  files.sort((left, right) => left.path.localeCompare(right.path));
  const lines: string[] = [];
  for (const file of files) lines.push(`${file.path}\0${file.bytes.length}\0${await sha256Hex(file.bytes)}`);
  const actual = await sha256Hex(new TextEncoder().encode(lines.join("\n")));
  if (actual !== contentHash.toLowerCase()) {
    throw new CortexError(
      "digest-mismatch",
      "The folder on GitHub is not the one that the registry reviewed.",
    );
  }
}
