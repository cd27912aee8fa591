import type { SkillCatalog } from "../skills/catalog.js";
import type { Skill } from "../skills/skill.js";

/** Names of what one catalog has and the other has not, or has otherwise. */
export interface CatalogDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Same name, other bytes or another place. */
  readonly changed: readonly string[];
}

/** Compares two catalogs by what tells their skills apart. Names are in the order of their catalog. */
export function compareCatalogs(
  before: SkillCatalog | undefined,
  after: SkillCatalog,
  identity: "name" | "id" = "name",
): CatalogDifference {
  const old = new Map<string, Skill>((before?.skills ?? []).map((skill) => [skill[identity], skill]));
  const added: string[] = [];
  const changed: string[] = [];
  for (const skill of after.skills) {
    const other = old.get(skill[identity]);
    old.delete(skill[identity]);
    if (other === undefined) added.push(skill.name);
    else if (other !== skill && (other.digest !== skill.digest || other.file !== skill.file))
      changed.push(skill.name);
  }
  return { added, removed: [...old.values()].map(({ name }) => name), changed };
}
