import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import rcompare from "semver/functions/rcompare.js";
import valid from "semver/functions/valid.js";
import type { Diagnostic } from "../core/diagnostics.js";
import { CortexError } from "../core/errors.js";
import { parseSkillKey, type SkillKey } from "../core/identity.js";
import type { Bundle } from "../ports/bundle.js";
import type { Registry, SkillVersion } from "../ports/registry.js";
import { bestListings, type RankedListing, relevanceTo } from "../registries/relevance.js";
import { MAXIMUM_SKILL_MD_BYTES, requireSkillMd } from "../registries/skill-md.js";
import { treeDigest } from "../safety/tree-digest.js";
import { parseFrontmatter } from "../skills/frontmatter.js";
import { safeText } from "../text/safe-text.js";
import { errnoOf } from "./file-system.js";
import { statusOf } from "./quiet-stat.js";
import { readSkillFolder } from "./read-skill-folder.js";

/** Options of `createLocalRegistry`. */
export interface LocalRegistryOptions {
  /** A folder with one folder a skill: `slug/SKILL.md`, `slug/1.2.0/SKILL.md` or `@owner/slug/…`. */
  readonly directory: string;
  /** The source part of its keys. @defaultValue "local" */
  readonly id?: string;
  /** Whether somebody vets what is put there. @defaultValue true */
  readonly reviewed?: boolean;
  /** Told about every folder that was left out, and why; also that there is no such folder at all. Must not throw. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
}

interface LocalSkill {
  readonly key: SkillKey;
  readonly folder: string;
  /** Newest first; empty for a plain folder. */
  readonly versions: readonly string[];
}

/** A registry in a folder: for teams without network access, for tests and for demonstrations. */
export function createLocalRegistry(
  options: LocalRegistryOptions,
): Registry & { fetch: NonNullable<Registry["fetch"]> } {
  const { directory, id = "local", reviewed = true, onDiagnostic = () => {} } = options;
  if (typeof directory !== "string" || directory === "")
    throw new CortexError("config-invalid", 'createLocalRegistry needs the path of a folder as "directory".');

  async function resolve(key: SkillKey, wanted: string | undefined) {
    const skill = await locate(directory, id, key);
    const chosen = skill.versions.length === 0 ? undefined : (wanted ?? skill.versions[0]);
    if (chosen !== undefined && !skill.versions.includes(chosen)) throw noVersion(wanted);
    const bundle = await readSkillFolder(chosen === undefined ? skill.folder : join(skill.folder, chosen));
    const { data } = parseFrontmatter(requireSkillMd(bundle)).value;
    const version = chosen ?? declaredVersion(data) ?? contentVersion(bundle);
    if (wanted !== undefined && wanted !== version) throw noVersion(wanted);
    return { key: skill.key, version, bundle, ...textsOf(data, skill.key) };
  }

  return {
    specificationVersion: "v1",
    id,
    reviewed,
    async search({ query, limit }) {
      const relevance = relevanceTo(query);
      const ranked: RankedListing[] = [];
      for (const skill of await listSkills(directory, id, onDiagnostic)) {
        const header = await readHeader(skill, onDiagnostic);
        if (header === undefined) continue;
        const texts = textsOf(header, skill.key);
        const score = relevance(`${texts.name} ${skill.key}`, texts.description);
        if (score === 0) continue;
        const version = skill.versions[0] ?? declaredVersion(header) ?? "";
        ranked.push({
          score,
          listing: { key: skill.key, ...texts, version, source: id, reviewed, scan: "unknown" },
        });
      }
      return bestListings(ranked, limit);
    },
    async describe({ key, version }): Promise<SkillVersion> {
      const found = await resolve(key, version);
      const files = found.bundle.files.map((file) => ({
        path: file.path,
        size: file.bytes.length,
        sha256: createHash("sha256").update(file.bytes).digest("hex"),
      }));
      const { name, description } = found;
      return {
        key: found.key,
        version: found.version,
        name,
        description,
        files,
        verdicts: [],
        blocked: false,
      };
    },
    async fetch({ key, version, onBytes }) {
      const { bundle } = await resolve(key, version);
      const total = bundle.files.reduce((sum, file) => sum + file.bytes.length, 0);
      onBytes?.(total, total);
      return bundle;
    },
  };
}

