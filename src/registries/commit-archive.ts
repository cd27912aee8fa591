import { CortexError } from "../core/errors.js";
import type { Bundle } from "../ports/bundle.js";
import type { PortContext } from "../ports/context.js";
import type { ArchiveLimits } from "./archive-limits.js";
import type { HttpClient } from "./http.js";
import type { FailedAnswer } from "./http-status.js";
import { readArchive } from "./read-archive.js";

/** A repository archive holds far more than the one skill that is taken out of it. */
const REPOSITORY_ENTRIES = 50_000;
const REPOSITORY_BYTES = 128 * 1024 * 1024;

/** One folder of one commit. */
export interface CommitFolder {
  /** `owner/name`. */
  readonly repo: string;
  /** 40 hexadecimal digits: a branch or tag could move between two requests. */
  readonly commit: string;
  readonly path: string;
  readonly executables?: boolean;
}

/** Downloads the archive of a commit, which costs no API quota, and reads one folder out of it. */
export async function readCommitArchive(
  http: HttpClient,
  codeload: URL,
  folder: CommitFolder,
  limits: ArchiveLimits,
  progress: { readonly onBytes?: (received: number, total: number | undefined) => void },
  context: PortContext,
): Promise<Bundle> {
  const url = new URL(`${folder.repo}/zip/${folder.commit}`, codeload);
  const toError = (answer: FailedAnswer) =>
    answer.status === 404
      ? new CortexError("version-not-found", "GitHub does not have this commit (any more).")
      : undefined;
  const { bytes } = await http.request(
    { url, maximumBytes: REPOSITORY_BYTES, toError, ...progress },
    context,
  );
  return readArchive(bytes, {
    limits: { ...limits, entries: REPOSITORY_ENTRIES, archiveBytes: REPOSITORY_BYTES },
    root: {
      stripFirstFolder: true,
      subpath: folder.path.replace(/^(?:\.\/)+|\/+$/g, "").replace(/^\.$/, ""),
      ...(folder.executables === undefined ? {} : { executables: folder.executables }),
    },
  });
}
