/**
 * Adapters for Node: files, disks, local registries; `createNodeCortex` wires them.
 * @packageDocumentation
 */
export type { ClawHubCliOptions } from "./clawhub-cli.js";
export { type ClawHubCliInstallerOptions, createClawHubCliInstaller } from "./clawhub-cli-installer.js";
export { type ClawHubCliRegistryOptions, createClawHubCliRegistry } from "./clawhub-cli-registry.js";
export { createNodeCortex, type NodeCortexOptions } from "./create-node-cortex.js";
export { createNodeSkills } from "./create-node-skills.js";
export { createNodeWorkshop, type NodeWorkshop, type NodeWorkshopOptions } from "./create-node-workshop.js";
export type { ResolveHost } from "./dependency-address.js";
export {
  createDependencyInstaller,
  type DependencyInstallation,
  type DependencyInstaller,
  type DependencyInstallerOptions,
} from "./dependency-installer.js";
export { openSkillIndexFile, type SkillIndexFile } from "./discovery-index-file.js";
export { createDiskInstaller, type DiskInstaller, type DiskInstallerOptions } from "./disk-installer.js";
export {
  type ExperienceFolderOptions,
  type ProposedDraft,
  proposeFromFolder,
  type RecordedSession,
  readSessions,
} from "./experience-folder.js";
export { createFileStore, type FileStoreOptions } from "./file-store.js";
export type { DirectoryEntry, FileStatus, FileSystem } from "./file-system.js";
export { createLocalRegistry, type LocalRegistryOptions } from "./local-registry.js";
export type { NodeSkills, NodeSkillsOptions, NodeSnapshotOptions, SkillsChange } from "./node-skills.js";
export {
  type Environment,
  type OpenClawConfig,
  openClawWorkspace,
  readOpenClawConfig,
} from "./openclaw-config.js";
export type { Liveness, Platform, ProcessIdentity } from "./platform.js";
export { createProcessProvisioner, type ProcessProvisionerOptions } from "./process-provisioner.js";
export type { ProcessResult } from "./process-run.js";
export { createProcessRunner, type ProcessRunnerOptions, type SkillCommand } from "./process-runner.js";
export type { CatalogDifference } from "./skill-change.js";
export { applyEnvScope, type EnvScope, type MutableEnvironment, withEnvScope } from "./skill-env-scope.js";
export type { ExcludedSkill, LoadedSkills } from "./skill-judgement.js";
export { createSkillPlanner, type SkillPlannerOptions } from "./skill-planner.js";
export { configuredPlugins, readPluginSkills } from "./skill-plugins.js";
export { createHostProbe, type HostProbeOptions, type ProbeRequest } from "./skill-probe.js";
export {
  bundledSkillsFolder,
  resolveOpenClawTiers,
  resolveOpenPocketTiers,
  type SkillRootsOptions,
} from "./skill-roots.js";
export type { SkillWatcherOptions } from "./skill-watcher.js";
export type { TerminalOptions } from "./terminal.js";
export { createTerminalConfirmer } from "./terminal-confirmer.js";
export { createTerminalNotifier, type TerminalNotifierOptions } from "./terminal-notifier.js";
export { createNodeWorkspaceFiles, type NodeWorkspaceFilesOptions } from "./workshop-files.js";
