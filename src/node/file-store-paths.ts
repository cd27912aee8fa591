import { homedir } from "node:os";
import { dirname, join, parse, sep } from "node:path";
import { isStoreKey } from "../core/store-key.js";
import { syncDirectory } from "./atomic-write.js";
import { unsafePath } from "./file-store-errors.js";
import { errnoOf, type FileSystem } from "./file-system.js";

const DIRECTORY_MODE = 0o700;
const WORLD_WRITABLE = 0o002n;
const EXTENSION = ".json";
/** Not part of any key: marks names that would otherwise mean something else. */
const ESCAPE = "~";
/** Devices of Windows, whatever the extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/;

/** Where the original keeps its memory, and so do we: `~/.openclaw/skill-cortex`, below `OPENCLAW_STATE_DIR` if set. */
export function defaultStoreDirectory(environment: Readonly<Record<string, string | undefined>>): string {
  const state = environment.OPENCLAW_STATE_DIR?.trim();
  if (state !== undefined && state !== "") return join(state, "skill-cortex");
  const home = environment.HOME?.trim() || environment.USERPROFILE?.trim() || homedir();
  return join(home, ".openclaw", "skill-cortex");
}

/** Where a document lies, and the folders that lead to it, the root first. */
export interface DocumentPlace {
  readonly path: string;
  readonly folders: readonly string[];
}

/** `flow/x` is `<root>/flow/x.json`. Refuses keys that no store accepts. */
export function placeOf(root: string, key: string): DocumentPlace {
  if (!isStoreKey(key)) throw unsafePath(root, "The key is not a valid store key.");
  const segments = key.split("/");
  const name = segments.pop() ?? "";
  const folders = foldersOf(root, segments);
  return { path: join(folders.at(-1) ?? root, `${escapeReserved(name)}${EXTENSION}`), folders };
}

/** The root and the folders of these segments, each below the one before. */
export function foldersOf(root: string, segments: readonly string[]): readonly string[] {
  const folders = [root];
  for (const segment of segments) folders.push(join(folders.at(-1) ?? root, directoryName(segment)));
  return folders;
}

/** The last segment of the key that a file belongs to; undefined for files that are no documents. */
export function segmentOfFile(name: string): string | undefined {
  if (!name.endsWith(EXTENSION)) return undefined;
  const segment = name.slice(0, -EXTENSION.length).replaceAll(ESCAPE, "");
  return isStoreKey(segment) && `${escapeReserved(segment)}${EXTENSION}` === name ? segment : undefined;
}

/** The segment of a key that a folder belongs to; undefined for folders that are not ours. */
export function segmentOfFolder(name: string): string | undefined {
  const segment = name.replaceAll(ESCAPE, "");
  return isStoreKey(segment) && directoryName(segment) === name ? segment : undefined;
}

/** A folder must not take the name of another key's file, backup or lock, all of which contain `.json`. */
function directoryName(segment: string): string {
  const name = escapeReserved(segment);
  return name.includes(EXTENSION) || name.endsWith(".") ? `${name}${ESCAPE}` : name;
}

function escapeReserved(segment: string): string {
  return segment.replace(RESERVED, `$&${ESCAPE}`);
}

/**
 * False when the directory does not exist; throws when it is one in which others could plant files.
 * Links on the way to the root are the user's business; below the root there are none.
 */
export function isSafeDirectory(files: FileSystem, root: string, directory: string): boolean {
  const path = directory === root && !root.endsWith(sep) ? `${root}${sep}.` : directory;
  const status = files.statusAt(path);
  if (status === undefined) return false;
  if (!status.isDirectory())
    throw unsafePath(directory, "Something that is no directory stands in the store's way.");
  if ((status.mode & WORLD_WRITABLE) !== 0n && process.platform !== "win32") {
    throw unsafePath(directory, "Everybody may write to the directory of the store; use one of your own.");
  }
  return true;
}

/** Creates what is missing of the directory, durably and private. */
export async function makeDirectories(files: FileSystem, directory: string): Promise<void> {
  const missing: string[] = [];
  for (let path = directory; path !== parse(path).root; path = dirname(path)) {
    if (files.statusAt(path) !== undefined) break;
    missing.unshift(path);
  }
  for (const path of missing) {
    try {
      files.makeDirectory(path, DIRECTORY_MODE);
    } catch (error) {
      if (errnoOf(error) !== "EEXIST") throw error;
    }
    await syncDirectory(files, dirname(path));
  }
}
