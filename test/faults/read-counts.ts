import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Commits of each writer, as the document has them. */
export type Counts = Readonly<Record<string, number>>;

/** Reads the document past the store, as any program might, and says when it is not whole. */
export function readCounts(directory: string): Counts | "torn" {
  let text: string;
  try {
    text = readFileSync(join(directory, "cortex.json"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
  try {
    const { counts, padding, sum } = JSON.parse(text);
    const body = JSON.stringify({ counts, padding });
    return createHash("sha256").update(body).digest("hex") === sum ? counts : "torn";
  } catch {
    return "torn";
  }
}
