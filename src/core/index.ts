/**
 * The pure core: the whole protocol as two reducers, `transition` for a flow and `reduce` for memory.
 * @packageDocumentation
 */
export type { Diagnostic, Loaded } from "./diagnostics.js";
export type { Answer, AnswerOf, Effect, EffectKind, EffectOf, Effects, Grant } from "./effects.js";
export {
  CortexError,
  type CortexFailure,
  ERROR_CATEGORIES,
  type ErrorCategory,
  type ErrorCode,
  failure,
} from "./errors.js";
export {
  type Batch,
  type By,
  FAILURES,
  type Fact,
  type Failure,
  QUALITY_DETAILS,
  type QualityDetail,
  type RunResult,
} from "./facts.js";
export type { Finding, FindingSeverity, ScanStatus, Verdict } from "./findings.js";
export { begin, transition } from "./flow.js";
export { EFFECT_HANDLERS, type EffectHandlers, type Next } from "./flow-table.js";
export type {
  AbilityRequest,
  Attempt,
  Candidate,
  DoneFlow,
  Flow,
  FlowEvent,
  FlowHead,
  LogEntry,
  Moment,
  OpenFlow,
  Outcome,
  Pending,
  Phase,
  Remedy,
  Report,
  Rules,
  ShortlistConsent,
  Stage,
  Trial,
  Work,
} from "./flow-types.js";
export { forget } from "./forget.js";
export {
  type Pin,
  parseSkillKey,
  type SkillKey,
  type SkillReference,
  samePin,
  sameSkill,
} from "./identity.js";
export { DEFAULT_LIMITS, type Limits } from "./limits.js";
export type {
  Inspection,
  Listing,
  MissingDependency,
  Plan,
  ScoredListing,
  SeverityMark,
} from "./listing.js";
export { type MatchableRegion, matchRegions } from "./match-regions.js";
export {
  type CandidateRecord,
  EMPTY_VIEW,
  type Lesson,
  type MemoryView,
  type Policy,
  type RegionView,
} from "./memory-view.js";
export { missRegion, searchQuery, type UsableCandidate, usableCandidates } from "./perception.js";
export { classicPolicy } from "./policies/classic-policy.js";
export { satisficingThompson } from "./policies/satisficing-thompson.js";
export type { CandidateCard, CandidateHistory, Notice, Question } from "./questions.js";
export { reflexEligible, retentionOffer } from "./reflex.js";
export { isReadOnly, isWriteEffect, severityMarks } from "./side-effects.js";
export {
  type ParsedSnapshot,
  type ParseSnapshotOptions,
  parseSnapshot,
  serialiseSnapshot,
} from "./snapshot.js";
export {
  type CortexState,
  type IgnoredReason,
  initialState,
  type JsonValue,
  type Observation,
  type ReduceReport,
  type RegionState,
  reduce,
  reduceWithReport,
  type SeenBatch,
  type Stats,
  type StoredCandidate,
  type UnknownFields,
} from "./state.js";
export { changeSince, mayFireReflex } from "./validation.js";
export { viewOf } from "./view-of.js";
export { effectiveWeight, weightAfterFailure, weightAfterSuccess } from "./weights.js";
