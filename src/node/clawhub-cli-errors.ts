import { CortexError, type ErrorCode } from "../core/errors.js";
import { ambiguousError } from "../registries/clawhub-errors.js";
import { clawHubKey } from "../registries/clawhub-identity.js";
import { safeText } from "../text/safe-text.js";

/**
 * The CLI ends every failure with exit code 1 and a sentence. These are its
 * sentences (0.20 to 0.23), and those of the registry that it passes on; the first that fits wins.
 */
const SENTENCES: readonly (readonly [RegExp, ErrorCode])[] = [
  [/flagged as mal(?:ware|icious)|cannot be installed/i, "skill-blocked"],
  // Before the others: it speaks of deleted accounts.
  [/authentication failed|not logged in|unauthorized/i, "registry-unauthorized"],
  [/--force to install suspicious/i, "skill-suspicious"],
  [/version not found|could not resolve latest version/i, "version-not-found"],
  [/skill not found|not found or unavailable/i, "skill-not-found"],
  [/rate limit|too many requests|\bHTTP 429\b|retry in \d+s/i, "registry-rate-limited"],
  [/pending|not finished scanning|\bHTTP 423\b/i, "skill-pending-scan"],
  [/\bremoved\b|\bdeleted\b|\bHTTP 410\b/i, "skill-removed"],
  [/permission denied|forbidden|hidden by|\bHTTP 403\b/i, "registry-forbidden"],
  [
    /network request failed|fetch failed|unreachable|ECONN|ENOTFOUND|EAI_AGAIN|timed out/i,
    "registry-unreachable",
  ],
  [/unavailable|internal server error|bad gateway|gateway timeout|\bHTTP 5\d\d\b/i, "registry-unavailable"],
  [/invalid zip|unexpected EOF|did not contain/i, "archive-invalid"],
  [/already installed/i, "already-installed"],
  [/not installed/i, "not-installed"],
  [/invalid (?:slug|skill ref|owner)|slug required|query required/i, "input-invalid"],
  [/API response|unexpected token|not valid JSON/i, "registry-answer-invalid"],
];

/** What the CLI said, as an error with the same code that the HTTP adapter would give. */
export function clawHubCliError(stderr: string): CortexError {
  // It says everything twice: while it works, and as its last words.
  const said = stderr.split(/^Error: /m).at(-1) ?? stderr;
  const matches = [...said.matchAll(/^\s*Run:\s+clawhub install @([^/\s]+)\/(\S+)\s*$/gm)]
    .map(([, owner, slug]) => clawHubKey(owner, slug ?? ""))
    .filter((key) => key !== undefined);
  if (matches.length > 0 || /multiple (?:skills|owners|publishers)|ambiguous/i.test(said)) {
    return ambiguousError(matches);
  }
  const code = SENTENCES.find(([sentence]) => sentence.test(said))?.[1] ?? "process-failed";
  const seconds = /retry in (\d{1,9})s/.exec(said)?.[1];
  const message = safeText(said, 160);
  return new CortexError(code, `clawhub says: "${message}"`, {
    details: seconds === undefined ? {} : { retryAfterSeconds: Number(seconds) },
  });
}
