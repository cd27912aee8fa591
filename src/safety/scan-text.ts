import type { Finding } from "../core/findings.js";
import { detect } from "./detect.js";
import { normalise } from "./normalise.js";
import { profileOf } from "./profile.js";
import { toFinding } from "./rules.js";
import { segment } from "./segment.js";

export interface ScanTextOptions {
  /** Path inside the skill; its ending decides how the text is read. */
  readonly file: string;
  /** The text before an edit: only what the edit adds is judged. */
  readonly baseline?: string;
}

/**
 * Scans one text of a skill. Total: every string has an answer, in time that grows
 * with its length only.
 */
export function scanText(text: string, options: ScanTextOptions): readonly Finding[] {
  const findings = findingsOf(text, options.file);
  if (options.baseline === undefined || findings.length === 0) return findings;
  return withoutBaseline(findings, findingsOf(options.baseline, options.file));
}

function findingsOf(text: string, file: string): readonly Finding[] {
  const normalised = normalise(text);
  const lines = segment(normalised, file);
  const { concealed } = normalised;
  const [hits = []] = detect([{ file, lines, concealed, profile: profileOf(lines) }]);
  return hits.map((hit) => toFinding(hit, file));
}

/**
 * A finding is old when the same rule already fired on the same words. Counted, so
 * that a second copy of an old line is new; by words and not by line number, so that
 * moving text is no edit; and by severity, so that an edit that makes an old line
 * worse is judged.
 */
function withoutBaseline(findings: readonly Finding[], old: readonly Finding[]): readonly Finding[] {
  const known = new Map<string, number>();
  for (const finding of old) known.set(identity(finding), (known.get(identity(finding)) ?? 0) + 1);
  return findings.filter((finding) => {
    const left = known.get(identity(finding)) ?? 0;
    if (left === 0) return true;
    known.set(identity(finding), left - 1);
    return false;
  });
}

function identity(finding: Finding): string {
  return `${finding.rule}\u0000${finding.severity}\u0000${finding.excerpt.replace(/\s+/g, " ")}`;
}
