import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CortexError } from "../core/errors.js";

const RELATIVE = join("models", "static-en.bin");
/** From `dist/discovery/` or `dist/` or `src/discovery/` up to the package's root. */
const LEVELS = 4;

/** Reads the model that ships with the package: the one place where discovery touches a file. */
export function readStaticFile(): Uint8Array {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let level = 0; level < LEVELS; level += 1) {
    const path = join(folder, RELATIVE);
    if (existsSync(path)) return readFileSync(path);
    folder = dirname(folder);
  }
  throw new CortexError(
    "embedder-failed",
    `The embedded model ${RELATIVE} is missing. Reinstall the package.`,
  );
}
