import { join } from "node:path";
import type { Matcher } from "../ports/matcher.js";
import type { Registry } from "../ports/registry.js";
import { createClawHubRegistry } from "../registries/clawhub-registry.js";
import { createGitHubRegistry } from "../registries/github-registry.js";
import type { Cortex } from "../runtime/cortex.js";
import type { CortexOptions } from "../runtime/cortex-options.js";
import { createCortex } from "../runtime/create-cortex.js";
import { createDiskInstaller } from "./disk-installer.js";
import { createFileStore } from "./file-store.js";
import { defaultStoreDirectory } from "./file-store-paths.js";
import { createLocalRegistry } from "./local-registry.js";
import { createProcessProvisioner } from "./process-provisioner.js";
import { createSkillPlanner } from "./skill-planner.js";
import { createTerminalConfirmer } from "./terminal-confirmer.js";
import { createTerminalNotifier } from "./terminal-notifier.js";

/** Where a cortex on this machine keeps things, and what it may search. Every port can be replaced. */
export interface NodeCortexOptions extends Partial<CortexOptions> {
  /** Where memory lives. @defaultValue `~/.openclaw/skill-cortex`, below `OPENCLAW_STATE_DIR` if set */
  readonly directory?: string;
  /** Where borrowed skills are put. @defaultValue the folder `borrowed` in `directory` */
  readonly workspace?: string;
  /** A folder of skills that is searched first. */
  readonly localSkills?: string;
  /** False searches no public registry. @defaultValue true: ClawHub, then GitHub */
  readonly publicRegistries?: boolean;
  /** `meaning` uses the embedded model, `words` does not load it. @defaultValue "meaning" */
  readonly matching?: "meaning" | "words";
}

/**
 * A cortex with the adapters of this machine: files, disk, public registries, matching by meaning, and the terminal
 * for questions where there is one. Without a terminal or a confirmer of your own, every question is denied.
 */
export function createNodeCortex(options: NodeCortexOptions = {}): Cortex {
  const {
    directory: given,
    workspace,
    localSkills,
    publicRegistries = true,
    matching = "meaning",
    ...ports
  } = options;
  const directory = given ?? defaultStoreDirectory(process.env);
  const registries: Registry[] = [];
  const now = ports.clock === undefined ? {} : { now: ports.clock.now };
  if (localSkills !== undefined) registries.push(createLocalRegistry({ directory: localSkills }));
  if (publicRegistries) registries.push(createClawHubRegistry(now), createGitHubRegistry(now));
  // Questions are written to stderr, so that a program's output stays its own.
  const atTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  return createCortex({
    store: createFileStore({ directory }),
    installer: createDiskInstaller({ directory: workspace ?? join(directory, "borrowed"), ...now }),
    registries,
    planner: createSkillPlanner(),
    provisioner: createProcessProvisioner(now),
    ...(matching === "meaning" ? { matcher: lazyMatcher() } : {}),
    ...(atTerminal ? { confirmer: createTerminalConfirmer(), notifier: createTerminalNotifier() } : {}),
    ...ports,
  });
}

/** The model's five megabytes are read when the first task comes, not when a program starts. */
function lazyMatcher(): Matcher {
  let loaded: Promise<Matcher> | undefined;
  const load = (): Promise<Matcher> => {
    loaded ??= import("../discovery/discovery-matcher.js").then((module) => module.createDiscoveryMatcher());
    return loaded;
  };
  return {
    specificationVersion: "v1",
    regions: async (request, context) => (await load()).regions(request, context),
    listings: async (request, context) => (await load()).listings(request, context),
  };
}
