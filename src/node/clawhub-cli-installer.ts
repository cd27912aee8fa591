import { type ClawHubCliRegistryOptions, createClawHubCliRegistry } from "./clawhub-cli-registry.js";
import { createDiskInstaller, type DiskInstaller, type DiskInstallerOptions } from "./disk-installer.js";

/** Options of `createClawHubCliInstaller`. */
export interface ClawHubCliInstallerOptions extends DiskInstallerOptions, ClawHubCliRegistryOptions {}

/**
 * Installs what the `clawhub` program downloads. The program works in a folder
 * of its own; putting in place and taking away is done by the disk installer, because the
 * program loses lock entries when two of it run, and keeps a skill without SKILL.md.
 */
export function createClawHubCliInstaller(options: ClawHubCliInstallerOptions): DiskInstaller {
  const registry = createClawHubCliRegistry(options);
  const { url } = options;
  return createDiskInstaller({
    ...(url === undefined ? {} : { clawHubUrl: url }),
    ...options,
    download: ({ key, version }, context) => registry.fetch({ key, version }, context),
  });
}
