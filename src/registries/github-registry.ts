import { CortexError } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import type { Registry } from "../ports/registry.js";
import { DEFAULT_ARCHIVE_LIMITS } from "./archive-limits.js";
import { readCommitArchive } from "./commit-archive.js";
import { GitHubClient } from "./github-client.js";
import { type GitHubFolder, gitHubFolder, requireCommit } from "./github-identity.js";
import { searchGitHub, skillTexts } from "./github-search.js";
import { baseUrl, HttpClient } from "./http.js";
import type { RegistryOptions } from "./registry-options.js";

/** Options of `createGitHubRegistry`. The token raises the limits from 60 to 5000 requests an hour. */
export interface GitHubRegistryOptions extends RegistryOptions {
  /** @defaultValue "https://api.github.com" */
  readonly apiUrl?: string;
  /** @defaultValue "https://raw.githubusercontent.com" */
  readonly rawUrl?: string;
  /** @defaultValue "https://codeload.github.com" */
  readonly codeloadUrl?: string;
  /** For links that people follow. @defaultValue "https://github.com" */
  readonly siteUrl?: string;
  /** Only repositories with this topic, unless there are none. @defaultValue "agent-skills" */
  readonly topic?: string;
  /** How many repositories of a search are looked into; each costs two API requests. @defaultValue 3 */
  readonly repositories?: number;
}

/**
 * Skills in public GitHub repositories. Nobody reviews them, so they are marked
 * as such; a version is always a full commit, and its archive is what gets installed.
 */
export function createGitHubRegistry(
  options: GitHubRegistryOptions = {},
): Registry & { fetch: NonNullable<Registry["fetch"]> } {
  const api = baseUrl(options.apiUrl ?? "https://api.github.com", "apiUrl");
  const raw = baseUrl(options.rawUrl ?? "https://raw.githubusercontent.com", "rawUrl");
  const codeload = baseUrl(options.codeloadUrl ?? "https://codeload.github.com", "codeloadUrl");
  const site = baseUrl(options.siteUrl ?? "https://github.com", "siteUrl");
  const topic = options.topic ?? "agent-skills";
  if (!/^[a-z0-9][a-z0-9-]{0,49}$/.test(topic)) {
    throw new CortexError("config-invalid", "topic must be a GitHub topic, such as agent-skills.", {
      details: { option: "topic" },
    });
  }
  const http = new HttpClient(api, options);
  const client = new GitHubClient(http, api, raw, options.now ?? Date.now);
  const limits = { ...DEFAULT_ARCHIVE_LIMITS, ...options.limits };
  const repositories = Math.min(10, Math.max(1, Math.trunc(options.repositories ?? 3)));
  const search = { client, site, topic, repositories, report: options.onDiagnostic ?? (() => {}) };

  async function skillMdAt(folder: GitHubFolder, version: string | undefined, context: PortContext) {
    const commit = version === undefined ? await client.head(folder.repo, context) : requireCommit(version);
    try {
      return { commit, text: await client.skillMd(folder, commit, context) };
    } catch (error) {
      if (version === undefined || !CortexError.is(error) || error.code !== "skill-not-found") throw error;
      throw new CortexError("version-not-found", "GitHub has no such skill at this commit.", {
        details: { version },
      });
    }
  }

  return {
    specificationVersion: "v1",
    id: "github",
    reviewed: false,
    search: ({ query, limit }, context) => searchGitHub(search, query, limit, context),
    async describe({ key, version }, context) {
      const folder = gitHubFolder(key);
      const { commit, text } = await skillMdAt(folder, version, context);
      return { key, version: commit, ...skillTexts(text, folder), files: [], verdicts: [], blocked: false };
    },
    async fetch({ key, version, onBytes }, context) {
      const folder = { ...gitHubFolder(key), commit: requireCommit(version) };
      return readCommitArchive(
        http,
        codeload,
        folder,
        limits,
        onBytes === undefined ? {} : { onBytes },
        context,
      );
    },
  };
}
