/**
 * skill-cortex: the whole life of an agent skill. `createCortex` is the front door.
 * @packageDocumentation
 */
export { CortexError } from "./core/errors.js";
export type { AbilityRequest, Report } from "./core/flow-types.js";
export { DEFAULT_LIMITS, type Limits } from "./core/limits.js";
export { classicPolicy } from "./core/policies/classic-policy.js";
export type { Notice, Question } from "./core/questions.js";
export type {
  Cortex,
  MemoryExplanation,
  OpenFlowSummary,
  Preview,
  RunContext,
} from "./runtime/cortex.js";
export { type CortexOptions, DEFAULT_TIMEOUTS, type Timeouts } from "./runtime/cortex-options.js";
export { createCortex } from "./runtime/create-cortex.js";
export { renderNotice, renderQuestion } from "./runtime/render-question.js";
export { renderReport } from "./runtime/render-report.js";
export type { Step } from "./runtime/steps.js";
