import type { Diagnostic } from "../core/diagnostics.js";
import type { ArchiveLimits } from "./archive-limits.js";
import type { HttpOptions } from "./http.js";

/** What every registry over HTTP understands. */
export interface RegistryOptions extends HttpOptions {
  /** Stricter or looser limits for downloads. */
  readonly limits?: Partial<ArchiveLimits>;
  /** Told about every search result that was left out, and why. Must not throw. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
}

/** Answers about skills are small; more than this is not an answer. */
export const MAXIMUM_JSON_BYTES = 4 * 1024 * 1024;
