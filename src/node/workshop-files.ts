import { randomBytes } from "node:crypto";
import { constants, realpathSync } from "node:fs";
import {
  type FileHandle,
  link,
  lstat,
  open,
  readdir,
  realpath,
  rename,
  rmdir,
  unlink,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { CortexError } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import type { WorkspaceFile, WorkspaceFiles } from "../ports/workspace-files.js";
import { redeemApproval } from "../safety/approval.js";
import { textDigest } from "../safety/tree-digest.js";
import { checkedPath } from "../workshop/workspace-paths.js";
import { withFileLock } from "./file-lock.js";
import { errnoOf } from "./file-system.js";
import { IS_WINDOWS } from "./platform.js";
import { inTurn } from "./serial-queue.js";
import { checkUnmoved, makeParents, type RealPlace, resolveInside } from "./workshop-containment.js";

/** Larger files are no skills. */
const LARGEST_BYTES = 1_000_000;
const PLAIN_MODE = 0o644;
const EXECUTABLE_MODE = 0o700;
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** Beside the folder of skills, so that nobody who watches that is woken by it. */
const LOCK = ".skill-workshop.lock";
const TEMPORARY = /^\.skill-workshop-[0-9a-f]{16}\.tmp$/;

/** Where the workspace is. */
export interface NodeWorkspaceFilesOptions {
  readonly directory: string;
  /** For the expiry of approvals. @defaultValue Date.now */
  readonly now?: () => number;
}

/**
 * A workspace on disk. Writes are contained (links resolved), atomic (temporary file, rename; a new file never
 * replaces one that appeared meanwhile), durable (file and directory are synchronised) and one after the other, with any
 * number of processes.
 */
export function createNodeWorkspaceFiles(options: NodeWorkspaceFilesOptions): WorkspaceFiles {
  const workspaceDir = oneNameOf(options.directory);
  const now = options.now ?? Date.now;
  /** One writer at a time, across processes. */
  const alone = <T>(context: PortContext, work: () => Promise<T>): Promise<T> =>
    told(() =>
      inTurn(workspaceDir, () =>
        withFileLock(join(workspaceDir, LOCK), work, {
          signal: context.signal,
          waitMs: Math.max(0, context.deadline - now()),
        }),
      ),
    );
  const own = unlockedFiles(workspaceDir, now);
  return {
    ...own,
    write: (request, context) => alone(context, () => own.write(request, context)),
    remove: (request, context) => alone(context, () => own.remove(request, context)),
    exclusively: (work, context) => alone(context, () => work(own)),
  };
}

/** The same without a lock of its own: for whoever holds it. */
function unlockedFiles(workspaceDir: string, now: () => number): WorkspaceFiles {
  const redeem = (approval: unknown, subject: string, digest: string): void => {
    const redeemed = redeemApproval(approval, { kind: "write", subject, digest }, now());
    if (redeemed.isErr()) throw new CortexError(redeemed.error.code, redeemed.error.message);
  };
  return {
    specificationVersion: "v1",
    workspaceDir,
    list: () => told(() => listSkillFiles(workspaceDir)),
    read: ({ path }) =>
      told(async () => {
        const place = await resolveInside(workspaceDir, path).catch(undefinedIfMissing);
        return place === undefined ? undefined : readText(place.path, path);
      }),
    write: ({ path, text, executable = false, expected, approval }) =>
      told(async () => {
        redeem(approval, path, textDigest(text));
        const place = await resolveInside(workspaceDir, path);
        const made = await makeParents(place);
        await sweepTemporaries(dirname(place.path));
        await replace(place, path, text, executable, expected);
        for (const directory of made) await syncDirectory(dirname(directory));
      }),
    remove: ({ path, expected, approval }) =>
      told(async () => {
        redeem(approval, path, expected);
        const place = await resolveInside(workspaceDir, path);
        await expectDigest(place.path, path, expected);
        await checkUnmoved(place);
        await unlink(place.path);
        await syncDirectory(dirname(place.path));
        await removeEmptyParents(place);
      }),
  };
}

/** A workspace that does not exist yet holds nothing. */
function undefinedIfMissing(error: unknown): undefined {
  if (errnoOf(error) !== "ENOENT") throw error;
  return undefined;
}

/** What the system says becomes an error with a code of ours. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = errnoOf(error);
    if (CortexError.is(error) || code === "") throw error;
    throw new CortexError("port-failed", `The workspace can't be read or written (${code}).`, {
      details: { errno: code },
      cause: error,
    });
  }
}

/** However a workspace is reached, it is one workspace: its real path names it. */
function oneNameOf(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return resolve(directory);
  }
}

