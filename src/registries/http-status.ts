import type { ErrorCode } from "../core/errors.js";
import { CortexError } from "../core/errors.js";
import { safeText } from "../text/safe-text.js";
import type { RateLimit } from "./rate-limit.js";

/** What a status means when the registry has nothing more specific to say. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  400: "input-invalid",
  401: "registry-unauthorized",
  403: "registry-forbidden",
  404: "skill-not-found",
  409: "skill-ambiguous",
  410: "skill-removed",
  423: "skill-pending-scan",
  429: "registry-rate-limited",
};

const RETRYABLE: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** True for answers that a second try can change. */
export function isRetryable(status: number): boolean {
  return RETRYABLE.has(status);
}

/** An answer that is not a success, before it becomes an error. */
export interface FailedAnswer {
  readonly status: number;
  readonly body: string;
  readonly rateLimit: RateLimit;
}

/** The code for a status; every 5xx is `registry-unavailable`. */
export function codeForStatus(status: number): ErrorCode {
  return CODES[status] ?? (status >= 500 ? "registry-unavailable" : "registry-answer-invalid");
}

/** Maps a failed answer to an error. The body is third-party text and is shown as such. */
export function statusError(
  answer: FailedAnswer,
  host: string,
  code = codeForStatus(answer.status),
): CortexError {
  const said = safeText(answer.body, 160);
  const { retryAfterSeconds, limit, remaining } = answer.rateLimit;
  return new CortexError(code, `${host} answered ${answer.status}${said === "" ? "." : `: "${said}"`}`, {
    details: {
      status: answer.status,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(limit === undefined ? {} : { limit }),
      ...(remaining === undefined ? {} : { remaining }),
    },
  });
}
