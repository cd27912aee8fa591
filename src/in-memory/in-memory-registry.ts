import { CortexError } from "../core/errors.js";
import type { Verdict } from "../core/findings.js";
import { parseSkillKey, type SkillKey, sameSkill } from "../core/identity.js";
import type { Listing } from "../core/listing.js";
import type { Bundle } from "../ports/bundle.js";
import type { Registry } from "../ports/registry.js";

/** One published skill; the last version is the latest. */
export interface InMemorySkill {
  readonly key: SkillKey;
  readonly name: string;
  readonly description: string;
  readonly versions: readonly { readonly version: string; readonly bundle: Bundle }[];
  readonly verdicts?: readonly Verdict[];
  readonly stars?: number;
  readonly downloads?: number;
}

/** A registry over a list that the caller may change between calls. Finds by shared words. */
export function createInMemoryRegistry(options: {
  readonly id: string;
  readonly reviewed?: boolean;
  readonly skills: () => readonly InMemorySkill[];
}): Registry & Required<Pick<Registry, "fetch">> {
  const { id, skills } = options;
  const find = (key: SkillKey): InMemorySkill => {
    const found = skills().find((skill) => sameSkill(skill.key, key));
    if (found === undefined) throw new CortexError("skill-not-found", `There is no skill ${key}.`);
    return found;
  };
  const versionOf = (skill: InMemorySkill, version: string | undefined) => {
    const found =
      version === undefined
        ? skill.versions.at(-1)
        : skill.versions.find((entry) => entry.version === version);
    if (found === undefined)
      throw new CortexError("version-not-found", `${skill.key} has no version ${version ?? ""}.`);
    return found;
  };
  return {
    specificationVersion: "v1",
    id,
    reviewed: options.reviewed ?? true,
    async search({ query, limit }) {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      return skills()
        .filter((skill) =>
          words.some((word) => `${skill.name} ${skill.description}`.toLowerCase().includes(word)),
        )
        .slice(0, limit)
        .map((skill) => listingOf(skill, id, options.reviewed ?? true));
    },
    async describe({ key, version }) {
      const skill = find(key);
      const verdicts = skill.verdicts ?? [];
      return {
        key: skill.key,
        version: versionOf(skill, version).version,
        name: skill.name,
        description: skill.description,
        files: [],
        verdicts,
        blocked: verdicts.some(({ status }) => status === "malicious"),
        ...(skill.stars === undefined ? {} : { stars: skill.stars }),
        ...(skill.downloads === undefined ? {} : { downloads: skill.downloads }),
      };
    },
    async fetch({ key, version, onBytes }) {
      const { bundle } = versionOf(find(key), version);
      const total = bundle.files.reduce((sum, { bytes }) => sum + bytes.length, 0);
      onBytes?.(total, total);
      return bundle;
    },
  };
}

function listingOf(skill: InMemorySkill, source: string, reviewed: boolean): Listing {
  return {
    key: skill.key,
    name: parseSkillKey(skill.key)?.slug ?? skill.name,
    description: skill.description,
    version: skill.versions.at(-1)?.version ?? "",
    source,
    reviewed,
    scan: skill.verdicts?.[0]?.status ?? "unknown",
    ...(skill.stars === undefined ? {} : { stars: skill.stars }),
    ...(skill.downloads === undefined ? {} : { downloads: skill.downloads }),
  };
}

/** A bundle of text files. */
export function textBundle(files: Readonly<Record<string, string>>): Bundle {
  const encoder = new TextEncoder();
  return { files: Object.entries(files).map(([path, text]) => ({ path, bytes: encoder.encode(text) })) };
}
