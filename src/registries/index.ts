/**
 * Registries over fetch: ClawHub, GitHub, well-known indexes; and the archive reader they share.
 * @packageDocumentation
 */
export type { ArchiveLimits } from "./archive-limits.js";
export { DEFAULT_ARCHIVE_LIMITS } from "./archive-limits.js";
export type { ClawHubRegistry, ClawHubRegistryOptions } from "./clawhub-registry.js";
export { createClawHubRegistry } from "./clawhub-registry.js";
export type { BundleRoot } from "./collect-bundle.js";
export type { GitHubRegistryOptions } from "./github-registry.js";
export { createGitHubRegistry } from "./github-registry.js";
export type { HttpOptions } from "./http.js";
export { readArchive, type UnpackOptions } from "./read-archive.js";
export type { RegistryOptions } from "./registry-options.js";
export type { WellKnownRegistryOptions } from "./well-known-registry.js";
export { createWellKnownRegistry } from "./well-known-registry.js";
