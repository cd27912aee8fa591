import { z } from "zod";
import { CortexError } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import { AnswerMemory } from "./answer-memory.js";
import type { GitHubFolder } from "./github-identity.js";
import type { HttpClient } from "./http.js";
import { type FailedAnswer, statusError } from "./http-status.js";
import { parseAnswer } from "./parse-answer.js";
import { MAXIMUM_JSON_BYTES } from "./registry-options.js";
import { MAXIMUM_SKILL_MD_BYTES } from "./skill-md.js";

const repositoriesSchema = z.object({
  incomplete_results: z.boolean().nullish(),
  items: z.array(
    z.object({
      full_name: z.string(),
      description: z.string().nullish(),
      stargazers_count: z.number().nullish(),
      pushed_at: z.string().nullish(),
    }),
  ),
});

const treeSchema = z.object({
  truncated: z.boolean().nullish(),
  tree: z.array(z.object({ path: z.string(), type: z.string(), mode: z.string().nullish() })),
});

/** A repository as the search describes it. */
export type GitHubRepository = z.infer<typeof repositoriesSchema>["items"][number];

/** The largest tree that GitHub sends in one answer is seven megabytes. */
const TREE_BYTES = 8 * 1024 * 1024;

/** The few requests that finding a skill on GitHub takes, parsed. */
export class GitHubClient {
  readonly #http: HttpClient;
  readonly #api: URL;
  readonly #raw: URL;
  readonly #memory: AnswerMemory;

  constructor(http: HttpClient, api: URL, raw: URL, now: () => number) {
    this.#http = http;
    this.#api = api;
    this.#raw = raw;
    this.#memory = new AnswerMemory(now);
  }

  async repositories(query: string, limit: number, context: PortContext) {
    const url = new URL("search/repositories", this.#api);
    url.searchParams.set("q", query);
    url.searchParams.set("per_page", String(limit));
    const request = { url, maximumBytes: MAXIMUM_JSON_BYTES, accept: JSON_TYPE, toError: gitHubError };
    const { value } = await this.#http.json(request, context);
    return parseAnswer(repositoriesSchema, value, this.#api.host);
  }

  /** The commit that the default branch is at now. */
  head(repo: string, context: PortContext): Promise<string> {
    const url = new URL(`repos/${repo}/commits/HEAD`, this.#api);
    return this.#memory.remembered(url.href, async () => {
      const request = {
        url,
        maximumBytes: MAXIMUM_JSON_BYTES,
        accept: "application/vnd.github.sha",
        toError: gitHubError,
      };
      const { bytes } = await this.#http.request(request, context);
      const commit = new TextDecoder().decode(bytes).trim();
      if (/^[0-9a-f]{40}$/.test(commit)) return commit;
      throw new CortexError("registry-answer-invalid", `${this.#api.host} did not name a commit.`);
    });
  }

  /** Every folder of a commit that has a SKILL.md, from one recursive tree. */
  skillFolders(repo: string, commit: string, context: PortContext) {
    const url = new URL(`repos/${repo}/git/trees/${commit}?recursive=1`, this.#api);
    return this.#memory.remembered(url.href, async () => {
      const request = { url, maximumBytes: TREE_BYTES, accept: JSON_TYPE, toError: gitHubError };
      const { tree, truncated } = parseAnswer(
        treeSchema,
        (await this.#http.json(request, context)).value,
        this.#api.host,
      );
      const folders = tree
        .filter(({ path, type, mode }) => type === "blob" && mode !== SYMLINK && SKILL_FILE.test(path))
        .map(({ path }) => path.slice(0, -"/SKILL.md".length));
      return { folders, truncated: truncated === true };
    });
  }

  /** The text of a SKILL.md at a commit; raw files cost no API quota. */
  skillMd({ repo, path }: GitHubFolder, commit: string, context: PortContext): Promise<string> {
    const url = new URL(`${repo}/${commit}/${path === "" ? "" : `${path}/`}SKILL.md`, this.#raw);
    return this.#memory.remembered(url.href, async () => {
      const request = { url, maximumBytes: MAXIMUM_SKILL_MD_BYTES, toError: gitHubError };
      const { bytes } = await this.#http.request(request, context);
      try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      } catch (cause) {
        throw new CortexError("skill-invalid", "SKILL.md is not UTF-8 text.", { cause });
      }
    });
  }
}

const JSON_TYPE = "application/vnd.github+json";
const SYMLINK = "120000";
const SKILL_FILE = /(?:^|\/)SKILL\.md$/;

/** GitHub answers 403 both for "not allowed" and for "too often"; the headers tell them apart. */
export function gitHubError(answer: FailedAnswer): CortexError | undefined {
  const { remaining, retryAfterSeconds } = answer.rateLimit;
  const limited = remaining === 0 || retryAfterSeconds !== undefined || /rate limit/i.test(answer.body);
  if (answer.status === 403 && limited) return statusError(answer, "GitHub", "registry-rate-limited");
  if (answer.status === 404)
    return new CortexError("skill-not-found", "GitHub has no such repository, commit or file.", {
      details: { status: 404 },
    });
  if (answer.status === 409) return new CortexError("skill-not-found", "The repository on GitHub is empty.");
  if (answer.status === 451) return new CortexError("skill-removed", "GitHub took this repository down.");
  return undefined;
}
