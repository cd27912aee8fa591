/**
 * In-memory adapters for every port: for tests, for demos, and as the smallest examples of each contract.
 * @packageDocumentation
 */
export { createInMemoryCatalog } from "./in-memory-catalog.js";
export { createInMemoryInstaller } from "./in-memory-installer.js";
export { createInMemoryRegistry, type InMemorySkill, textBundle } from "./in-memory-registry.js";
export { createInMemoryStore } from "./in-memory-store.js";
export { createInMemoryWorkspaceFiles, type InMemoryWorkspaceFiles } from "./in-memory-workspace-files.js";
export {
  createFunctionRunner,
  createRecordingProvisioner,
  createRuleConfirmer,
  createRuleNotifier,
} from "./scripted-ports.js";
