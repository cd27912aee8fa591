import { systemClock, systemRandomness } from "../runtime/system.js";
import type { Workshop, WorkshopOptions } from "../workshop/create-workshop.js";
import { createWorkshop } from "../workshop/create-workshop.js";
import { createFileStore } from "./file-store.js";
import { defaultStoreDirectory } from "./file-store-paths.js";
import { createNodeWorkspaceFiles } from "./workshop-files.js";

/** A workspace on this machine, and who reviews and approves there. */
export interface NodeWorkshopOptions extends Partial<WorkshopOptions> {
  /** Skills are written to its folder `skills`. */
  readonly workspace: string;
  /** Where proposals and history live. @defaultValue `~/.openclaw/skill-cortex` */
  readonly directory?: string;
  /** The host's skills, for example of `createNodeSkills`: they are loaded again before a write is reported. */
  readonly skills?: { load(): unknown };
}

/** A workshop on disk. */
export interface NodeWorkshop extends Workshop {
  /** Waits for writes under way and lets go of the files. */
  close(): Promise<void>;
}

/**
 * The workshop of a workspace on this machine; every adapter can be replaced. How people are asked is the host's
 * business: pass an `approver` that speaks through its chat, window or terminal. Without one, everything waits for
 * `approve` or the command line.
 */
export function createNodeWorkshop(options: NodeWorkshopOptions): NodeWorkshop {
  const { workspace, directory, skills, onSkillsChanged, ...given } = options;
  const store =
    given.store ?? createFileStore({ directory: directory ?? defaultStoreDirectory(process.env) });
  const clock = given.clock ?? systemClock;
  const workshop = createWorkshop({
    ids: systemRandomness,
    ...given,
    store,
    clock,
    files: given.files ?? createNodeWorkspaceFiles({ directory: workspace, now: () => clock.now() }),
    onSkillsChanged: async (change) => {
      await skills?.load();
      await onSkillsChanged?.(change);
    },
  });
  return { ...workshop, close: async () => store.close?.() };
}
