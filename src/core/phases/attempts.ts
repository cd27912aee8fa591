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

/** What helps, where it is not another skill. */
const CODE_REMEDIES: Partial<Readonly<Record<ErrorCode, Remedy>>> = {
  "registry-unreachable": "try-again-later",
  "registry-rate-limited": "try-again-later",
  "registry-unavailable": "try-again-later",
  "registry-answer-invalid": "try-again-later",
  "registry-unauthorized": "check-credentials",
  "registry-forbidden": "check-credentials",
  "skill-pending-scan": "try-again-later",
  "skill-blocked": "report-to-registry",
  "scan-blocked": "report-to-registry",
  "digest-mismatch": "report-to-registry",
  "archive-unsafe": "report-to-registry",
  "port-timeout": "try-again-later",
  "port-failed": "try-again-later",
  "port-answer-invalid": "try-again-later",
  "store-busy": "try-again-later",
  "store-conflict": "try-again-later",
  "store-failed": "check-store",
  "store-unreadable": "check-store",
  "store-unsafe-path": "check-store",
  "store-full": "check-store",
  "store-read-only": "check-store",
  "store-corrupt": "check-store",
  "skill-not-found": "rephrase-task",
  "search-words-missing": "rephrase-task",
  // The message says what to do.
  "store-newer-version": "none",
  "port-missing": "none",
};

/** What helps at these stages whatever went wrong. */
const STAGE_REMEDIES: Partial<Readonly<Record<Stage, Remedy>>> = {
  provision: "install-dependency",
  release: "remove-by-hand",
};

/** Notes a failure that a port reported. */
export function noteFailure(
  work: Work,
  stage: Stage,
  key: SkillKey | undefined,
  failure: CortexFailure,
): Work {
  const remedy = STAGE_REMEDIES[stage] ?? CODE_REMEDIES[failure.code] ?? "choose-another-skill";
  return note(work, { stage, key, reason: failure.code, remedy, detail: failure.message });
}

/** Notes the failure of a run. */
export function noteRun(work: Work, key: SkillKey, reason: Failure, detail: string): Work {
  return note(work, { stage: "execute", key, reason, remedy: FAILURE_REMEDIES[reason], detail });
}

function note(work: Work, attempt: Attempt): Work {
  return { ...work, attempts: [...work.attempts, attempt] };
}
