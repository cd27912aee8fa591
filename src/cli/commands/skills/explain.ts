import type { InstallPlan } from "../../../skills/dependencies.js";
import type { EnvOverrides, EnvRefusal } from "../../../skills/env-overrides.js";
import { describeReason, type Explanation } from "../../../skills/explain.js";
import type { SkillSnapshot } from "../../../skills/snapshot.js";
import { safeText } from "../../../text/safe-text.js";
import { nearNames } from "../../near-names.js";
import type { SkillsWorld } from "./context.js";

const STATUS: Readonly<Record<Explanation["status"], string>> = {
  ready: "ready: the model sees it",
  hidden: "ready, but hidden from the model: only people can start it",
  excluded: "not usable here",
  rejected: "its file can't be used",
  unknown: "there is no such skill",
};

/** `skills explain <name>`: why it is used or not. Exit code 1 when it can't be used. */
export async function runExplain({ skills, io, json, subjects }: SkillsWorld): Promise<number> {
  const [name] = subjects;
  if (name === undefined || subjects.length > 1) {
    io.stderr("Name one skill: skill-cortex skills explain <name>\n");
    return 2;
  }
  const explanation = await skills.explain(name);
  const { skill } = explanation;
  const lacks = explanation.reasons.some(
    ({ code }) => code === "missing-bins" || code === "missing-any-bins",
  );
  const plans = skill === undefined || !lacks ? [] : await skills.installPlans(skill);
  // Names and outcomes only: the values are secrets.
  const { set, refused } = skill === undefined ? { set: [], refused: [] } : skills.environmentFor([skill]);
  const { commands, near } = await surroundings(skills, explanation);
  const command = commands.find(({ skillName }) => skillName === explanation.name);
  const usable = explanation.status === "ready" || explanation.status === "hidden";
  const listing =
    explanation.status === "ready" ? listingOf(explanation.name, await skills.snapshot()) : undefined;
  if (json) {
    const report = {
      ...explanation,
      listing,
      command: command?.name,
      installPlans: plans,
      environment: { set, refused },
      similarNames: near,
    };
    io.stdout(`${JSON.stringify(report, null, 2)}\n`);
  } else {
    io.stdout(describe(explanation, listing, command?.name, plans, { set, refused }, near));
  }
  return usable ? 0 : 1;
}

async function surroundings(skills: SkillsWorld["skills"], { name, status }: Explanation) {
  if (status !== "unknown") return { commands: await skills.commands(), near: [] };
  const { catalog } = await skills.load();
  const near = nearNames(
    name,
    catalog.skills.map((skill) => skill.name),
  );
  return { commands: [], near };
}

/** Why a variable of the configuration is not set, in words. */
const REFUSAL: Readonly<Record<EnvRefusal, string>> = {
  "already-set": "the environment has it already, and that value is used",
  "blocked-name": "no skill may set a variable that decides which code runs",
  "invalid-name": "it is no name of a variable",
  "not-declared":
    "it looks like a credential, and the skill does not declare it (`primaryEnv`, `requires.env`)",
  "null-byte": "its value has a NUL byte",
  "too-long": "its value is too long",
  conflict: "another skill of the run sets it otherwise",
  "key-of-another-skill": "the settings belong to another skill of that name",
  "unresolved-reference": "only the host can resolve the reference in the configuration",
};

/** A skill can be usable and still not be listed, or not as it was written, for lack of room. */
type Listing = "whole" | "shortened" | "dropped";

function listingOf(name: string, { report }: SkillSnapshot): Listing {
  const has = (list: readonly { readonly name: string }[]): boolean => list.some((one) => one.name === name);
  return has(report.dropped) ? "dropped" : has(report.shortened) ? "shortened" : "whole";
}

const LISTING: Readonly<Record<Listing, string>> = {
  whole: STATUS.ready,
  shortened: "ready: the model sees it, with a shortened description (see: skill-cortex skills check)",
  dropped: "ready, but left out of the model's list for lack of room (see: skill-cortex skills check)",
};

function describe(
  explanation: Explanation,
  listing: Listing | undefined,
  command: string | undefined,
  plans: readonly InstallPlan[],
  environment: Pick<EnvOverrides, "set" | "refused">,
  near: readonly string[],
): string {
  const { skill, status, reasons, shadows, rejected } = explanation;
  const lines = [
    `${safeText(explanation.name, 80)}: ${listing === undefined ? STATUS[status] : LISTING[listing]}`,
  ];
  if (skill !== undefined) {
    lines.push(`  from      ${skill.tier}: ${safeText(skill.file, 400)}`);
    lines.push(`  says      ${safeText(skill.description, 200)}`);
  }
  for (const reason of reasons) lines.push(`  because   ${describeReason(reason)}`);
  for (const one of rejected)
    lines.push(`  unusable  ${safeText(one.file, 400)}: ${safeText(one.message, 300)}`);
  for (const loser of shadows) lines.push(`  shadows   ${loser.tier}: ${safeText(loser.file, 400)}`);
  if (command !== undefined) lines.push(`  command   /${command}`);
  for (const { name } of environment.set)
    lines.push(`  sets      ${safeText(name, 80)} (from the configuration)`);
  for (const { name, reason } of environment.refused)
    lines.push(`  not set   ${safeText(name, 80)}: ${REFUSAL[reason]} (${reason})`);
  for (const [index, plan] of plans.entries()) {
    const missing = plan.available ? "" : ` (needs ${plan.manager}, which is missing)`;
    const commandLine = plan.argv
      .map((argv) => argv.map((word) => safeText(word, 200)).join(" "))
      .join(" && ");
    lines.push(`  ${index === 0 ? "install  " : "or       "} ${commandLine}${missing}`);
  }
  if (status === "unknown")
    lines.push(
      near.length === 0
        ? "  See what there is: skill-cortex skills list"
        : `  Did you mean: ${near.map((name) => safeText(name, 80)).join(", ")}?`,
    );
  return `${lines.join("\n")}\n`;
}
