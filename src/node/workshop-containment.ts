import { lstat, mkdir, realpath } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { CortexError } from "../core/errors.js";
import { checkedPath, WORKSPACE_ROOTS } from "../workshop/workspace-paths.js";
import { errnoOf } from "./file-system.js";

/** Where a path of the workspace really is, with every symbolic link resolved. */
export interface RealPlace {
  /** Real path of the file; it need not exist. */
  readonly path: string;
  /** Real path of its root, for example `<workspace>/skills`. */
  readonly root: string;
}

/**
 * Resolves a workspace path and refuses to leave: neither `..`, nor a link on any level, nor a root that itself points
 * elsewhere gets out. A link that stays inside its root is followed, so that the real file is the one that changes.
 */
export async function resolveInside(workspace: string, path: string): Promise<RealPlace> {
  const checked = checkedPath(path);
  if (checked.isErr()) {
    throw new CortexError(checked.error.code, checked.error.message, { details: checked.error.details });
  }
  const realWorkspace = await realpath(workspace);
  const rootName = WORKSPACE_ROOTS.find((candidate) => path.startsWith(`${candidate}/`)) ?? path;
  const root = await resolveExisting(join(realWorkspace, ...rootName.split("/")));
  if (!isInside(realWorkspace, root)) throw leaves(path);
  const real = await resolveExisting(join(root, ...path.slice(rootName.length + 1).split("/")));
  if (!isInside(root, real)) throw leaves(path);
  return { path: real, root };
}

/** The real path of the deepest part that exists, with the rest appended as it is. */
async function resolveExisting(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errnoOf(error) === "ELOOP") throw leaves(path);
    if (errnoOf(error) === "ENOTDIR") {
      throw new CortexError("path-unsafe", "A file stands where a folder is needed.", { details: { path } });
    }
    if (errnoOf(error) !== "ENOENT") throw error;
    // A link to nowhere exists itself: writing would follow it.
    if ((await lstat(path).catch(() => undefined)) !== undefined) throw leaves(path);
    return join(await resolveExisting(dirname(path)), path.slice(dirname(path).length + 1));
  }
}

/** Makes the missing directories above a file, one by one, and checks that nobody swapped one for a link meanwhile. */
export async function makeParents(place: RealPlace): Promise<readonly string[]> {
  const made: string[] = [];
  const missing: string[] = [];
  for (let directory = dirname(place.path); !(await exists(directory)); directory = dirname(directory)) {
    missing.push(directory);
  }
  for (const directory of missing.reverse()) {
    await mkdir(directory).catch((error) => {
      if (errnoOf(error) !== "EEXIST") throw error;
    });
    made.push(directory);
  }
  await checkUnmoved(place);
  return made;
}

/** Refuses when the directory of a file is no longer where it was resolved to. */
export async function checkUnmoved(place: RealPlace): Promise<void> {
  const parent = dirname(place.path);
  if ((await realpath(parent)) !== parent) throw leaves(place.path);
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (!way.startsWith(`..${sep}`) && way !== ".." && !way.includes(`${sep}..${sep}`));
}

function leaves(path: string): CortexError {
  return new CortexError("path-unsafe", "The path leaves its folder through a symbolic link.", {
    details: { path },
  });
}
