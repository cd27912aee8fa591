import type { TierPlan } from "../skills/tiers.js";
import type { SkillsChange } from "./node-skills.js";
import { compareCatalogs } from "./skill-change.js";
import type { LoadedSkills } from "./skill-judgement.js";
import type { SkillLoader } from "./skill-loader.js";
import { type SkillWatcher, type SkillWatcherOptions, watchSkillFolders } from "./skill-watcher.js";

/** Listeners that share one watcher, which exists only while somebody listens. */
export interface SkillChanges {
  readonly mode: "off" | "events" | "polling";
  watch(listener: (change: SkillsChange) => void): () => void;
  close(): void;
}

/** Tells listeners what has changed on disk; looks that find nothing new are not told. */
export function createSkillChanges(
  loader: SkillLoader,
  load: () => Promise<LoadedSkills>,
  options: SkillWatcherOptions & { readonly identity?: TierPlan["identity"] },
): SkillChanges {
  const listeners = new Set<(change: SkillsChange) => void>();
  let watcher: SkillWatcher | undefined;
  let known: LoadedSkills["catalog"] | undefined;
  const tell = async (): Promise<void> => {
    const skills = await load();
    const before = known;
    known = skills.catalog;
    if (before === undefined || before === known) return;
    const difference = compareCatalogs(before, known, options.identity);
    const errors: unknown[] = [];
    for (const listener of [...listeners]) {
      try {
        listener({ skills, ...difference });
      } catch (error) {
        errors.push(error);
      }
    }
    // A mistake of one listener is not hidden, but the others have heard.
    if (errors.length > 0) throw errors[0];
  };
  const close = (): void => {
    listeners.clear();
    watcher?.close();
    watcher = undefined;
  };
  return {
    get mode() {
      return watcher?.mode ?? "off";
    },
    watch: (listener) => {
      // The listener hears of what changes after this moment.
      if (listeners.size === 0) known = loader.load();
      const own = (change: SkillsChange): void => listener(change);
      listeners.add(own);
      watcher ??= watchSkillFolders(loader, tell, options);
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) close();
      };
    },
    close,
  };
}
