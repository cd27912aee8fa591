import type { Diagnostic } from "../core/diagnostics.js";
import type { FolderNode } from "./skill-node.js";

/** What a look at a root left out for its limits. */
export interface LeftOut {
  readonly root: string;
  /** Folders that were not searched to their end. */
  readonly cuts: readonly FolderNode[];
  /** How many skills there are when not all were looked at. */
  readonly candidates: number | undefined;
  readonly maximum: number;
}

/** Nothing is left out silently: one diagnostic for each limit that was met. */
export function limitDiagnostics({ root, cuts, candidates, maximum }: LeftOut): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  if (candidates !== undefined) {
    diagnostics.push({
      code: "limit-candidates",
      severity: "warning",
      file: root,
      message: `The root has ${candidates} skills; the first ${maximum} were looked at.`,
      fix: "Raise skills.limits.maxCandidatesPerRoot.",
    });
  }
  for (const kind of ["folders", "depth"] as const) {
    const first = cuts.find(({ cut }) => cut === kind);
    if (first !== undefined) diagnostics.push(cutDiagnostic(kind, first.path));
  }
  return diagnostics;
}

function cutDiagnostic(kind: NonNullable<FolderNode["cut"]>, file: string): Diagnostic {
  return kind === "folders"
    ? {
        code: "limit-folders",
        severity: "warning",
        file,
        message: "The root has very many folders without skills; from here on they were not searched.",
        fix: "Point the root at a folder of skills.",
      }
    : {
        code: "limit-depth",
        severity: "info",
        file,
        message: "Folders below this one lie too deep and were not searched.",
        fix: "Move skills up, or name their folder as a root of its own.",
      };
}
