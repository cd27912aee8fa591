import { FolderWatches } from "./skill-folder-watches.js";
import type { SkillLoader } from "./skill-loader.js";

/** How changes are noticed. */
export interface SkillWatcherOptions {
  /** Quiet time after the last event before skills are looked at again. @defaultValue 250 */
  readonly debounceMs?: number;
  /**
   * Folders beyond this number are polled instead of watched.
   * @defaultValue 8192 on Linux, where all watches share one descriptor; 256 elsewhere
   */
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
 * One watch for each folder, never for each file and never recursive.
 */
export function watchSkillFolders(
  loader: Pick<SkillLoader, "folders">,
  onLook: () => void | Promise<void>,
  options: SkillWatcherOptions = {},
): SkillWatcher {
  const debounceMs = options.debounceMs ?? 250;
  const watches = new FolderWatches(
    options.polling === true ? 0 : (options.maximumWatches ?? (process.platform === "linux" ? 8192 : 256)),
    () => hint(debounceMs),
  );
  let timer: NodeJS.Timeout | undefined;
  let firstHintAt: number | undefined;
  let poller: NodeJS.Timeout | undefined;
  let closed = false;

  const look = async (): Promise<void> => {
    timer = undefined;
    firstHintAt = undefined;
    // Before the look, so that nothing happens unseen between a look and a watch.
    watches.reopenMoved();
    try {
      await onLook();
    } finally {
      if (!closed) cover();
    }
  };
  const hint = (delay: number): void => {
    if (closed) return;
    const now = performance.now();
    firstHintAt ??= now;
    const rest = firstHintAt + debounceMs * LONGEST_WAIT_FACTOR - now;
    clearTimeout(timer);
    timer = setTimeout(() => void look(), Math.max(0, Math.min(delay, rest)));
    timer.unref();
  };
  const cover = (): void => {
    // What was written into a folder before its watch began is found by one more look.
    if (watches.cover(loader.folders())) hint(debounceMs);
    if (watches.complete) {
      clearInterval(poller);
      poller = undefined;
    } else if (poller === undefined) {
      poller = setInterval(() => hint(0), options.pollMs ?? 2000);
      poller.unref();
    }
  };
  cover();
  return {
    get mode() {
      return watches.complete ? "events" : "polling";
    },
    get watches() {
      return watches.size;
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      clearInterval(poller);
      watches.close();
    },
  };
}
