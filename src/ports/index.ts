/**
 * The ports: everything that touches the world, as small interfaces. Types only.
 * @packageDocumentation
 */
export type { Approval, ApprovalScope } from "./approval.js";
export type { ApprovalRequest, Approver, ApproverAnswer } from "./approver.js";
export type { Bundle, BundleFile } from "./bundle.js";
export type { Catalog, OwnedSkill } from "./catalog.js";
export type { Clock, Randomness } from "./clock.js";
export type { Confirmer, ConfirmerAnswer } from "./confirmer.js";
export type { PortContext } from "./context.js";
export type { Embedder, Leaning } from "./embedder.js";
export type { InstalledSkill, Installer } from "./installer.js";
export type { Judge } from "./judge.js";
export type { Logger } from "./logger.js";
export type { Matcher } from "./matcher.js";
export type { Notifier } from "./notifier.js";
export type { Planner, SkillOutline } from "./planner.js";
export type { Probe, ProbeAnswer } from "./probe.js";
export type { Progress, ProgressListener } from "./progress.js";
export type { Provisioner } from "./provisioner.js";
export type { Registry, SkillVersion } from "./registry.js";
export type { Reviewer, ReviewRequest } from "./reviewer.js";
export type { ExecutionOrder, ExecutionOutcome, Runner } from "./runner.js";
export type { Store, StoredDocument, SwapResult } from "./store.js";
export type { WorkspaceFile, WorkspaceFiles } from "./workspace-files.js";
