/**
 * The experience engine: recorded runs of any agent become draft skills, without secrets, for the workshop to review.
 * @packageDocumentation
 */
export type { Diagnostic, Loaded } from "../core/diagnostics.js";
export type { CortexFailure } from "../core/errors.js";
export type { Redaction } from "../text/redact-secrets.js";
export type { DraftFile } from "../workshop/change.js";
export { buildDraft, type Draft, type DraftOptions, refineDraft } from "./draft.js";
export { type DraftLayout, stampOf, taskSlug } from "./draft-name.js";
export { behaviorFingerprint, draftIdentity } from "./fingerprint.js";
export type { Confidence } from "./judge-runs.js";
export { proposeDraft } from "./propose-draft.js";
export { type RedactedSession, type RedactedStep, redactSession } from "./redact-session.js";
export { parseSession, type Session, type TraceAction, type TraceStep, type UiContext } from "./trace.js";
