import { lstat, mkdir, mkdtemp, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CortexError } from "../core/errors.js";
import type { BundleFile } from "../ports/bundle.js";
import { safeText } from "../text/safe-text.js";
import { errnoOf } from "./file-system.js";

/**
 * Puts checked files below the tools folder. Everything is written beside it first, so that a failure in the middle
 * leaves no half file; no link inside the tools folder is followed.
 */
export async function placeTools(
  toolsDirectory: string,
  folder: string,
  files: readonly BundleFile[],
): Promise<string> {
  await mkdir(toolsDirectory, { recursive: true, mode: 0o755 });
  const tools = await realpath(toolsDirectory);
  const staging = await mkdtemp(join(tools, ".incoming-"));
  try {
    const target = await plainFolder(tools, folder.split("/"));
    for (const [index, { bytes, executable }] of files.entries()) {
      await writeFile(join(staging, String(index)), bytes, { flag: "wx", mode: executable ? 0o755 : 0o644 });
    }
    for (const [index, { path }] of files.entries()) {
      const place = join(target, path);
      if (dirname(path) !== ".") await plainFolder(target, dirname(path).split("/"));
      await rename(join(staging, String(index)), place);
    }
    return target;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Makes the folders one by one; each must be a real folder, not a link to one. */
async function plainFolder(root: string, segments: readonly string[]): Promise<string> {
  let folder = root;
  for (const segment of segments) {
    folder = join(folder, segment);
    await mkdir(folder, { mode: 0o755 }).catch((error: unknown) => {
      if (errnoOf(error) !== "EEXIST") throw error;
    });
    if (!(await lstat(folder)).isDirectory()) {
      throw new CortexError("path-unsafe", `"${safeText(folder, 160)}" is not a plain folder.`);
    }
  }
  return folder;
}
