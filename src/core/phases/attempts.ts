import type { CortexFailure, ErrorCode } from "../errors.js";
import type { Failure } from "../facts.js";
import type { Attempt, Remedy, Stage, Work } from "../flow-types.js";
import type { SkillKey } from "../identity.js";

const FAILURE_REMEDIES: Readonly<Record<Failure, Remedy>> = {
  dependency_missing: "install-dependency",
  api_error: "try-again-later",
  auth_error: "check-credentials",
  task_mismatch: "choose-another-skill",
  runtime_error: "choose-another-skill",
};

const CODE_REMEDIES: Partial<Readonly<Record<ErrorCode, Remedy>>> = {
  "registry-unreachable": "try-again-later",
  "registry-rate-limited": "try-again-later",
  "registry-unavailable": "try-again-later",
  "registry-unauthorized": "check-credentials",
  "skill-blocked": "report-to-registry",
  "scan-blocked": "report-to-registry",
  "digest-mismatch": "report-to-registry",
  "archive-unsafe": "report-to-registry",
  "port-timeout": "try-again-later",
  "store-full": "check-store",
  "store-read-only": "check-store",
  "store-corrupt": "check-store",
  "skill-not-found": "rephrase-task",
  "search-words-missing": "rephrase-task",
};

/** Notes a failure that a port reported. */
export function noteFailure(
  work: Work,
  stage: Stage,
  key: SkillKey | undefined,
  failure: CortexFailure,
): Work {
  const remedy =
    stage === "release" ? "remove-by-hand" : (CODE_REMEDIES[failure.code] ?? "choose-another-skill");
  return note(work, { stage, key, reason: failure.code, remedy, detail: failure.message });
}

/** Notes the failure of a run. */
export function noteRun(work: Work, key: SkillKey, reason: Failure, detail: string): Work {
  return note(work, { stage: "execute", key, reason, remedy: FAILURE_REMEDIES[reason], detail });
}

function note(work: Work, attempt: Attempt): Work {
  return { ...work, attempts: [...work.attempts, attempt] };
}
