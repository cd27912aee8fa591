import { lstatSync, type Stats, statSync } from "node:fs";

/** The status of what a path leads to; undefined where nothing can be seen, for whatever reason. */
export function statusOf(path: string): Stats | undefined {
  try {
    // Most of the usual places do not exist, and that must not cost an exception.
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The same for the path itself, which may be a link. */
export function ownStatusOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
