import { lstat, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { replaceFile } from "./atomic-write.js";
import { errnoOf, nodeFileSystem } from "./file-system.js";
import { nodePlatform } from "./platform.js";

/**
 * The file operations of installers, one step each, so that tests can stop the
 * world between any two of them.
 */
export interface InstallerFiles {
  makeFolder(path: string): Promise<void>;
  /** Creates a file that must not exist. */
  createFile(path: string, bytes: Uint8Array, executable: boolean): Promise<void>;
  /** Replaces a whole file in one step. */
  replace(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file or a whole folder; no link is followed. */
  remove(path: string): Promise<void>;
  /** Removes a folder if it is empty. */
  removeEmpty(path: string): Promise<void>;
  /** `undefined` when there is nothing. */
  read(path: string): Promise<string | undefined>;
  /** What is there, without following a link. */
  kindOf(path: string): Promise<"folder" | "other" | "nothing">;
  /** Names in a folder; empty when there is none. */
  list(path: string): Promise<readonly string[]>;
}

const absent = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(errnoOf(error));

/** The operations of Node. */
export const nodeInstallerFiles: InstallerFiles = {
  makeFolder: async (path) => void (await mkdir(path, { recursive: true, mode: 0o755 })),
  createFile: (path, bytes, executable) =>
    writeFile(path, bytes, { flag: "wx", mode: executable ? 0o755 : 0o644 }),
  replace: (path, text) =>
    replaceFile(path, Buffer.from(text), { files: nodeFileSystem, platform: nodePlatform() }),
  rename: (from, to) => rename(from, to),
  remove: (path) => rm(path, { recursive: true, force: true }),
  removeEmpty: (path) =>
    rmdir(path).catch((error: unknown) => {
      if (!absent(error) && !["ENOTEMPTY", "EEXIST"].includes(errnoOf(error))) throw error;
    }),
  read: (path) =>
    readFile(path, "utf8").catch((error: unknown) => {
      if (absent(error)) return undefined;
      throw error;
    }),
  kindOf: (path) =>
    lstat(path).then(
      (status) => (status.isDirectory() ? "folder" : "other"),
      (error: unknown) => {
        if (absent(error)) return "nothing";
        throw error;
      },
    ),
  list: (path) =>
    readdir(path).catch((error: unknown) => {
      if (absent(error)) return [];
      throw error;
    }),
};
