import type { Diagnostic } from "../core/diagnostics.js";
import { mergeTiers, type SkillCatalog, type TierContent } from "../skills/catalog.js";
import { DEFAULT_SKILL_LIMITS, type SkillLimits } from "../skills/limits.js";
import type { RejectedSkill, Skill } from "../skills/skill.js";
import type { Tier, TierPlan } from "../skills/tiers.js";
import type { WatchedFolders } from "./skill-folder-watches.js";
import { SkillRoot } from "./skill-root.js";

/** Loads skills from folders and keeps them, so that a second look costs one `stat` a skill. */
export interface SkillLoader {
  /** The skills as they are on disk now. The same object again when nothing has changed. */
  load(): SkillCatalog;
  /** Every folder in which a change would matter, found by the last `load`. */
  folders(): WatchedFolders;
}

/** Makes a loader for a list of tiers. */
export function createSkillLoader(options: {
  readonly plan: TierPlan;
  readonly limits?: Partial<SkillLimits>;
}): SkillLoader {
  const { plan } = options;
  const limits = { ...DEFAULT_SKILL_LIMITS, ...options.limits };
  const mode = plan.mode ?? "standard";
  const tiers = plan.tiers.map((tier, precedence) => ({
    tier,
    roots: [...new Set(tier.roots)].map((root) => new SkillRoot(root, tier, precedence, mode, limits)),
  }));
  let catalog: SkillCatalog | undefined;
  return {
    load: () => {
      const now = Date.now();
      let changed = catalog === undefined;
      for (const { roots } of tiers) for (const root of roots) changed = root.refresh(now) || changed;
      if (catalog === undefined || changed) {
        catalog = mergeTiers(
          tiers.map(({ tier, roots }) => contentOf(tier, roots, limits)),
          plan,
        );
      }
      return catalog;
    },
    folders: () => {
      const roots = tiers.flatMap((tier) => tier.roots);
      return {
        roots: roots.map(({ path }) => path),
        inside: roots.flatMap((root) => root.watchedFolders()),
      };
    },
  };
}

/** The skills of one tier, cut at its limit. What is cut is listed with the rejected ones. */
function contentOf(tier: Tier, roots: readonly SkillRoot[], limits: SkillLimits): TierContent {
  const skills = roots.length === 1 ? (roots[0]?.skills ?? []) : roots.flatMap((root) => root.skills);
  const rejected = roots.flatMap((root) => root.rejected);
  const diagnostics = roots.flatMap((root) => root.diagnostics);
  const maximum = limits.maxSkillsLoadedPerSource;
  if (skills.length <= maximum) return { skills, rejected, diagnostics };
  const message = `${tier.id} has ${skills.length} skills; ${maximum} are loaded.`;
  const limit: Diagnostic = {
    code: "limit-skills",
    severity: "warning",
    message,
    fix: "Raise skills.limits.maxSkillsLoadedPerSource.",
  };
  const cut = skills.slice(maximum).map(
    ({ id, name, file }: Skill): RejectedSkill => ({
      id,
      name,
      file,
      tier: tier.id,
      code: "limit",
      message,
    }),
  );
  return {
    skills: skills.slice(0, maximum),
    rejected: [...rejected, ...cut],
    diagnostics: [...diagnostics, limit],
  };
}
