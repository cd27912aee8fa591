/**
 * Adapters for Node: files, disks, local registries; `createNodeCortex` wires them.
 * @packageDocumentation
 */
export { createNodeCortex, type NodeCortexOptions } from "./create-node-cortex.js";
export { createDiskInstaller, type DiskInstallerOptions } from "./disk-installer.js";
export { createFileStore, type FileStoreOptions } from "./file-store.js";
export { createLocalRegistry, type LocalRegistryOptions } from "./local-registry.js";
