import type { Diagnostic } from "../core/diagnostics.js";
import { CortexError } from "../core/errors.js";
import type { Probe, ProbeAnswer } from "../ports/probe.js";
import type { SkillCatalog } from "../skills/catalog.js";
import {
  type EligibilityContext,
  type IneligibleReason,
  judgeSkill,
  type MachineFacts,
  machineFacts,
  unreachableMachine,
} from "../skills/eligibility.js";
import type { Skill } from "../skills/skill.js";

/** All skills of a host at one moment, and which of them can be used. */
export interface LoadedSkills {
  /** Everything that was found, before anybody asked whether it can be used here. */
  readonly catalog: SkillCatalog;
  /** Skills that can be used, by name. */
  readonly eligible: readonly Skill[];
  /** Skills that can't, each with all reasons. */
  readonly excluded: readonly ExcludedSkill[];
  /** What loading and probing had to say: rejected files, shadowed skills, limits, unreadable settings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A skill that can't be used here. */
export interface ExcludedSkill {
  readonly skill: Skill;
  readonly reasons: readonly IneligibleReason[];
}

/** What is known about the places where skills run. */
export interface ProbedMachines {
  readonly machine: MachineFacts;
  readonly remotes: readonly MachineFacts[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Looking up names takes milliseconds, on another machine a second or two. */
const PROBE_TIMEOUT_MS = 10_000;

/** Splits a catalog into what can be used and what can't. */
export function judgeCatalog(
  catalog: SkillCatalog,
  context: EligibilityContext,
): Pick<LoadedSkills, "eligible" | "excluded"> {
  const eligible: Skill[] = [];
  const excluded: ExcludedSkill[] = [];
  for (const skill of catalog.skills) {
    const judgement = judgeSkill(skill, context);
    if (judgement.eligible) eligible.push(skill);
    else excluded.push({ skill, reasons: judgement.reasons });
  }
  return { eligible, excluded };
}

/** Asks every place for the names. A place that does not answer has nothing, and a diagnostic says so. */
export async function probeMachines(
  probe: Probe,
  remotes: readonly Probe[],
  names: { readonly bins: readonly string[]; readonly env: readonly string[] },
): Promise<ProbedMachines> {
  const diagnostics: Diagnostic[] = [];
  const ask = async (place: Probe): Promise<MachineFacts> => {
    try {
      return machineFacts(place.id, await answerInTime(place, names));
    } catch (error) {
      const why = CortexError.is(error) ? error.message : "it failed";
      diagnostics.push({
        code: "probe-failed",
        severity: "error",
        message: `"${place.id}" can't be looked at: ${why} Skills that need something there count as unusable.`,
        fix: "Check that it runs and can be reached.",
      });
      return unreachableMachine(place.id, why);
    }
  };
  const [machine, ...others] = await Promise.all([ask(probe), ...remotes.map(ask)]);
  return { machine, remotes: others, diagnostics };
}

/** A container that hangs must not hang every look at the skills. */
async function answerInTime(place: Probe, names: Parameters<Probe["probe"]>[0]): Promise<ProbeAnswer> {
  const controller = new AbortController();
  const deadline = Date.now() + PROBE_TIMEOUT_MS;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort();
      reject(new CortexError("port-timeout", `It did not answer within ${PROBE_TIMEOUT_MS / 1000} s.`));
    }, PROBE_TIMEOUT_MS);
  });
  try {
    const context = { signal: controller.signal, deadline, flowId: "" };
    return await Promise.race([place.probe(names, context), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** True when both say the same of every place. */
export function isSameProbe(a: ProbedMachines, b: ProbedMachines): boolean {
  return (
    isSameMachine(a.machine, b.machine) &&
    a.diagnostics.length === b.diagnostics.length &&
    a.remotes.every((remote, index) => {
      const other = b.remotes[index];
      return other !== undefined && isSameMachine(remote, other);
    })
  );
}

function isSameMachine(a: MachineFacts, b: MachineFacts): boolean {
  return a.platform === b.platform && isSameSet(a.bins, b.bins) && isSameSet(a.env, b.env);
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size !== b.size) return false;
  for (const item of a) if (!b.has(item)) return false;
  return true;
}
