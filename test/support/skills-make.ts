import {
  EMPTY_METADATA,
  readSkill,
  type Skill,
  type SkillMetadata,
  type SkillPlace,
} from "../../src/skills/index.js";

/** Where a made-up file lies. */
export function place(part: Partial<SkillPlace> = {}): SkillPlace {
  const id = part.id ?? "a";
  return {
    id,
    file: `/skills/${id}/SKILL.md`,
    directory: `/skills/${id}`,
    tier: "workspace",
    precedence: 5,
    bundled: false,
    mode: "standard",
    digest: "0",
    ...part,
  };
}

/** A skill read from a header, which must be a good one. */
export function skillOf(header: string, part: Partial<SkillPlace> = {}): Skill {
  const { skill, diagnostics } = readSkill(`---\n${header}\n---\n# Body\n`, place(part));
  if (skill === undefined) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return skill;
}

/** A skill made of parts. */
export function makeSkill(
  name: string,
  part: Partial<Omit<Skill, "metadata">> & { readonly metadata?: Partial<SkillMetadata> } = {},
): Skill {
  const { metadata, ...rest } = part;
  return {
    ...skillOf(`name: x\ndescription: Does ${name}.`, { id: name }),
    name,
    description: `Does ${name}.`,
    ...rest,
    metadata: { ...EMPTY_METADATA, ...metadata },
  };
}