async function locate(directory: string, id: string, key: SkillKey): Promise<LocalSkill> {
  const parsed = parseSkillKey(key);
  if (parsed === undefined || parsed.source !== id) {
    throw new CortexError("input-invalid", `"${safeText(key, 120)}" is not a key of the registry "${id}".`);
  }
  if (parsed.owner === undefined) {
    const direct = await readLocalSkill(directory, id, parsed.slug);
    if (direct !== undefined) return direct;
    const owned = (await listSkills(directory, id)).filter((skill) => skill.key.endsWith(`/${parsed.slug}`));
    if (owned.length > 1) {
      throw new CortexError("skill-ambiguous", "Several owners have a skill of this name: name the owner.", {
        details: { matches: owned.map((skill) => skill.key) },
      });
    }
    if (owned[0] !== undefined) return owned[0];
  } else {
    const skill = await readLocalSkill(directory, id, parsed.reference);
    if (skill !== undefined) return skill;
  }
  throw new CortexError(
    "skill-not-found",
    `There is no skill "${safeText(parsed.reference, 120)}" in this folder.`,
  );
}

async function listSkills(
  directory: string,
  id: string,
  onDiagnostic: (diagnostic: Diagnostic) => void = () => {},
): Promise<readonly LocalSkill[]> {
  const skills: LocalSkill[] = [];
  if (statusOf(directory) === undefined) {
    onDiagnostic({
      code: "registry-folder-missing",
      severity: "warning",
      message: "The folder of skills does not exist, so that nothing is found in it.",
      file: directory,
      fix: "Check the path.",
    });
  }
  for (const name of await foldersIn(directory)) {
    const references = name.startsWith("@")
      ? (await foldersIn(join(directory, name))).map((slug) => `${name}/${slug}`)
      : [name];
    for (const reference of references) {
      const skill = await readLocalSkill(directory, id, reference);
      if (skill !== undefined) skills.push(skill);
      else {
        onDiagnostic({
          code: "listing-skipped",
          severity: "info",
          message: "The folder has no SKILL.md, no version folder with one, or no usable name.",
          file: join(directory, reference),
        });
      }
    }
  }
  return skills;
}

async function readLocalSkill(
  directory: string,
  id: string,
  reference: string,
): Promise<LocalSkill | undefined> {
  const key = `${id}:${reference}`;
  if (parseSkillKey(key) === undefined) return undefined;
  const folder = join(directory, reference);
  if (await isPlainFile(join(folder, "SKILL.md"))) return { key, folder, versions: [] };
  const versions: string[] = [];
  for (const name of await foldersIn(folder)) {
    if (valid(name) !== null && (await isPlainFile(join(folder, name, "SKILL.md")))) versions.push(name);
  }
  return versions.length === 0 ? undefined : { key, folder, versions: versions.sort(rcompare) };
}

async function readHeader(
  skill: LocalSkill,
  onDiagnostic: (diagnostic: Diagnostic) => void,
): Promise<Record<string, unknown> | undefined> {
  const file = join(skill.folder, skill.versions[0] ?? "", "SKILL.md");
  const status = await lstat(file);
  if (status.size > MAXIMUM_SKILL_MD_BYTES) {
    onDiagnostic({ code: "listing-skipped", severity: "warning", message: "SKILL.md is too large.", file });
    return undefined;
  }
  return parseFrontmatter(await readFile(file, "utf8")).value.data;
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const code = errnoOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw new CortexError("registry-unavailable", `The registry folder can't be read (${code}).`, {
      cause: error,
    });
  }
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map((entry) => entry.name);
}

async function isPlainFile(path: string): Promise<boolean> {
  return lstat(path).then(
    (status) => status.isFile(),
    () => false,
  );
}

function textsOf(
  data: Record<string, unknown>,
  key: SkillKey,
): { readonly name: string; readonly description: string } {
  return {
    name: typeof data.name === "string" && data.name !== "" ? data.name : (parseSkillKey(key)?.slug ?? key),
    description: typeof data.description === "string" ? data.description : "",
  };
}

function declaredVersion(data: Record<string, unknown>): string | undefined {
  return typeof data.version === "string" ? (valid(data.version) ?? undefined) : undefined;
}

/** A folder without a version is versioned by its content, so that any change is a new version. */
function contentVersion(bundle: Bundle): string {
  return `0.0.0-h${treeDigest(bundle).slice("sha256:".length, "sha256:".length + 12)}`;
}

function noVersion(wanted: string | undefined): CortexError {
  return new CortexError(
    "version-not-found",
    `There is no version "${safeText(wanted ?? "", 80)}" of this skill here.`,
  );
}
