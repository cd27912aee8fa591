import { CortexError } from "../core/errors.js";
import { clawHubKey } from "./clawhub-identity.js";
import { ambiguousSchema } from "./clawhub-schemas.js";
import type { FailedAnswer } from "./http-status.js";

/** Not "blocked" alone: that is also what a firewall in between says of the caller. */
const BLOCKED = /malware|malicious|flagged/i;

/** ClawHub says the important part in plain text; these are its texts, not guesses about statuses. */
export function clawHubError(answer: FailedAnswer): CortexError | undefined {
  if (answer.status === 403 && BLOCKED.test(answer.body)) {
    return new CortexError("skill-blocked", "ClawHub has blocked this skill as malware.", {
      details: { status: 403 },
    });
  }
  if (answer.status === 404) {
    return /version/i.test(answer.body)
      ? new CortexError("version-not-found", "ClawHub has no such version of this skill.", {
          details: { status: 404 },
        })
      : new CortexError("skill-not-found", "ClawHub has no such skill.", { details: { status: 404 } });
  }
  if (answer.status === 409) return ambiguousError(matchesIn(answer.body));
  if (answer.status === 410) {
    return new CortexError("skill-removed", "This skill was removed from ClawHub.", {
      details: { status: 410 },
    });
  }
  if (answer.status === 423) {
    return new CortexError("skill-pending-scan", "ClawHub has not finished scanning this skill.", {
      details: { status: 423 },
    });
  }
  return undefined;
}

/** Several owners have a skill of this name; `details.matches` are their keys. */
export function ambiguousError(matches: readonly string[]): CortexError {
  const list = matches.length === 0 ? "" : ` (${matches.join(", ")})`;
  return new CortexError(
    "skill-ambiguous",
    `Several owners publish a skill of this name${list}: name the owner.`,
    {
      details: { matches },
    },
  );
}

function matchesIn(body: string): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [];
  }
  const parsed = ambiguousSchema.safeParse(value);
  if (!parsed.success) return [];
  return parsed.data.matches
    .slice(0, 20)
    .map((match) => clawHubKey(match.ownerHandle, match.slug))
    .filter((key) => key !== undefined);
}
