import type { Diagnostic } from "../core/diagnostics.js";
import { safeText } from "../text/safe-text.js";
import type { RejectedSkill, Skill } from "./skill.js";
import type { TierPlan } from "./tiers.js";

/** Of two skills with one name, which is used and which is not. */
export interface Collision {
  readonly name: string;
  readonly winner: Skill;
  readonly loser: Skill;
}

/** All skills that exist, before anybody asked whether they can be used here. */
export interface SkillCatalog {
  /** By name. */
  readonly skills: readonly Skill[];
  readonly shadowed: readonly Collision[];
  readonly rejected: readonly RejectedSkill[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What was found in one tier, in the order of discovery. */
export interface TierContent {
  readonly skills: readonly Skill[];
  readonly rejected: readonly RejectedSkill[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Merges tiers, lowest precedence first. Every loser of a collision is kept and reported. */
export function mergeTiers(
  contents: readonly TierContent[],
  plan: Pick<TierPlan, "identity" | "withinTier"> = {},
): SkillCatalog {
  const identity = plan.identity ?? "name";
  const chosen = new Map<string, Skill>();
  const shadowed: Collision[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const content of contents) {
    for (const diagnostic of content.diagnostics) diagnostics.push(diagnostic);
    for (const skill of inTierOrder(content.skills, plan.withinTier ?? "last")) {
      const other = chosen.get(skill[identity]);
      chosen.set(skill[identity], skill);
      if (other === undefined) continue;
      shadowed.push({ name: skill[identity], winner: skill, loser: other });
    }
  }
  for (const { name, winner, loser } of shadowed) {
    diagnostics.push({
      code: "skill-shadowed",
      severity: winner.tier === loser.tier ? "warning" : "info",
      message: `"${safeText(name, 80)}" of ${loser.tier} is shadowed by ${safeText(winner.file, 400)} (${winner.tier}).`,
      file: loser.file,
      fix: "Rename one of them if both are wanted.",
    });
  }
  return {
    skills: sortByName([...chosen.values()]),
    shadowed: finalWinners(shadowed, chosen, identity),
    rejected: contents.flatMap(({ rejected }) => rejected),
    diagnostics,
  };
}

/** With three of one name, both losers name the one that is used in the end. */
function finalWinners(
  shadowed: readonly Collision[],
  chosen: ReadonlyMap<string, Skill>,
  identity: "name" | "id",
): readonly Collision[] {
  return shadowed.map((collision) => ({
    ...collision,
    winner: chosen.get(collision.loser[identity]) ?? collision.winner,
  }));
}

/** Later entries win, so the one that should win within a tier comes last. */
function inTierOrder(skills: readonly Skill[], rule: "last" | "first-name"): readonly Skill[] {
  return rule === "last" ? skills : sortByName([...skills]).reverse();
}

const PLAIN_NAME = /^[a-z0-9-]*$/;

/** English order of names. For plain lower-case names code units give the same order, much faster. */
export function sortByName<T extends { readonly name: string; readonly id: string }>(skills: T[]): T[] {
  if (skills.every(({ name }) => PLAIN_NAME.test(name))) {
    return skills.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : byId(a, b)));
  }
  const collator = new Intl.Collator("en");
  return skills.sort((a, b) => collator.compare(a.name, b.name) || byId(a, b));
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
