import { CortexError } from "../core/errors.js";
import { safeText } from "../text/safe-text.js";
import type { ArchiveLimits } from "./archive-limits.js";

const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** Folders that tools act on; a skill must not bring its own. */
const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([".git", ".clawhub", ".clawdhub"]);

function unsafe(path: string, reason: string): CortexError {
  return new CortexError("archive-unsafe", `Refused the path "${safeText(path, 120)}": ${reason}.`, {
    details: { path: safeText(path, 120), reason },
  });
}

function segmentFault(segment: string): string | undefined {
  if (segment === "") return "it has an empty segment";
  if (segment === "." || segment === "..") return "it leaves its folder";
  if (/[. ]$/.test(segment)) return "a segment ends with a dot or a space, which Windows removes";
  if (segment.includes(":")) return "it names a drive or an alternate stream";
  if (WINDOWS_DEVICE.test(segment)) return "it names a Windows device";
  if (RESERVED_SEGMENTS.has(segment.toLowerCase())) return `${segment} is reserved`;
  return undefined;
}

/**
 * The one rule for paths from outside, whatever brought them. Returns the path
 * unchanged or throws `archive-unsafe`: a path is never repaired, because two
 * readers that repair differently see two different skills.
 */
export function checkArchivePath(path: string, limits: ArchiveLimits): string {
  if (path === "") throw unsafe(path, "it is empty");
  if (path.length > limits.pathLength)
    throw unsafe(path, `it is longer than ${limits.pathLength} characters`);
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path)) throw unsafe(path, "it contains a control character");
  if (/\p{Cs}/u.test(path)) throw unsafe(path, "it is not valid Unicode");
  if (path.includes("\\")) throw unsafe(path, "it contains a backslash");
  if (path.startsWith("/")) throw unsafe(path, "it is absolute");
  const segments = path.split("/");
  if (segments.length - 1 > limits.depth) throw unsafe(path, `it is more than ${limits.depth} folders deep`);
  for (const segment of segments) {
    const fault = segmentFault(segment);
    if (fault !== undefined) throw unsafe(path, fault);
  }
  return path;
}

/** Case and Unicode form as the most forgiving file system folds them. */
function fold(path: string): string {
  return path.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFC");
}

/** Refuses two names for one place, and a name that is both a file and a folder. */
export class PathClashes {
  readonly #files = new Map<string, string>();
  readonly #folders = new Map<string, string>();

  addFile(path: string): void {
    const folded = fold(path);
    const other = this.#files.get(folded) ?? this.#folders.get(folded);
    if (other !== undefined) throw unsafe(path, `it clashes with "${safeText(other, 120)}"`);
    this.#files.set(folded, path);
    this.#addParents(path);
  }

  addFolder(path: string): void {
    const folded = fold(path);
    const other = this.#files.get(folded) ?? this.#folders.get(folded);
    if (other !== undefined && other !== path)
      throw unsafe(path, `it clashes with "${safeText(other, 120)}"`);
    if (this.#files.has(folded)) throw unsafe(path, "it is a file and a folder");
    this.#folders.set(folded, path);
    this.#addParents(path);
  }

  #addParents(path: string): void {
    const slash = path.lastIndexOf("/");
    if (slash > 0) this.addFolder(path.slice(0, slash));
  }
}
