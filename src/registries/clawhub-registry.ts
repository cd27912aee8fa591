import { CortexError } from "../core/errors.js";
import type { SkillKey } from "../core/identity.js";
import type { Bundle } from "../ports/bundle.js";
import type { PortContext } from "../ports/context.js";
import type { Registry, SkillVersion } from "../ports/registry.js";
import { DEFAULT_ARCHIVE_LIMITS } from "./archive-limits.js";
import { ClawHubClient } from "./clawhub-client.js";
import { type ClawHubName, clawHubKey, clawHubName } from "./clawhub-identity.js";
import { type GitHubSource, githubDownloadSchema, type SkillAnswer } from "./clawhub-schemas.js";
import { searchClawHub } from "./clawhub-search.js";
import { clawHubVerdicts } from "./clawhub-verdicts.js";
import { readCommitArchive } from "./commit-archive.js";
import { baseUrl, HttpClient } from "./http.js";
import { parseAnswer } from "./parse-answer.js";
import { readArchive } from "./read-archive.js";
import type { RegistryOptions } from "./registry-options.js";
import { verifyFolderHash, verifyPublishedFiles } from "./verify-files.js";

/** Options of `createClawHubRegistry`. */
export interface ClawHubRegistryOptions extends RegistryOptions {
  /** @defaultValue "https://clawhub.ai" */
  readonly url?: string;
  /** Where the archives of GitHub-backed skills come from. @defaultValue "https://codeload.github.com" */
  readonly codeloadUrl?: string;
  /**
   * What happens to skills that moderators flagged as suspicious: shown with their
   * verdict, or refused with `skill-suspicious`. Many flags are false alarms.
   * @defaultValue "show"
   */
  readonly suspicious?: "show" | "refuse";
}

/** The ClawHub registry with one more question than the port: which versions there are. */
export interface ClawHubRegistry extends Registry {
  fetch: NonNullable<Registry["fetch"]>;
  /** Published versions, newest first. */
  versions(
    request: { readonly key: SkillKey; readonly limit?: number },
    context: PortContext,
  ): Promise<readonly string[]>;
}

interface Resolved {
  readonly name: ClawHubName;
  readonly version: SkillVersion;
  readonly github?: GitHubSource;
}

const COMMIT = /^[0-9a-f]{40}$/;

/** ClawHub over its public HTTP API v1: anonymous, or with a token for higher limits. */
export function createClawHubRegistry(options: ClawHubRegistryOptions = {}): ClawHubRegistry {
  const base = baseUrl(options.url ?? "https://clawhub.ai", "url");
  const codeload = baseUrl(options.codeloadUrl ?? "https://codeload.github.com", "codeloadUrl");
  const http = new HttpClient(base, options);
  const client = new ClawHubClient(http, base, options.now ?? Date.now);
  const limits = { ...DEFAULT_ARCHIVE_LIMITS, ...options.limits };
  const report = options.onDiagnostic ?? (() => {});

  async function resolve(key: SkillKey, wanted: string | undefined, context: PortContext): Promise<Resolved> {
    const asked = clawHubName(key);
    const answer = await client.skill(asked, context);
    const name = canonicalName(answer, asked);
    let version = wanted ?? answer.latestVersion?.version;
    if (version === undefined || COMMIT.test(version)) {
      const install = await client.install(name, context);
      const { github } = install;
      if (install.installKind === "github" && github !== null && github !== undefined) {
        if (version !== undefined && version !== github.commit) {
          throw new CortexError("version-not-found", "ClawHub serves another commit of this skill now.", {
            details: { available: github.commit },
          });
        }
        return { name, github, version: toVersion(answer, name, github.commit, undefined) };
      }
      version ??= install.archive?.version;
      if (version === undefined)
        throw new CortexError("version-not-found", "ClawHub names no version to install.");
    }
    return { name, version: toVersion(answer, name, version, await client.version(name, version, context)) };
  }

  async function download(
    { name, version, github }: Resolved,
    onBytes: ((received: number, total: number | undefined) => void) | undefined,
    context: PortContext,
  ): Promise<Bundle> {
    const progress = onBytes === undefined ? {} : { onBytes };
    const fromGitHub = async (source: GitHubSource): Promise<Bundle> => {
      const bundle = await readCommitArchive(
        http,
        codeload,
        { ...source, executables: false },
        limits,
        progress,
        context,
      );
      await verifyFolderHash(bundle, source.contentHash);
      return bundle;
    };
    if (github !== undefined) return fromGitHub(github);
    const answer = await client.download(
      name,
      version.version,
      { maximumBytes: limits.archiveBytes, ...progress },
      context,
    );
    if (answer.contentType.includes("json")) {
      return fromGitHub(parseAnswer(githubDownloadSchema, parseJson(answer.bytes), base.host));
    }
    const bundle = readArchive(answer.bytes, { limits, root: { executables: false } });
    await verifyPublishedFiles(bundle, version.files);
    return bundle;
  }

  return {
    specificationVersion: "v1",
    id: "clawhub",
    reviewed: true,
    search: ({ query, limit }, context) => searchClawHub({ client, base, report }, query, limit, context),
    describe: async ({ key, version }, context) => (await resolve(key, version, context)).version,
    async fetch({ key, version, onBytes }, context) {
      const resolved = await resolve(key, version, context);
      refuse(resolved.version, options.suspicious ?? "show");
      return download(resolved, onBytes, context);
    },
    async versions({ key, limit = 25 }, context) {
      const items = await client.versions(clawHubName(key), limit, context);
      return items.map((item) => item.version);
    },
  };
}

/** Refuses what nobody may install, and what this host does not want. */
export function refuse(version: SkillVersion, suspicious: "show" | "refuse"): void {
  if (version.blocked) {
    throw new CortexError("skill-blocked", "ClawHub has blocked this skill as malware.");
  }
  if (suspicious === "refuse" && version.verdicts.some((verdict) => verdict.status === "suspicious")) {
    throw new CortexError("skill-suspicious", "ClawHub's moderators flagged this skill as suspicious.");
  }
}

/** Old slugs lead to the current name; the answer says which one that is. */
export function canonicalName(answer: SkillAnswer, asked: ClawHubName): ClawHubName {
  if (answer.skill === null) throw new CortexError("skill-not-found", "ClawHub has no such skill.");
  const key = clawHubKey(answer.owner?.handle ?? asked.owner, answer.skill.slug);
  if (key === undefined)
    throw new CortexError("registry-answer-invalid", "ClawHub named the skill in a way we can't use.");
  return clawHubName(key);
}

/** What the port wants to know, from ClawHub's two documents. */
export function toVersion(
  answer: SkillAnswer,
  name: ClawHubName,
  version: string,
  document: Awaited<ReturnType<ClawHubClient["version"]>> | undefined,
): SkillVersion {
  const verdicts = clawHubVerdicts(answer.moderation, document?.security);
  const { stars, downloads } = answer.skill?.stats ?? {};
  return {
    key: name.owner === undefined ? `clawhub:${name.slug}` : `clawhub:@${name.owner}/${name.slug}`,
    version,
    name: answer.skill?.displayName ?? name.slug,
    description: answer.skill?.summary ?? "",
    files: (document?.files ?? []).map(({ path, size, sha256 }) => ({ path, size, sha256 })),
    verdicts,
    blocked: verdicts.some((verdict) => verdict.status === "malicious"),
    ...(typeof stars === "number" ? { stars } : {}),
    ...(typeof downloads === "number" ? { downloads } : {}),
  };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new CortexError("registry-answer-invalid", "ClawHub's download answer is not JSON.", { cause });
  }
}
