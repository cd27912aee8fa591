import { safeText } from "../text/safe-text.js";
import type { SkillCatalog } from "./catalog.js";
import { type EligibilityContext, type IneligibleReason, judgeSkill } from "./eligibility.js";
import type { RejectedSkill, Skill } from "./skill.js";

/** Everything there is to know about why a skill is or is not used. */
export interface Explanation {
  readonly name: string;
  /**
   * `ready`: offered to the model and to people. `hidden`: only people may start it. `excluded`: something is missing
   * or switched off. `rejected`: its file can't be used. `unknown`: there is no such skill.
   */
  readonly status: "ready" | "hidden" | "excluded" | "rejected" | "unknown";
  readonly skill?: Skill;
  readonly reasons: readonly IneligibleReason[];
  /** Skills of the same name that this one shadows. */
  readonly shadows: readonly Skill[];
  /** Files with this name that could not be used. */
  readonly rejected: readonly RejectedSkill[];
}

/** Explains one skill by name, id or configuration key. */
export function explainSkill(name: string, catalog: SkillCatalog, context: EligibilityContext): Explanation {
  const called = (candidate: { readonly name: string; readonly id: string }): boolean =>
    candidate.name === name || candidate.id === name;
  const rejected = catalog.rejected.filter(called);
  const skill =
    catalog.skills.find((candidate) => candidate.name === name) ??
    catalog.skills.find((candidate) => candidate.id === name || candidate.metadata.skillKey === name);
  if (skill === undefined) {
    return { name, status: rejected.length > 0 ? "rejected" : "unknown", reasons: [], shadows: [], rejected };
  }
  const shadows = catalog.shadowed.filter(({ winner }) => winner === skill).map(({ loser }) => loser);
  const { eligible, reasons } = judgeSkill(skill, context);
  const status = !eligible ? "excluded" : skill.invocation.disableModelInvocation ? "hidden" : "ready";
  return { name: skill.name, status, skill, reasons, shadows, rejected };
}

/** One reason as an English sentence. */
export function describeReason(reason: IneligibleReason): string {
  const list = (words: readonly string[]): string => words.map((word) => safeText(word, 60)).join(", ");
  switch (reason.code) {
    case "disabled":
      return "It is switched off in the configuration (`enabled: false`).";
    case "not-allowed":
      return "It is a bundled skill that `skills.allowBundled` does not name.";
    case "filtered":
      return "The agent's skill filter does not name it.";
    case "platform":
      return `It is for ${list(reason.needed)}; this is ${list(reason.found)}.`;
    case "missing-bins":
      return `Missing on the PATH: ${list(reason.missing)}.`;
    case "missing-any-bins":
      return `None of these is on the PATH: ${list(reason.missing)}.`;
    case "missing-env":
      return `Not set: ${list(reason.missing)}.`;
    case "missing-config":
      return `Not configured: ${list(reason.missing)}.`;
    case "machine-unreachable":
      return `Nobody could look at ${safeText(reason.machine, 60)} (${safeText(reason.why)}), and it requires something there.`;
  }
}
