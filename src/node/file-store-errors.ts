import { CortexError, type ErrorCode } from "../core/errors.js";
import { errnoOf } from "./file-system.js";

/** What each system error means to somebody who reads. */
const READ_CODES: Readonly<Record<string, ErrorCode>> = {
  ELOOP: "store-unsafe-path",
  EMLINK: "store-unsafe-path",
  EMFILE: "store-busy",
  ENFILE: "store-busy",
  EBUSY: "store-busy",
};

/** What each system error means to somebody who writes. `EFBIG` is the limit of a process, not of the disk. */
const WRITE_CODES: Readonly<Record<string, ErrorCode>> = {
  ...READ_CODES,
  ENOSPC: "store-full",
  EDQUOT: "store-full",
  EFBIG: "store-full",
  EROFS: "store-read-only",
  EACCES: "store-read-only",
  EPERM: "store-read-only",
};

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  "store-full": "There is no space left to write the document.",
  "store-read-only": "The document can't be written: no permission, or a read-only file system.",
  "store-busy": "The document can't be opened now.",
  "store-unsafe-path": "A symbolic link stands where a file of the store belongs.",
  "store-unreadable": "The document can't be read.",
  "store-failed": "The document can't be written.",
};

/** Turns whatever a file operation threw into the store's closed set of codes. A `CortexError` stays what it is. */
export function storeError(error: unknown, during: "read" | "write", path: string): CortexError {
  if (CortexError.is(error)) return error;
  const errno = errnoOf(error);
  const code =
    during === "read" ? (READ_CODES[errno] ?? "store-unreadable") : (WRITE_CODES[errno] ?? "store-failed");
  const reason = errno === "" ? "" : ` (${errno})`;
  return new CortexError(code, `${MESSAGES[code] ?? "The store failed."}${reason}`, {
    details: errno === "" ? { path } : { path, errno },
    cause: error,
  });
}

/** Refuses a path that somebody else could have prepared. */
export function unsafePath(path: string, message: string): CortexError {
  return new CortexError("store-unsafe-path", message, { details: { path } });
}