async function replace(
  place: RealPlace,
  path: string,
  text: string,
  executable: boolean,
  expected: string | undefined,
): Promise<void> {
  const parent = dirname(place.path);
  const temporary = join(parent, `.skill-workshop-${randomBytes(8).toString("hex")}.tmp`);
  const present = await lstat(place.path).catch(() => undefined);
  const mode = present === undefined ? (executable ? EXECUTABLE_MODE : PLAIN_MODE) : present.mode & 0o777;
  const handle = await open(
    temporary,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW,
    mode,
  );
  try {
    await handle.writeFile(text, "utf8");
    if (present !== undefined) await handle.chmod(mode);
    await handle.sync();
    await handle.close();
    await checkUnmoved(place);
    await expectDigest(place.path, path, expected);
    // A link fails where a rename would silently replace a file that appeared since.
    if (expected === undefined) await link(temporary, place.path).catch(staleOnExisting(path));
    else await rename(temporary, place.path);
  } finally {
    await handle.close().catch(() => undefined);
    await unlink(temporary).catch(() => undefined);
  }
  await syncDirectory(parent);
}

/** What a writer left that died halfway. Nobody else is writing: the lock is ours. */
async function sweepTemporaries(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (TEMPORARY.test(name)) await unlink(join(directory, name)).catch(() => undefined);
  }
}

function staleOnExisting(path: string): (error: unknown) => never {
  return (error) => {
    throw errnoOf(error) === "EEXIST" ? stale(path) : error;
  };
}

async function expectDigest(realPath: string, path: string, expected: string | undefined): Promise<void> {
  const present = await readText(realPath, path);
  if ((present === undefined ? undefined : textDigest(present.text)) !== expected) throw stale(path);
}

function stale(path: string): CortexError {
  return new CortexError("proposal-stale", "The file is not what it was expected to be.", {
    details: { path },
  });
}

/** Reads a resolved path; never through a link that was planted since, never from a pipe or device. */
async function readText(realPath: string, path: string): Promise<WorkspaceFile | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(realPath, constants.O_RDONLY | NO_FOLLOW | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return undefined;
    if (errnoOf(error) === "ELOOP")
      throw new CortexError("path-unsafe", "The file became a symbolic link.", { details: { path } });
    throw error;
  }
  try {
    const status = await handle.stat();
    if (!status.isFile())
      throw new CortexError("path-unsafe", "This is not a regular file.", { details: { path } });
    if (status.size > LARGEST_BYTES) {
      throw new CortexError("skill-too-large", `The file is larger than ${LARGEST_BYTES} bytes.`, {
        details: { path },
      });
    }
    const text = decoded(await handle.readFile(), path);
    return { text, executable: (status.mode & 0o100) !== 0 };
  } finally {
    await handle.close();
  }
}

function decoded(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new CortexError(
      "skill-invalid",
      "The file is not valid UTF-8, so it can't be edited byte for byte.",
      {
        details: { path },
        cause,
      },
    );
  }
}

async function removeEmptyParents({ path, root }: RealPlace): Promise<void> {
  for (
    let directory = dirname(path);
    directory !== root && directory.startsWith(root);
    directory = dirname(directory)
  ) {
    try {
      await rmdir(directory);
    } catch {
      return; // Not empty, or not ours to remove.
    }
    await syncDirectory(dirname(directory));
  }
}

async function syncDirectory(directory: string): Promise<void> {
  if (IS_WINDOWS) return;
  const handle = await open(directory, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Skills that can be addressed: one directory a skill, and the drafts of the experience engine. */
async function listSkillFiles(workspaceDir: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of ["skills", "skills/auto"]) {
    for (const entry of await entriesOf(join(workspaceDir, ...folder.split("/")))) {
      const candidates = [
        `${folder}/${entry}/SKILL.md`,
        ...(folder === "skills/auto" && entry.endsWith(".md") ? [`${folder}/${entry}`] : []),
      ];
      for (const path of candidates) {
        if (checkedPath(path).isOk() && (await isRegularFile(join(workspaceDir, ...path.split("/")))))
          found.push(path);
      }
    }
  }
  return found.sort();
}

async function entriesOf(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(await realpath(directory));
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return [];
    throw error;
  }
}

async function isRegularFile(path: string): Promise<boolean> {
  const real = await realpath(path).catch(() => undefined);
  return real !== undefined && (await lstat(real)).isFile();
}
