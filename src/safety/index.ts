export type { Finding, FindingSeverity, ScanStatus, Verdict } from "../core/findings.js";
export type { Approval, ApprovalScope } from "../ports/approval.js";
export type { Bundle, BundleFile } from "../ports/bundle.js";
export { type AcceptedFinding, type SplitFindings, splitAccepted } from "./accepted.js";
export { redeemApproval } from "./approval.js";
export { type InspectBundleRequest, inspectBundle } from "./inspect-bundle.js";
export {
  askJudge,
  type CombinedVerdicts,
  combineVerdicts,
  judgeAnswerSchema,
  parseJudgeVerdict,
} from "./judge-verdict.js";
export { lookalikes } from "./lookalikes.js";
export { RULES, type Rule, type RuleId } from "./rules.js";
export { type BundleScan, type ScanBundleOptions, scanBundle } from "./scan-bundle.js";
export { type ScanTextOptions, scanText } from "./scan-text.js";
export { deriveSideEffects, type SideEffect } from "./side-effects.js";
export { bytesDigest, textDigest, treeDigest } from "./tree-digest.js";
