import { existsSync, type FSWatcher, watch } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errnoOf } from "./file-system.js";

/** Folders in which a change would matter. */
export interface WatchedFolders {
  /** The roots themselves, existing or not: their coming and going matters too. */
  readonly roots: readonly string[];
  /** Existing folders; everything in them matters. */
  readonly inside: readonly string[];
}

/** For each folder the names in it that matter; undefined means all. */
type Wishes = ReadonlyMap<string, ReadonlySet<string> | undefined>;

/** The system has no more watches or descriptors to give. */
const EXHAUSTED = new Set(["ENOSPC", "EMFILE", "ENFILE"]);

/** One watch for each of a changing set of folders. */
export class FolderWatches {
  /** False while some folder can't be watched. */
  complete = true;
  readonly #maximum: number;
  readonly #onEvent: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #wishes: Wishes = new Map();
  /** Paths that have come, gone or been replaced since the last look. */
  readonly #moved = new Set<string>();

  constructor(maximum: number, onEvent: () => void) {
    this.#maximum = maximum;
    this.#onEvent = onEvent;
  }

  get size(): number {
    return this.#watchers.size;
  }

  /** Watches exactly these folders; true when something may have happened in one before its watch began. */
  cover(folders: WatchedFolders): boolean {
    this.#wishes = wishesFor(folders);
    for (const folder of this.#watchers.keys()) if (!this.#wishes.has(folder)) this.#drop(folder);
    this.complete = true;
    let lookAgain = false;
    for (const folder of this.#wishes.keys()) {
      if (this.#watchers.has(folder)) continue;
      const outcome = this.#watchers.size < this.#maximum ? this.#open(folder) : "exhausted";
      if (outcome === "opened" || outcome === "gone") lookAgain = true;
      else this.complete = false;
      if (outcome === "exhausted") break;
    }
    return lookAgain;
  }

  /**
   * A watch belongs to what a path meant when it began. After a rename or a replacement the path means something
   * else, and so do all paths below it.
   */
  reopenMoved(): void {
    if (this.#moved.size === 0) return;
    for (const folder of [...this.#watchers.keys()]) {
      if (!this.#hasMoved(folder)) continue;
      this.#drop(folder);
      this.#open(folder);
    }
    this.#moved.clear();
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#wishes = new Map();
  }

  #hasMoved(folder: string): boolean {
    for (let path = folder; ; path = dirname(path)) {
      if (this.#moved.has(path)) return true;
      if (path === dirname(path)) return false;
    }
  }

  #open(folder: string): "opened" | "gone" | "failed" | "exhausted" {
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        this.#handle(folder, event, name);
      });
      watcher.on("error", () => {
        this.#drop(folder);
        this.#onEvent();
      });
      this.#watchers.set(folder, watcher);
      return "opened";
    } catch (error) {
      const code = errnoOf(error);
      if (code === "ENOENT") return "gone";
      return EXHAUSTED.has(code) ? "exhausted" : "failed";
    }
  }

  #handle(folder: string, event: string, name: string | null): void {
    if (event === "rename") {
      if (name !== null) this.#moved.add(join(folder, name));
      // The system reports the end of the watched folder itself under its own name.
      if (name === null || name === basename(folder)) this.#moved.add(folder);
    }
    const only = this.#wishes.get(folder);
    if (only === undefined || name === null || only.has(name) || name === basename(folder)) this.#onEvent();
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}

/**
 * The parent of a root tells when the root is replaced. For a root that does not exist, the nearest folder that
 * does is watched for the next part of the path only: it may be a busy home folder.
 */
function wishesFor({ roots, inside }: WatchedFolders): Wishes {
  const wishes = new Map<string, Set<string> | undefined>();
  for (const folder of inside) wishes.set(folder, undefined);
  for (const root of roots) {
    let child = root;
    let folder = dirname(root);
    while (!existsSync(folder) && folder !== dirname(folder)) {
      child = folder;
      folder = dirname(folder);
    }
    if (!wishes.has(folder)) wishes.set(folder, new Set());
    wishes.get(folder)?.add(basename(child));
  }
  return wishes;
}
