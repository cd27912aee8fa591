/**
 * The one closed union of expected failures. Nobody compares messages: the code
 * is the contract, the message is for a person, `details` is for a program.
 */
export type ErrorCategory = "policy" | "input" | "operational";

/** Every code with its category; docs/errors.md explains each and the way out. */
export const ERROR_CATEGORIES = {
  // store
  "store-unreadable": "operational",
  "store-read-only": "operational",
  "store-full": "operational",
  "store-busy": "operational",
  "store-failed": "operational",
  "store-corrupt": "operational",
  "store-newer-version": "operational",
  "store-conflict": "operational",
  "store-unsafe-path": "policy",
  // registries and downloads
  "registry-unreachable": "operational",
  "registry-rate-limited": "operational",
  "registry-unavailable": "operational",
  "registry-forbidden": "policy",
  "registry-unauthorized": "policy",
  "registry-answer-invalid": "operational",
  "search-words-missing": "input",
  "skill-not-found": "input",
  "version-not-found": "input",
  "skill-ambiguous": "input",
  "skill-removed": "policy",
  "skill-pending-scan": "policy",
  "skill-blocked": "policy",
  "skill-suspicious": "policy",
  "skill-invalid": "input",
  "digest-mismatch": "policy",
  // installing
  "archive-invalid": "input",
  "archive-unsafe": "policy",
  "archive-too-large": "policy",
  "already-installed": "policy",
  "not-installed": "input",
  "not-ours": "policy",
  "install-failed": "operational",
  "approval-invalid": "policy",
  "scan-blocked": "policy",
  // flow and ports
  "port-timeout": "operational",
  "port-failed": "operational",
  "port-answer-invalid": "operational",
  "port-missing": "input",
  cancelled: "policy",
  "flow-not-found": "input",
  "flow-not-waiting": "input",
  "flow-schema-unknown": "operational",
  "question-mismatch": "input",
  closed: "input",
  // processes
  "process-failed": "operational",
  "process-timeout": "operational",
  "binary-missing": "operational",
  // discovery
  "embedder-failed": "operational",
  "index-invalid": "input",
  // workshop and experience
  "proposal-not-found": "input",
  "proposal-limit": "policy",
  "proposal-state": "policy",
  "proposal-stale": "policy",
  "proposal-quarantined": "policy",
  "approval-required": "policy",
  "skill-too-large": "policy",
  "path-unsafe": "policy",
  "text-not-found": "input",
  // everywhere
  "input-invalid": "input",
  "config-invalid": "input",
  internal: "operational",
} as const satisfies Readonly<Record<string, ErrorCategory>>;

export type ErrorCode = keyof typeof ERROR_CATEGORIES;

/** An expected failure as plain data: JSON in, JSON out, safe to store in a flow. */
export interface CortexFailure {
  readonly code: ErrorCode;
  readonly category: ErrorCategory;
  readonly message: string;
  readonly details?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

export function failure(code: ErrorCode, message: string, details?: CortexFailure["details"]): CortexFailure {
  const base = { code, category: ERROR_CATEGORIES[code], message };
  return details === undefined ? base : { ...base, details };
}

const MARK: unique symbol = Symbol.for("skill-cortex.error");

/** What our adapters throw. `CortexError.is` works across duplicate copies of the package. */
export class CortexError extends Error {
  readonly [MARK] = true;
  readonly code: ErrorCode;
  readonly category: ErrorCategory;
  readonly details: CortexFailure["details"];

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: CortexFailure["details"]; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "CortexError";
    this.code = code;
    this.category = ERROR_CATEGORIES[code];
    this.details = options.details;
  }

  static is(value: unknown): value is CortexError {
    return typeof value === "object" && value !== null && (value as { [MARK]?: unknown })[MARK] === true;
  }

  /** The failure as data, without stack and cause. */
  toFailure(): CortexFailure {
    return failure(this.code, this.message, this.details);
  }
}
