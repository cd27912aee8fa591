import type { Finding, Verdict } from "../core/findings.js";
import { scanText } from "../safety/scan-text.js";
import { textDigest } from "../safety/tree-digest.js";
import type { Change } from "./change.js";
import { changeDigest } from "./change-digest.js";
import type { Assessment } from "./events.js";
import type { ProposalPlan } from "./plan-proposal.js";
import type { AcceptedRule } from "./proposal.js";

/**
 * What a plan is bound to and what the scanner says of it. Only what the edit adds is judged, so that an old phrase
 * in a file blocks no unrelated edit; a finding that a person accepted for exactly this change counts no more.
 */
export function assess(
  plan: ProposalPlan,
  change: Change,
  options: { readonly acceptedRules?: readonly AcceptedRule[]; readonly verdicts?: readonly Verdict[] } = {},
): Assessment {
  const findings = plan.writes.flatMap((write) =>
    write.after === undefined ? [] : scanText(write.after, scanOptions(write.path, write.before)),
  );
  const digest = changeDigest(change);
  const accepted = new Set(
    (options.acceptedRules ?? []).filter((rule) => rule.digest === digest).map((rule) => rule.rule),
  );
  const verdicts = options.verdicts ?? [];
  const reason = blockingReason(
    findings.filter((finding) => !accepted.has(finding.rule)),
    verdicts.filter((verdict) => !accepted.has(verdict.by)),
  );
  return {
    base: plan.writes.map(({ path, before, after, executable }) => ({
      path,
      digest: before === undefined ? null : textDigest(before),
      result: after === undefined ? null : textDigest(after),
      ...(executable ? { executable } : {}),
    })),
    findings,
    verdicts,
    ...(reason === undefined ? {} : { quarantineReason: reason }),
  };
}

function blockingReason(findings: readonly Finding[], verdicts: readonly Verdict[]): string | undefined {
  const critical = findings.find((finding) => finding.severity === "critical");
  if (critical !== undefined) return `${critical.rule} in ${critical.file}:${critical.line}: ${critical.why}`;
  const malicious = verdicts.find((verdict) => verdict.status === "malicious");
  return malicious === undefined ? undefined : `judged malicious by ${malicious.by}`;
}

/** The scanner knows paths inside a skill. */
function scanOptions(
  path: string,
  before: string | undefined,
): { readonly file: string; readonly baseline?: string } {
  const inside = /^skills\/(?!auto\/)[^/]+\/(.+)$/.exec(path)?.[1] ?? path;
  return before === undefined ? { file: inside } : { file: inside, baseline: before };
}
