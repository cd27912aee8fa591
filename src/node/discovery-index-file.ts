import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Diagnostic } from "../core/diagnostics.js";
import { createSkillIndex, loadSkillIndex, saveSkillIndex } from "../discovery/index.js";
import type { SkillIndex, SkillIndexOptions } from "../discovery/types.js";
import { errnoOf } from "./file-system.js";

/** An index and the file that it is kept in. */
export interface SkillIndexFile {
  readonly index: SkillIndex;
  /** What loading had to say: a damaged file, or vectors of another embedder. */
  readonly diagnostics: readonly Diagnostic[];
  /** Replaces the file in one step; a reader sees the old index or the new one. */
  save(): Promise<void>;
}

/** Opens the index that `save` left in the file; an empty one when there is none. Only its owner may read the file. */
export async function openSkillIndexFile(
  file: string,
  options: SkillIndexOptions = {},
): Promise<SkillIndexFile> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    if (errnoOf(cause) === "ENOENT") return undefined;
    throw cause;
  });
  const { value: index, diagnostics } =
    bytes === undefined
      ? { value: createSkillIndex(options), diagnostics: [] }
      : await loadSkillIndex(bytes, options);
  return {
    index,
    diagnostics: diagnostics.map((diagnostic) => ({ ...diagnostic, file })),
    save: async () => replaceFile(file, await saveSkillIndex(index)),
  };
}

async function replaceFile(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw cause;
  }
}
