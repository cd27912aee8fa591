import type { Finding } from "../core/findings.js";
import type { SkillKey } from "../core/identity.js";
import type { Bundle } from "../ports/bundle.js";
import { type AcceptedFinding, splitAccepted } from "./accepted.js";
import { detect } from "./detect.js";
import { splitFlows } from "./detectors/split-flow.js";
import { mergeProfiles, profileOf } from "./profile.js";
import { readBundle } from "./read-bundle.js";
import { toFinding } from "./rules.js";
import { type SideEffect, sideEffectsOf } from "./side-effects.js";
import { bytesDigest } from "./tree-digest.js";

export interface ScanBundleOptions {
  /** Decisions that count only together with `skill`. */
  readonly accepted?: readonly AcceptedFinding[];
  readonly skill?: SkillKey;
}

export interface BundleScan {
  /** Critical first, then by file and line. */
  readonly findings: readonly Finding[];
  /** Findings that somebody accepted for exactly these bytes. */
  readonly accepted: readonly Finding[];
  readonly sideEffects: readonly SideEffect[];
}

/** Scans every file of a skill, archives inside it included. Runs nothing. */
export function scanBundle(bundle: Bundle, options: ScanBundleOptions = {}): BundleScan {
  const { documents, findings: unread } = readBundle(bundle);
  const profile = mergeProfiles(documents.map((document) => profileOf(document.lines)));
  const findings: Finding[] = [];
  const accepted: Finding[] = [];
  const { skill } = options;
  const subjects = documents.map((document) => ({ ...document, profile }));
  const split = splitFlows(subjects);
  const detected = detect(subjects);
  for (const [at, document] of documents.entries()) {
    const own = split.filter(({ file }) => file === document.file).map(({ hit }) => hit);
    const found = [...(detected[at] ?? []), ...own].map((hit) => toFinding(hit, document.file));
    if (found.length === 0) continue;
    if (skill === undefined || options.accepted === undefined || options.accepted.length === 0) {
      findings.push(...found);
      continue;
    }
    const contentHash = bytesDigest(document.bytes);
    const sorted = splitAccepted(found, options.accepted, { skill, contentHash });
    findings.push(...sorted.findings);
    accepted.push(...sorted.accepted);
  }
  return {
    findings: [...findings, ...unread].sort(bySeverityThenPlace),
    accepted,
    sideEffects: sideEffectsOf(documents),
  };
}

function bySeverityThenPlace(left: Finding, right: Finding): number {
  if (left.severity !== right.severity) return left.severity === "critical" ? -1 : 1;
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line;
}
