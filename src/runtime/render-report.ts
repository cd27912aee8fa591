import type { Attempt, Outcome, Remedy, Report } from "../core/flow-types.js";
import { safeText } from "../text/safe-text.js";

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  succeeded: "Done",
  failed: "Failed",
  declined: "Declined; nothing was done",
  cancelled: "Cancelled",
  expired: "Expired without an answer",
  "none-found": "No fitting skill was found",
  refused: "Every candidate was refused",
  interrupted: "Stopped after an interruption",
  owned: "You already have a skill for this",
};

const REMEDIES: Readonly<Record<Remedy, string>> = {
  "try-again-later": "try again later",
  "check-credentials": "check the credentials",
  "install-dependency": "install what is missing",
  "choose-another-skill": "choose another skill",
  "rephrase-task": "say it in other words, or supply keywords",
  "report-to-registry": "report it to the registry",
  "check-store": "check the store's disk and rights",
  "remove-by-hand": "remove it by hand",
  none: "",
};

/** The end of a flow as text: what happened, every failure with its reason and remedy, what was learned. */
export function renderReport(report: Report): string {
  const { pin, learning } = report;
  const who = pin === undefined ? "" : ` with ${safeText(pin.key)} ${safeText(pin.version)}`;
  const how = report.mode === "reflex" ? " (reflex)" : "";
  return [
    `${OUTCOMES[report.outcome]}${who}${how}.`,
    ...report.attempts.map(renderAttempt),
    ...report.refused.map(
      ({ key, reason }) => `- refused ${safeText(key)}: ${safeText(reason.message)} [${reason.code}]`,
    ),
    ...report.leftovers.map((left) => `- still installed: ${safeText(left.key)}; remove it by hand`),
    ...(learning.failure === undefined
      ? []
      : [`- learning was not saved: ${safeText(learning.failure.message)} [${learning.failure.code}]`]),
    ...(report.retained ? ["- the skill stays installed and is yours now"] : []),
  ].join("\n");
}

function renderAttempt({ stage, key, reason, remedy, detail }: Attempt): string {
  const subject = key === undefined ? stage : `${safeText(key)}, ${stage}`;
  const way = REMEDIES[remedy] === "" ? "" : `; ${REMEDIES[remedy]}`;
  return `- ${subject}: ${reason}${detail === "" ? "" : ` (${safeText(detail)})`}${way}`;
}
