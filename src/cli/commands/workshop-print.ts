import { safeText } from "../../text/safe-text.js";
import type { HistoryEntry, Proposal, SkillReport, WorkshopStatus } from "../../workshop/index.js";
import { printTable } from "../print-table.js";

const LONGEST_LINE = 400;

const time = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ");

/** The part of an id that tells proposals apart, as short as a person likes to type it. */
export function shortId(id: string): string {
  return id.replace(/^proposal-/, "").slice(0, 8);
}

/** How many proposals stand where. */
export function printStatus(status: WorkshopStatus): string {
  const { workspaceDir, ...counts } = status;
  const rows = Object.entries(counts).map(([name, count]) => [
    name === "rolledBack" ? "rolled back" : name,
    String(count),
  ]);
  return `${safeText(workspaceDir, LONGEST_LINE)}\n\n${printTable(["proposals", ""], rows)}`;
}

/** Proposals, one a line. */
export function printProposals(proposals: readonly Proposal[]): string {
  if (proposals.length === 0) return "None.\n";
  return printTable(
    ["id", "status", "skill", "change", "from", "findings", "since", "title"],
    proposals.map((proposal) => [
      shortId(proposal.id),
      proposal.status,
      proposal.skillName,
      proposal.change.kind,
      proposal.source,
      String((proposal.scanFindings ?? []).length || ""),
      time(proposal.updatedAt),
      proposal.title,
    ]),
  );
}

/** One proposal: the library's facts first, the proposer's words after, marked as such. */
export function printProposal(proposal: Proposal): string {
  const files = proposal.base.map(({ path, digest }) => `${path} (${digest === null ? "new" : "changed"})`);
  const lines = [
    `${proposal.id}, revision ${proposal.revision}: ${proposal.status}`,
    `skill    ${proposal.skillName}`,
    `change   ${proposal.change.kind} by ${proposal.source}`,
    ...files.map((file) => `file     ${safeText(file, LONGEST_LINE)}`),
    ...(proposal.quarantineReason === undefined
      ? []
      : [`held in quarantine: ${safeText(proposal.quarantineReason, LONGEST_LINE)}`]),
    ...(proposal.scanFindings ?? []).map(
      (finding) =>
        `${finding.severity.padEnd(8)} ${finding.rule} (${safeText(finding.file)}:${finding.line}): ${safeText(finding.why)}`,
    ),
    ...(proposal.verdicts ?? []).map((verdict) => `verdict  ${safeText(verdict.by)}: ${verdict.status}`),
    ...(proposal.redactions ?? []).map(({ kind, count }) => `removed  ${count} × ${kind}`),
    "the proposer says:",
    `  title  ${safeText(proposal.title, LONGEST_LINE)}`,
    `  reason ${safeText(proposal.reason, LONGEST_LINE)}`,
  ];
  return `${lines.join("\n")}\n`;
}

/** A diff that can't steer a terminal: every line is made safe, its mark and indentation stay. */
export function printDiff(diff: string): string {
  if (diff === "") return "Nothing would change.\n";
  return diff
    .split("\n")
    .map((line) => {
      const [, mark = "", text = ""] = /^([-+ ]?[ \t]*)(.*?)\r?$/s.exec(line) ?? [];
      return `${mark}${safeText(text, 2000)}`.trimEnd();
    })
    .join("\n");
}

/** What happened, newest first. */
export function printHistory(history: readonly HistoryEntry[]): string {
  if (history.length === 0) return "Nothing has happened yet.\n";
  return printTable(
    ["when", "what", "by", "skill", "id", "reason"],
    history.map((entry) => [
      time(entry.at),
      entry.what.replace("_", " "),
      entry.actor,
      entry.skillName,
      shortId(entry.proposalId),
      entry.reason,
    ]),
  );
}

/** Evidence and life cycle of skills. */
export function printSkills(skills: readonly SkillReport[]): string {
  if (skills.length === 0) return "No skill was used, pinned or aged yet.\n";
  return printTable(
    ["skill", "", "versions", "selected", "applied", "succeeded", "corrected", "last used"],
    skills.map((skill) => {
      const versions = Object.values(skill.versions);
      const sum = (what: "selected" | "applied" | "succeeded" | "corrected"): string =>
        String(versions.reduce((total, counts) => total + counts[what], 0));
      return [
        skill.skillName,
        skill.pinned ? `${skill.lifecycle}, pinned` : skill.lifecycle,
        String(versions.length),
        sum("selected"),
        sum("applied"),
        sum("succeeded"),
        sum("corrected"),
        skill.lastUsedAt === 0 ? "" : time(skill.lastUsedAt),
      ];
    }),
  );
}
