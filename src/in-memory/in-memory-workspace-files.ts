import { CortexError } from "../core/errors.js";
import type { WorkspaceFile, WorkspaceFiles } from "../ports/workspace-files.js";
import { redeemApproval } from "../safety/approval.js";
import { textDigest } from "../safety/tree-digest.js";
import { checkedPath } from "../workshop/workspace-paths.js";

/** A workspace that lives in memory, with the same refusals as one on disk. */
export interface InMemoryWorkspaceFiles extends WorkspaceFiles {
  /** Path to text, as a person would have written it: no approval needed. */
  readonly contents: Map<string, WorkspaceFile>;
}

/** Makes an in-memory workspace; `texts` are its first files. */
export function createInMemoryWorkspaceFiles(
  options: {
    readonly workspaceDir?: string;
    readonly texts?: Readonly<Record<string, string>>;
    readonly now?: () => number;
  } = {},
): InMemoryWorkspaceFiles {
  const { workspaceDir = "/workspace", texts = {}, now = () => 0 } = options;
  const contents = new Map<string, WorkspaceFile>(
    Object.entries(texts).map(([path, text]) => [path, { text, executable: false }]),
  );
  const fail = (error: {
    code: CortexError["code"];
    message: string;
    details?: CortexError["details"];
  }): never => {
    throw new CortexError(error.code, error.message, { details: error.details });
  };
  const check = (path: string): void => checkedPath(path).match(() => undefined, fail);
  const redeem = (approval: unknown, subject: string, digest: string): void =>
    redeemApproval(approval, { kind: "write", subject, digest }, now()).match(() => undefined, fail);
  const expect = (path: string, expected: string | undefined): void => {
    const present = contents.get(path);
    if ((present === undefined ? undefined : textDigest(present.text)) !== expected) {
      throw new CortexError("proposal-stale", "The file is not what it was expected to be.", {
        details: { path },
      });
    }
  };
  return {
    specificationVersion: "v1",
    workspaceDir,
    contents,
    async list() {
      return [...contents.keys()]
        .filter((path) => /^skills\/(?:auto\/)?[^/]+\/SKILL\.md$|^skills\/auto\/[^/]+\.md$/.test(path))
        .sort();
    },
    async read({ path }) {
      check(path);
      return contents.get(path);
    },
    async write({ path, text, executable = false, expected, approval }) {
      redeem(approval, path, textDigest(text));
      check(path);
      expect(path, expected);
      contents.set(path, { text, executable });
    },
    async remove({ path, expected, approval }) {
      redeem(approval, path, expected);
      check(path);
      expect(path, expected);
      contents.delete(path);
    },
  };
}
