import { randomUUID } from "node:crypto";
import { CortexError } from "../core/errors.js";
import type { Question } from "../core/questions.js";
import type { Approval } from "../ports/approval.js";
import type { Confirmer } from "../ports/confirmer.js";
import type { PortContext } from "../ports/context.js";
import { mintApproval } from "../safety/approval.js";
import type { InstallPlan } from "../skills/dependencies.js";
import type { Skill } from "../skills/skill.js";
import { readText } from "../skills/values.js";

/** The install follows the answer at once; nothing else may use it later. */
const APPROVAL_LASTS_MS = 60_000;
/** The longest time that a timer can wait. */
const LONGEST_WAIT_MS = 2_147_483_647;

/** What a person is asked about, and by whom. */
export interface DependencyConsent {
  readonly plan: InstallPlan;
  readonly skill: Skill;
  /** Of the skill's whole folder, as it was scanned. */
  readonly digest: string;
  readonly confirmer: Confirmer | undefined;
  readonly now: () => number;
}

/**
 * Shows exactly the plan's commands to a person; only `install` becomes an approval, for one use. Silence, a throw, a
 * time-out and any other word are a no.
 */
export async function askToInstall(consent: DependencyConsent, context: PortContext): Promise<Approval> {
  const { confirmer, plan, now } = consent;
  if (confirmer === undefined)
    throw new CortexError("approval-required", "Nobody can be asked: give the installer a confirmer.");
  const request = { questionId: randomUUID(), question: questionOf(consent) };
  const choice = await inTime(async () => (await confirmer.confirm(request, context)).choice, context);
  if (choice !== "install")
    throw new CortexError("approval-required", "Nobody approved these commands, so nothing was run.");
  return mintApproval({ kind: "provision", argv: plan.argv }, { expiresAt: now() + APPROVAL_LASTS_MS });
}

function questionOf({ plan, skill, digest }: DependencyConsent): Question {
  const { bins, argv, spec } = plan;
  const version = readText(skill.frontmatter.version) ?? "unversioned";
  return {
    kind: "dependencies",
    pin: { key: `${skill.tier}:${skill.name}`, version, digest },
    missing: [{ kind: "bin", name: bins.length === 0 ? spec.label : bins.join(", "), argv }],
    choices: ["install", "decline"],
  };
}

/** The answer; undefined when there is none before the caller's patience ends. */
async function inTime<T>(ask: () => Promise<T>, { signal, deadline }: PortContext): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  let stop: () => void = () => {};
  const silence = new Promise<undefined>((resolve) => {
    const give = (): void => resolve(undefined);
    const timer = setTimeout(give, Math.min(Math.max(0, deadline - Date.now()), LONGEST_WAIT_MS));
    signal.addEventListener("abort", give, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", give);
    };
  });
  try {
    return await Promise.race([ask().catch(() => undefined), silence]);
  } finally {
    stop();
  }
}
