import { onTestFinished } from "vitest";
import { createNodeSkills } from "../../src/node/create-node-skills.js";
import type { NodeSkills, NodeSkillsOptions, SkillsChange } from "../../src/node/node-skills.js";
import type { SkillsTree } from "./skills-tree.js";

/** Skills of a tree's workspace, cut off from this machine's own folders and configuration. */
export function skillsOf(tree: SkillsTree, options: NodeSkillsOptions = {}): NodeSkills {
  const skills = createNodeSkills({
    workspace: tree.path("workspace"),
    configFile: false,
    executable: tree.path("bin", "host"),
    environment: { HOME: tree.path("home"), PATH: process.env.PATH },
    ...options,
  });
  onTestFinished(() => skills.close());
  return skills;
}

/** Changes as they come; `next` waits for one. */
export interface ChangeRecorder {
  readonly changes: readonly SkillsChange[];
  next(): Promise<SkillsChange>;
  /** Resolves when nothing more has come for a while. */
  quiet(milliseconds?: number): Promise<void>;
  stop(): void;
}

const PATIENCE_MS = 10_000;

/** Records what a watcher says. */
export function recordChanges(skills: NodeSkills): ChangeRecorder {
  const changes: SkillsChange[] = [];
  let taken = 0;
  let wake: () => void = () => {};
  const stop = skills.watch((change) => {
    changes.push(change);
    wake();
  });
  return {
    changes,
    stop,
    next: async () => {
      const deadline = Date.now() + PATIENCE_MS;
      while (changes.length <= taken) {
        const rest = deadline - Date.now();
        if (rest <= 0) throw new Error("No change was reported.");
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, rest);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const change = changes[taken];
      taken += 1;
      if (change === undefined) throw new Error("No change was reported.");
      return change;
    },
    quiet: async (milliseconds = 200) => {
      for (let seen = -1; seen !== changes.length; ) {
        seen = changes.length;
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
      }
    },
  };
}
