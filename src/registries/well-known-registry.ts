import { CortexError } from "../core/errors.js";
import { parseSkillKey, type SkillKey } from "../core/identity.js";
import type { Bundle } from "../ports/bundle.js";
import type { PortContext } from "../ports/context.js";
import type { Registry, SkillVersion } from "../ports/registry.js";
import { safeText } from "../text/safe-text.js";
import { AnswerMemory } from "./answer-memory.js";
import { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS } from "./archive-limits.js";
import { baseUrl, HttpClient } from "./http.js";
import { readArchive } from "./read-archive.js";
import { MAXIMUM_JSON_BYTES, type RegistryOptions } from "./registry-options.js";
import { bestListings, type RankedListing, relevanceTo } from "./relevance.js";
import { sha256Hex } from "./sha256.js";
import { MAXIMUM_SKILL_MD_BYTES, requireSkillMd } from "./skill-md.js";
import { INDEX_PATH, parseIndex, type WellKnownSkill } from "./well-known-index.js";

/** Options of `createWellKnownRegistry`. */
export interface WellKnownRegistryOptions extends Omit<RegistryOptions, "token"> {
  /** Sites that publish an index, for example `["https://example.com"]`. No other site is ever asked. */
  readonly sites: readonly string[];
  /** Whether the host vouches for these sites. @defaultValue false */
  readonly reviewed?: boolean;
}

interface Site {
  readonly base: URL;
  readonly http: HttpClient;
}

/**
 * Skills that web sites publish themselves, by the discovery draft 0.2.0. The
 * index names a digest for every skill: it is the version, and nothing else is accepted.
 */
export function createWellKnownRegistry(
  options: WellKnownRegistryOptions,
): Registry & { fetch: NonNullable<Registry["fetch"]> } {
  const sites = new Map(options.sites.map((site) => toSite(site, options)));
  const limits: ArchiveLimits = { ...DEFAULT_ARCHIVE_LIMITS, ...options.limits };
  const report = options.onDiagnostic ?? (() => {});
  const reviewed = options.reviewed ?? false;
  const memory = new AnswerMemory(options.now ?? Date.now);

  function skillsOf({ base, http }: Site, context: PortContext): Promise<readonly WellKnownSkill[]> {
    const url = new URL(INDEX_PATH, base);
    return memory.remembered(url.href, async () => {
      const toError = ({ status }: { readonly status: number }) =>
        status === 404
          ? new CortexError("registry-answer-invalid", `${base.host} publishes no index of skills.`)
          : undefined;
      const { value } = await http.json({ url, maximumBytes: MAXIMUM_JSON_BYTES, toError }, context);
      return parseIndex(value, base.host, report);
    });
  }

  async function find(key: SkillKey, version: string | undefined, context: PortContext) {
    const parsed = parseSkillKey(key);
    const site = parsed?.source === "well-known" ? sites.get(parsed.owner ?? "") : undefined;
    if (parsed === undefined || site === undefined) {
      throw new CortexError("input-invalid", `"${safeText(key, 120)}" is not a skill of a configured site.`);
    }
    const skill = (await skillsOf(site, context)).find(({ name }) => name === parsed.slug);
    if (skill === undefined) {
      throw new CortexError("skill-not-found", `${site.base.host} publishes no such skill.`);
    }
    if (version !== undefined && version !== skill.digest) {
      throw new CortexError("version-not-found", `${site.base.host} publishes another version now.`, {
        details: { available: skill.digest },
      });
    }
    return { site, skill };
  }

  return {
    specificationVersion: "v1",
    id: "well-known",
    reviewed,
    async search({ query, limit }, context) {
      const relevance = relevanceTo(query);
      const ranked: RankedListing[] = [];
      const failures: CortexError[] = [];
      const indexes = await Promise.all(
        [...sites.values()].map((site) =>
          skillsOf(site, context).catch((error: unknown) => {
            if (!CortexError.is(error)) throw error;
            failures.push(error);
            return [];
          }),
        ),
      );
      for (const skill of indexes.flat()) {
        const score = relevance(skill.name, skill.description);
        if (score > 0) ranked.push({ score, listing: toListing(skill, reviewed) });
      }
      // One site that is down must not hide the others; all of them down is a failure.
      const [first] = failures;
      if (first !== undefined && failures.length === sites.size) throw first;
      for (const { message } of failures)
        report({ code: "listing-skipped", severity: "warning", message: `A site was left out: ${message}` });
      return bestListings(ranked, limit);
    },
    async describe({ key, version }, context): Promise<SkillVersion> {
      const { skill } = await find(key, version, context);
      const { name, description } = skill;
      return { key, version: skill.digest, name, description, files: [], verdicts: [], blocked: false };
    },
    async fetch({ key, version, onBytes }, context) {
      const { site, skill } = await find(key, version, context);
      const url = site.http.link(new URL(INDEX_PATH, site.base), skill.url);
      const maximumBytes = skill.type === "archive" ? limits.archiveBytes : MAXIMUM_SKILL_MD_BYTES;
      const { bytes } = await site.http.request(
        { url, maximumBytes, ...(onBytes === undefined ? {} : { onBytes }) },
        context,
      );
      if (`sha256:${await sha256Hex(bytes)}` !== skill.digest) {
        throw new CortexError(
          "digest-mismatch",
          `${site.base.host} serves other bytes than its index says.`,
          {
            details: { expected: skill.digest },
          },
        );
      }
      return toBundle(skill, bytes, limits);
    },
  };
}

function toSite(value: string, options: WellKnownRegistryOptions): readonly [string, Site] {
  const base = baseUrl(value, "sites");
  if (base.pathname !== "/" || parseSkillKey(`well-known:${base.host}/name`) === undefined) {
    throw new CortexError("config-invalid", "A site is an origin with a host name, without a path.", {
      details: { option: "sites" },
    });
  }
  return [base.host, { base, http: new HttpClient(base, options) }];
}

function toBundle(skill: WellKnownSkill, bytes: Uint8Array, limits: ArchiveLimits): Bundle {
  if (skill.type === "archive") return readArchive(bytes, { limits });
  const bundle = { files: [{ path: "SKILL.md", bytes }] };
  requireSkillMd(bundle);
  return bundle;
}

function toListing(skill: WellKnownSkill, reviewed: boolean): RankedListing["listing"] {
  const { key, name, description, digest } = skill;
  return { key, name, description, version: digest, source: "well-known", reviewed, scan: "unknown" };
}
