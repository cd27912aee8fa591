import { join } from "node:path";
import { isStoreKey } from "../core/store-key.js";
import { foldersOf, isSafeDirectory, segmentOfFile, segmentOfFolder } from "./file-store-paths.js";
import { errnoOf, type FileSystem } from "./file-system.js";

/** The keys below `root` that start with `prefix`, sorted. Only folders that can hold such keys are read. */
export function listKeys(files: FileSystem, root: string, prefix: string): readonly string[] {
  const parent = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  if (parent !== "" && !isStoreKey(parent.slice(0, -1))) return [];
  const folders = foldersOf(root, parent.split("/").slice(0, -1));
  if (!folders.every((folder) => isSafeDirectory(files, root, folder))) return [];
  const keys: string[] = [];
  const visit = (folder: string, start: string): void => {
    for (const entry of entriesOf(files, folder)) {
      if (entry.isFile()) {
        const segment = segmentOfFile(entry.name);
        if (segment !== undefined) keys.push(`${start}${segment}`);
      } else if (entry.isDirectory()) {
        const segment = segmentOfFolder(entry.name);
        if (segment === undefined) continue;
        const below = `${start}${segment}/`;
        if (below.startsWith(prefix) || prefix.startsWith(below)) visit(join(folder, entry.name), below);
      }
    }
  };
  visit(folders.at(-1) ?? root, parent);
  return keys.filter((key) => key.startsWith(prefix) && isStoreKey(key)).sort();
}

function entriesOf(files: FileSystem, folder: string): ReturnType<FileSystem["list"]> {
  try {
    return files.list(folder);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
}
