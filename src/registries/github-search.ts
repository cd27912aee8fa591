import type { Diagnostic } from "../core/diagnostics.js";
import { CortexError } from "../core/errors.js";
import type { Listing } from "../core/listing.js";
import type { PortContext } from "../ports/context.js";
import { parseFrontmatter } from "../skills/frontmatter.js";
import { safeText } from "../text/safe-text.js";
import type { GitHubClient, GitHubRepository } from "./github-client.js";
import { type GitHubFolder, gitHubKey } from "./github-identity.js";
import { bestListings, type RankedListing, relevanceTo } from "./relevance.js";

/** What a search on GitHub works with. */
export interface GitHubSearch {
  readonly client: GitHubClient;
  readonly site: URL;
  readonly topic: string;
  readonly repositories: number;
  readonly report: (diagnostic: Diagnostic) => void;
}

interface Found {
  readonly folder: GitHubFolder;
  readonly commit: string;
  readonly repository: GitHubRepository;
  readonly named: number;
}

/** GitHub refuses longer queries, and reads qualifiers and operators in them. */
const QUERY_LENGTH = 200;
/** A SKILL.md is read for at most this many folders of a repository: collections have hundreds. */
const FILES_A_REPOSITORY = 10;

/** Repositories first, then one recursive tree each, then the SKILL.md of the folders whose names fit best. */
export async function searchGitHub(
  search: GitHubSearch,
  query: string,
  limit: number,
  context: PortContext,
): Promise<readonly Listing[]> {
  const words = plainWords(query);
  if (words === "") return [];
  const repositories = await findRepositories(search, words, context);
  const relevance = relevanceTo(query);
  const failures: unknown[] = [];
  const attempt = async <T>(work: Promise<T>, subject: string): Promise<T | undefined> => {
    try {
      return await work;
    } catch (error) {
      if (!CortexError.is(error) || error.code === "cancelled" || error.code === "port-timeout") throw error;
      failures.push(error);
      search.report({
        code: "listing-skipped",
        severity: "warning",
        message: `${safeText(subject, 120)} was left out: ${error.message}`,
      });
      return undefined;
    }
  };
  const found = await Promise.all(
    repositories.map((repository) =>
      attempt(foldersOf(search, repository, relevance, context), repository.full_name),
    ),
  );
  const ranked = await Promise.all(
    found
      .flatMap((folders) => folders ?? [])
      .map((one) => attempt(rank(search, one, relevance, context), `${one.folder.repo}/${one.folder.path}`)),
  );
  const usable = ranked.filter((one) => one !== undefined && one.score > 0) as RankedListing[];
  if (usable.length === 0 && failures.length > 0) throw failures[0];
  return bestListings(usable, limit);
}

async function findRepositories(search: GitHubSearch, words: string, context: PortContext) {
  const queries = [`${words} topic:${search.topic}`, `${words} "SKILL.md" in:readme`];
  for (const query of queries) {
    const { items, incomplete_results } = await search.client.repositories(
      query,
      search.repositories,
      context,
    );
    if (incomplete_results === true) {
      search.report({
        code: "search-incomplete",
        severity: "info",
        message: "GitHub ran out of time and did not search everything.",
      });
    }
    if (items.length > 0) return items.slice(0, search.repositories);
  }
  return [];
}

async function foldersOf(
  { client, report }: GitHubSearch,
  repository: GitHubRepository,
  relevance: (name: string, description: string) => number,
  context: PortContext,
): Promise<readonly Found[]> {
  const repo = repository.full_name;
  if (gitHubKey({ repo, path: "" }) === undefined) return [];
  const commit = await client.head(repo, context);
  const { folders, truncated } = await client.skillFolders(repo, commit, context);
  if (truncated) {
    report({
      code: "search-incomplete",
      severity: "info",
      message: `${repo} is too large for one tree: some of its skills were not seen.`,
    });
  }
  const found: Found[] = [];
  for (const path of folders) {
    const folder = { repo, path };
    if (gitHubKey(folder) === undefined) {
      report({
        code: "listing-skipped",
        severity: "info",
        message: `"${safeText(`${repo}/${path}`, 120)}" can't be used: its path has unusual characters or is too deep.`,
      });
      continue;
    }
    found.push({ folder, commit, repository, named: relevance(path, "") });
  }
  found.sort((left, right) => right.named - left.named || (left.folder.path < right.folder.path ? -1 : 1));
  return found.slice(0, FILES_A_REPOSITORY);
}

async function rank(
  { client, site }: GitHubSearch,
  { folder, commit, repository }: Found,
  relevance: (name: string, description: string) => number,
  context: PortContext,
): Promise<RankedListing | undefined> {
  const key = gitHubKey(folder);
  if (key === undefined) return undefined;
  const texts = skillTexts(await client.skillMd(folder, commit, context), folder);
  const updatedAt = Date.parse(repository.pushed_at ?? "");
  const stars = repository.stargazers_count;
  const path = folder.path === "" ? "" : `/${folder.path}`;
  return {
    score: relevance(`${texts.name} ${folder.path}`, texts.description),
    listing: {
      key,
      ...texts,
      version: commit,
      source: "github",
      url: new URL(`${folder.repo}/tree/${commit}${path}`, site).href,
      reviewed: false,
      scan: "unknown",
      ...(typeof stars === "number" ? { stars } : {}),
      ...(Number.isNaN(updatedAt) ? {} : { updatedAt }),
    },
  };
}

/** Name and description as the SKILL.md gives them; the folder's name where it gives none. */
export function skillTexts(
  skillMd: string,
  { repo, path }: GitHubFolder,
): { readonly name: string; readonly description: string } {
  const { data } = parseFrontmatter(skillMd).value;
  const folder = (path === "" ? repo : path).split("/").at(-1) ?? "";
  return {
    name: typeof data.name === "string" && data.name !== "" ? data.name : folder,
    description: typeof data.description === "string" ? data.description : "",
  };
}

/** Words only: quotes, qualifiers (`user:`) and operators (`NOT`) of a query are not instructions to GitHub. */
function plainWords(query: string): string {
  const words = query.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]*/gu) ?? [];
  let plain = "";
  for (const word of words) {
    if (plain.length + word.length + 1 > QUERY_LENGTH) break;
    plain += plain === "" ? word : ` ${word}`;
  }
  return plain;
}
