import type { ScanStatus, Verdict } from "../core/findings.js";
import { safeText } from "../text/safe-text.js";
import type { SkillAnswer, VersionAnswer } from "./clawhub-schemas.js";

const STATUSES: ReadonlySet<string> = new Set(["clean", "suspicious", "malicious", "pending", "error"]);

/** ClawHub's word for a scan result; anything unheard of is `unknown`. */
export function scanStatus(value: string | null | undefined): ScanStatus {
  return value !== null && value !== undefined && STATUSES.has(value) ? (value as ScanStatus) : "unknown";
}

/**
 * The scan of a version and the moderators' flags are separate states at ClawHub
 * (one can be clean while the other is not), so they stay separate verdicts.
 */
export function clawHubVerdicts(
  moderation: SkillAnswer["moderation"],
  security: VersionAnswer["version"]["security"],
): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  if (security !== null && security !== undefined) {
    verdicts.push({ by: "clawhub", status: scanStatus(security.status) });
  }
  if (moderation !== null && moderation !== undefined) {
    const reasons = (moderation.reasonCodes ?? []).slice(0, 5).join(", ");
    const status = moderationStatus(moderation);
    verdicts.push({
      by: "clawhub-moderation",
      status,
      ...(reasons === "" ? {} : { detail: safeText(reasons) }),
    });
  }
  return verdicts;
}

function moderationStatus(moderation: NonNullable<SkillAnswer["moderation"]>): ScanStatus {
  if (moderation.isMalwareBlocked === true || moderation.verdict === "malicious") return "malicious";
  if (moderation.isSuspicious === true || moderation.verdict === "suspicious") return "suspicious";
  if (moderation.isPendingScan === true) return "pending";
  return "clean";
}

/** The worst of several opinions, for the one word in a list. */
export function worstStatus(verdicts: readonly Verdict[]): ScanStatus {
  const order: readonly ScanStatus[] = ["malicious", "suspicious", "error", "pending", "unknown", "clean"];
  return order.find((status) => verdicts.some((verdict) => verdict.status === status)) ?? "unknown";
}
