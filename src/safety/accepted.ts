import type { Finding } from "../core/findings.js";
import type { SkillKey } from "../core/identity.js";

/** A person's decision to live with one rule in one file of one skill. Any change of the file ends it. */
export interface AcceptedFinding {
  readonly skill: SkillKey;
  readonly rule: string;
  /** `textDigest` of the file that the finding is in. */
  readonly contentHash: string;
}

/** Findings apart: those that still count, and those that somebody accepted. */
export interface SplitFindings {
  readonly findings: readonly Finding[];
  readonly accepted: readonly Finding[];
}

/** Sets accepted findings aside. They are returned, never dropped. */
export function splitAccepted(
  findings: readonly Finding[],
  accepted: readonly AcceptedFinding[],
  of: { readonly skill: SkillKey; readonly contentHash: string },
): SplitFindings {
  const rules = new Set(
    accepted
      .filter((entry) => entry.skill === of.skill && entry.contentHash === of.contentHash)
      .map((entry) => entry.rule),
  );
  if (rules.size === 0) return { findings, accepted: [] };
  return {
    findings: findings.filter((finding) => !rules.has(finding.rule)),
    accepted: findings.filter((finding) => rules.has(finding.rule)),
  };
}
