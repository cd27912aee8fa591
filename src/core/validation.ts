import compare from "semver/functions/compare.js";
import valid from "semver/functions/valid.js";
import type { ScanStatus } from "./findings.js";
import type { Candidate } from "./flow-types.js";
import type { Pin } from "./identity.js";
import type { Limits } from "./limits.js";
import type { Inspection, ScoredListing } from "./listing.js";
import type { CandidateRecord, Policy } from "./memory-view.js";
import type { CandidateCard, Notice } from "./questions.js";
import { reflexEligible } from "./reflex.js";
import { isReadOnly, severityMarks } from "./side-effects.js";

/** How a known skill differs from what memory trusted: the same version with other bytes is a republish. */
export function changeSince(record: CandidateRecord, pin: Pin): CandidateCard["changed"] {
  if (record.version !== pin.version) {
    const older = valid(record.version) && valid(pin.version) && compare(pin.version, record.version) < 0;
    return older ? "rollback" : "new-version";
  }
  return record.digest !== "" && record.digest !== pin.digest ? "republished" : undefined;
}

const WORST_FIRST = ["malicious", "suspicious", "error", "pending", "clean", "unknown"] as const;

/** One word for several opinions: the worst that is known. Skills that memory named have only the verdicts. */
function worstScan(opinions: readonly ScanStatus[]): ScanStatus {
  return WORST_FIRST.find((status) => opinions.includes(status)) ?? "unknown";
}

/** Everything the user must see of a candidate before saying yes. */
export function cardOf(
  listing: ScoredListing,
  inspection: Inspection & { readonly pin: Pin },
  record: CandidateRecord | undefined,
): CandidateCard {
  return {
    pin: inspection.pin,
    source: listing.source,
    reviewed: inspection.standing?.reviewed ?? listing.reviewed,
    scan: worstScan([listing.scan, ...inspection.verdicts.map(({ status }) => status)]),
    stars: listing.stars ?? inspection.standing?.stars,
    downloads: listing.downloads ?? inspection.standing?.downloads,
    sideEffects: inspection.sideEffects,
    marks: severityMarks(inspection.sideEffects),
    findings: inspection.findings,
    verdicts: inspection.verdicts,
    lookalikes: inspection.lookalikes,
    history: record && {
      successes: record.successes,
      failures: record.failures,
      weight: record.weight,
      lastUsed: record.lastUsed,
    },
    changed: record && changeSince(record, inspection.pin),
    name: inspection.name,
    description: inspection.description === "" ? listing.description : inspection.description,
  };
}

/**
 * All conditions of the reflex fast path. The policy's bar is only one of them: whatever a
 * policy says, a write effect, other bytes, a broken row of successes, a finding or a look-alike asks the user.
 * The record's flag is the classic policy's bar and implied by it, so it is not asked again: another policy has its own.
 */
export function mayFireReflex(
  limits: Limits,
  policy: Policy,
  record: CandidateRecord,
  inspection: Inspection & { readonly pin: Pin },
  at: number,
): boolean {
  return (
    reflexEligible(record, limits, at, policy) &&
    record.key === inspection.pin.key &&
    record.version === inspection.pin.version &&
    record.digest === inspection.pin.digest &&
    isReadOnly(inspection.sideEffects) &&
    inspection.findings.length === 0 &&
    inspection.lookalikes.length === 0
  );
}

/** The protocol's two lines as data: skill, version, success rate; task, severity. */
export function reflexNotice(candidate: Candidate, record: CandidateRecord, task: string): Notice {
  const runs = record.successes + record.failures;
  return {
    kind: "reflex",
    pin: candidate.inspection.pin,
    successRate: runs === 0 ? 0 : record.successes / runs,
    task,
    readOnly: true,
    sideEffects: candidate.inspection.sideEffects,
  };
}
