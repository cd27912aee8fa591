import { homedir } from "node:os";
import { join } from "node:path";
import type { Registry } from "../ports/registry.js";
import { createClawHubRegistry } from "../registries/clawhub-registry.js";
import type { Cortex } from "../runtime/cortex.js";
import type { CortexOptions } from "../runtime/cortex-options.js";
import { createCortex } from "../runtime/create-cortex.js";
import { createDiskInstaller } from "./disk-installer.js";
import { createFileStore } from "./file-store.js";
import { createLocalRegistry } from "./local-registry.js";

/** Where a cortex on this machine keeps things, and what it may search. */
export interface NodeCortexOptions extends Partial<CortexOptions> {
  /** Where memory lives. @defaultValue `~/.openclaw/skill-cortex` */
  readonly directory?: string;
  /** Where borrowed skills are put. @defaultValue the folder `borrowed` in `directory` */
  readonly workspace?: string;
  /** A folder of skills that is searched first. */
  readonly localSkills?: string;
  /** False searches no public registry. @defaultValue true */
  readonly publicRegistries?: boolean;
}

/** A cortex with the adapters of this machine; every one of them can be replaced. */
export function createNodeCortex(options: NodeCortexOptions = {}): Cortex {
  const { directory: given, workspace, localSkills, publicRegistries = true, ...ports } = options;
  const directory = given ?? join(homedir(), ".openclaw", "skill-cortex");
  const registries: Registry[] = [];
  if (localSkills !== undefined) registries.push(createLocalRegistry({ directory: localSkills }));
  if (publicRegistries) registries.push(createClawHubRegistry());
  const { clock } = ports;
  return createCortex({
    store: createFileStore({ directory }),
    installer: createDiskInstaller({
      directory: workspace ?? join(directory, "borrowed"),
      ...(clock === undefined ? {} : { now: () => clock.now() }),
    }),
    registries,
    ...ports,
  });
}
