import { resolve } from "node:path";
import { CortexError } from "../core/errors.js";
import type { Store } from "../ports/store.js";
import { createDocumentCache } from "./file-store-cache.js";
import { storeError } from "./file-store-errors.js";
import { listKeys } from "./file-store-list.js";
import { isSafeDirectory, makeDirectories, placeOf } from "./file-store-paths.js";
import { sweepDirectory } from "./file-store-sweep.js";
import { createDocumentWriter } from "./file-store-writer.js";
import { errnoOf, type FileSystem, nodeFileSystem } from "./file-system.js";
import { nodePlatform, type Platform } from "./platform.js";

const DEFAULT_WAIT_MS = 40_000;

/** Where and how documents are kept. */
export interface FileStoreOptions {
  /** Created with mode 0700 when it is missing; refused when everybody may write to it. See `defaultStoreDirectory`. */
  readonly directory: string;
  /**
   * Which documents keep their previous text as `<name>.json.bak`.
   * @defaultValue all but `flow/…`: an older state of a flow must never run again
   */
  readonly backup?: (key: string) => boolean;
  /**
   * How long a write waits for another process, in milliseconds; never longer than the caller's deadline.
   * @defaultValue 40000
   */
  readonly waitMs?: number;
  readonly files?: FileSystem;
  readonly platform?: Platform;
}

/**
 * A store of files, one a document (`cortex` is `<directory>/cortex.json`), safe with any number of processes on
 * one machine. Once a write has resolved, it survives a power loss; docs/store.md has the protocol. A directory
 * that several machines mount is not supported.
 */
export function createFileStore(options: FileStoreOptions): Store {
  const { files = nodeFileSystem, platform = nodePlatform(), waitMs = DEFAULT_WAIT_MS } = options;
  if (typeof options.directory !== "string" || options.directory === "")
    throw new CortexError("config-invalid", 'createFileStore needs the path of a folder as "directory".');
  const root = resolve(options.directory);
  const cache = createDocumentCache(files);
  const writer = createDocumentWriter({ files, platform, cache, waitMs });
  const keepsBackup = options.backup ?? ((key: string) => !key.startsWith("flow/"));
  const safe = new Set<string>();
  const swept = new Set<string>();
  const atWork = new Set<Promise<unknown>>();
  let closed = false;

  /** Every call: not after `close`, errors in the store's own codes, and `close` waits for it. */
  const run = async <T>(during: "read" | "write", path: string, work: () => T | Promise<T>): Promise<T> => {
    if (closed) throw new CortexError("closed", "The store was closed.");
    const call = (async () => work())();
    atWork.add(call);
    try {
      return await call;
    } catch (error) {
      throw storeError(error, during, path);
    } finally {
      atWork.delete(call);
    }
  };
  const isReachable = (folders: readonly string[]): boolean =>
    folders.every((folder) => {
      if (safe.has(folder)) return true;
      if (!isSafeDirectory(files, root, folder)) return false;
      safe.add(folder);
      return true;
    });
  const makeReachable = async (folders: readonly string[]): Promise<void> => {
    const folder = folders.at(-1) ?? root;
    if (swept.has(folder)) return;
    if (!isReachable(folders)) {
      await makeDirectories(files, folder);
      isReachable(folders);
    }
    swept.add(folder);
    sweepDirectory(files, platform, folder);
  };
  /** Once more when somebody removed a folder that was there a moment ago. */
  const inFolders = async <T>(folders: readonly string[], work: () => Promise<T>): Promise<T> => {
    await makeReachable(folders);
    try {
      return await work();
    } catch (error) {
      if (errnoOf(CortexError.is(error) ? error.cause : error) !== "ENOENT") throw error;
    }
    safe.clear();
    swept.clear();
    await makeReachable(folders);
    return work();
  };

  return {
    specificationVersion: "v1",
    list: ({ prefix }) => run("read", root, () => listKeys(files, root, prefix)),
    read: ({ key }) =>
      run("read", root, () => {
        const { path, folders } = placeOf(root, key);
        return isReachable(folders) ? cache.read(path) : undefined;
      }),
    compareAndSwap: ({ key, expected, text }, context) =>
      run("write", root, async () => {
        const { path, folders } = placeOf(root, key);
        if (expected !== undefined && !isReachable(folders)) return { outcome: "conflict" };
        if (expected === undefined && text === undefined && !isReachable(folders)) {
          return { outcome: "committed", revision: "" };
        }
        const change = { path, expected, text, backup: keepsBackup(key) };
        return inFolders(folders, () => writer.swap(change, context));
      }),
    quarantine: ({ key, revision }, context) =>
      run("write", root, async () => {
        const { path, folders } = placeOf(root, key);
        return inFolders(folders, () => writer.setAside(path, revision, context));
      }),
    close: async () => {
      closed = true;
      await Promise.allSettled(atWork);
      cache.clear();
    },
  };
}
