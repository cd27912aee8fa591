import type { Approval } from "./approval.js";
import type { PortContext } from "./context.js";

/** One text file of the workspace, as it is on disk now. */
export interface WorkspaceFile {
  readonly text: string;
  readonly executable: boolean;
}

/**
 * The only way in which the workshop touches a workspace. Paths are relative to
 * the workspace, forward-slashed, and lie under one of the `roots`; a path that
 * leaves its root, also through a symbolic link, is refused with `path-unsafe`.
 *
 * `write` and `remove` redeem the approval first: kind `write`, subject the path,
 * digest that of the new text (of the old text for `remove`). They act only when the
 * file still is what `expected` says, otherwise they refuse with `proposal-stale`.
 * Failure contract: rejects with a `CortexError`; after a rejection the file is the
 * old one or the new one, never anything between.
 */
export interface WorkspaceFiles {
  readonly specificationVersion: "v1";
  /** Names the workspace: part of the store key and of every proposal. */
  readonly workspaceDir: string;
  /** Sorted paths of the text files that carry skills: `skills/<name>/SKILL.md` and `skills/auto/*.md`. */
  list(context: PortContext): Promise<readonly string[]>;
  /** Undefined when there is no such file; text that is not valid UTF-8 is refused with `skill-invalid`. */
  read(request: { readonly path: string }, context: PortContext): Promise<WorkspaceFile | undefined>;
  /** `expected` is the digest of the present text; undefined means that the file must not exist. */
  write(
    request: {
      readonly path: string;
      readonly text: string;
      readonly executable?: boolean;
      readonly expected: string | undefined;
      readonly approval: Approval;
    },
    context: PortContext,
  ): Promise<void>;
  /** Also removes the directories that become empty, up to the root. */
  remove(
    request: { readonly path: string; readonly expected: string; readonly approval: Approval },
    context: PortContext,
  ): Promise<void>;
  /**
   * Optional: runs `work` while nobody else writes to the workspace through this port, in any process. Where it is
   * missing, several processes may write to one workspace, but a write and its record are not one step.
   */
  exclusively?<T>(work: (files: WorkspaceFiles) => Promise<T>, context: PortContext): Promise<T>;
}
