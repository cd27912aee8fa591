import { type FSWatcher, watch } from "node:fs";
import type { SkillLoader } from "./skill-loader.js";

/** How changes are noticed. */
export interface SkillWatcherOptions {
  /** Quiet time after the last event before skills are looked at again. @defaultValue 250 */
  readonly debounceMs?: number;
  /** Folders beyond this number are polled instead of watched. @defaultValue 8192 */
  readonly maximumWatches?: number;
  /** How often everything is looked at while some folder can't be watched. @defaultValue 2000 */
  readonly pollMs?: number;
  /** Polls only; for file systems without events, such as some network mounts. @defaultValue false */
  readonly polling?: boolean;
}

/** Watches the folders of a loader until it is closed. */
export interface SkillWatcher {
  /** `events`, or `polling` when some folder can't be watched. */
  readonly mode: "events" | "polling";
  /** Folders that the kernel reports on. */
  readonly watches: number;
  close(): void;
}

/** A steady stream of events can't put off the look for ever. */
const LONGEST_WAIT_FACTOR = 8;

/**
 * Calls `onLook` after something happened in or around the loader's folders; the caller loads again and
 * compares. Events are only hints: what they say differs between systems and editors, what is on disk does not.
 * One watch for each folder (never for each file, never recursive): on Linux all of them share one descriptor.
 */
export function watchSkillFolders(
  loader: SkillLoader,
  onLook: () => void,
  options: SkillWatcherOptions = {},
): SkillWatcher {
  const debounceMs = options.debounceMs ?? 250;
  const maximumWatches = options.polling === true ? 0 : (options.maximumWatches ?? 8192);
  const watchers = new Map<string, FSWatcher>();
  let missing = false;
  let timer: NodeJS.Timeout | undefined;
  let firstEventAt: number | undefined;
  let poller: NodeJS.Timeout | undefined;
  let closed = false;

  const look = (): void => {
    timer = undefined;
    firstEventAt = undefined;
    if (closed) return;
    onLook();
    cover();
  };
  const hint = (): void => {
    if (closed) return;
    const now = performance.now();
    firstEventAt ??= now;
    const rest = firstEventAt + debounceMs * LONGEST_WAIT_FACTOR - now;
    clearTimeout(timer);
    timer = setTimeout(look, Math.max(0, Math.min(debounceMs, rest)));
    timer.unref();
  };
  const drop = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  /** Watches what the loader has found, and, for roots that do not exist yet, the nearest folder that does. */
  const cover = (): void => {
    const wanted = new Set(loader.folders().flatMap((folder) => nearestFolders(folder)));
    for (const folder of watchers.keys()) if (!wanted.has(folder)) drop(folder);
    missing = options.polling === true;
    for (const folder of wanted) {
      if (watchers.has(folder)) continue;
      if (watchers.size >= maximumWatches || !observe(folder)) missing = true;
    }
    if (missing && poller === undefined) {
      poller = setInterval(hint, options.pollMs ?? 2000);
      poller.unref();
    } else if (!missing) {
      clearInterval(poller);
      poller = undefined;
    }
  };
  /** False when the system has no more watches (ENOSPC, EMFILE) or the folder can't be watched. */
  const observe = (folder: string): boolean => {
    try {
      const watcher = watch(folder, { persistent: false }, hint);
      watcher.on("error", () => {
        drop(folder);
        hint();
      });
      watchers.set(folder, watcher);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ENOENT";
    }
  };
  cover();
  return {
    get mode() {
      return missing ? "polling" : "events";
    },
    get watches() {
      return watchers.size;
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      clearInterval(poller);
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}
