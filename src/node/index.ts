/**
 * Adapters for Node: files, disks, local registries; `createNodeCortex` wires them.
 * @packageDocumentation
 */
export { createNodeCortex, type NodeCortexOptions } from "./create-node-cortex.js";
export { createDiskInstaller, type DiskInstallerOptions } from "./disk-installer.js";
export { createFileStore, type FileStoreOptions } from "./file-store.js";
export { createLocalRegistry, type LocalRegistryOptions } from "./local-registry.js";
export { createProcessProvisioner, type ProcessProvisionerOptions } from "./process-provisioner.js";
export type { ProcessResult } from "./process-run.js";
export { createProcessRunner, type ProcessRunnerOptions, type SkillCommand } from "./process-runner.js";
export type { TerminalOptions } from "./terminal.js";
export { createTerminalConfirmer } from "./terminal-confirmer.js";
export { createTerminalNotifier, type TerminalNotifierOptions } from "./terminal-notifier.js";
