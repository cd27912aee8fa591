/**
 * Procedural memory: proposals for skills, with review, approval, history and rollback.
 * @packageDocumentation
 */
export type { Finding, FindingSeverity, ScanStatus, Verdict } from "../core/findings.js";
export type { Approval, ApprovalScope } from "../ports/approval.js";
export type { ApprovalRequest, Approver, ApproverAnswer } from "../ports/approver.js";
export type { Reviewer, ReviewRequest } from "../ports/reviewer.js";
export type { WorkspaceFile, WorkspaceFiles } from "../ports/workspace-files.js";
export type { Suggestion } from "./admit.js";
export { type Appended, appendToSection } from "./append-to-section.js";
export { type Correction, captureCorrection } from "./capture.js";
export type { Change, DraftFile } from "./change.js";
export { DEFAULT_WORKSHOP_CONFIG, resolveWorkshopConfig, type WorkshopConfig } from "./config.js";
export type { Consent } from "./consent.js";
export { createWorkshop, type Workshop, type WorkshopOptions } from "./create-workshop.js";
export type { SkillsChanged } from "./desk.js";
export type { DraftSuggestion } from "./drafts.js";
export { type Duplicate, findDuplicate } from "./duplicates.js";
export type { Assessment, Shown, Step, WorkshopEvent } from "./events.js";
export { workshopGuidance } from "./guidance.js";
export { countToolCalls, type TurnMessage } from "./messages.js";
export { type PlanInput, type PlannedText, planEdit } from "./plan-edit.js";
export {
  type AcceptedRule,
  type Actor,
  type BaseFile,
  PROPOSAL_STATUSES,
  type Proposal,
  type ProposalSource,
  type ProposalStatus,
  type Transition,
} from "./proposal.js";
export type { Action, Revision } from "./proposal-actions.js";
export { reduceWorkshop } from "./reduce-workshop.js";
export { parseReviewAnswer, type ReviewAnswer } from "./review-answer.js";
export { buildReviewRequest, type KnownSkill } from "./review-request.js";
export type { SkillReport } from "./skill-care.js";
export { normaliseSkillName } from "./skill-name.js";
export { parseWorkshop, serialiseWorkshop } from "./snapshot.js";
export {
  type Edit,
  type EditFile,
  EMPTY_WORKSHOP,
  type EvidenceCounts,
  type EvidenceKind,
  type ReviewState,
  type SkillRecord,
  type WatchedCorrection,
  type WorkshopState,
} from "./state.js";
export type { Origin } from "./suggest.js";
export type { SuggestResult } from "./suggest-result.js";
export { REVIEW_SESSION_PREFIX, type Turn, type TurnResult } from "./turn-end.js";
export { type FileChange, unifiedDiff } from "./unified-diff.js";
export type { HistoryEntry, WorkshopStatus } from "./views.js";
export { SUPPORT_FOLDERS } from "./workspace-paths.js";
