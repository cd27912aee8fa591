import { CortexError } from "../core/errors.js";
import type { PortContext } from "../ports/context.js";
import { safeText } from "../text/safe-text.js";
import { AnswerMemory } from "./answer-memory.js";
import { clawHubError } from "./clawhub-errors.js";
import type { ClawHubName } from "./clawhub-identity.js";
import {
  installSchema,
  type SkillAnswer,
  searchSchema,
  skillSchema,
  type VersionAnswer,
  verdictsSchema,
  versionSchema,
  versionsSchema,
} from "./clawhub-schemas.js";
import type { HttpAnswer, HttpClient } from "./http.js";
import { parseAnswer } from "./parse-answer.js";
import { MAXIMUM_JSON_BYTES } from "./registry-options.js";

/** The read endpoints of ClawHub's HTTP API v1, parsed. */
export class ClawHubClient {
  readonly #http: HttpClient;
  readonly #base: URL;
  readonly #memory: AnswerMemory;

  constructor(http: HttpClient, base: URL, now: () => number) {
    this.#http = http;
    this.#base = base;
    this.#memory = new AnswerMemory(now);
  }

  async search(query: string, limit: number, context: PortContext) {
    const url = this.#url("search", undefined, { q: query, limit: String(limit) });
    return parseAnswer(searchSchema, await this.#get(url, context), this.#base.host).results;
  }

  async skill(name: ClawHubName, context: PortContext): Promise<SkillAnswer> {
    const url = this.#url(`skills/${encodeURIComponent(name.slug)}`, name.owner);
    return this.#remembered(url, context, (value) => parseAnswer(skillSchema, value, this.#base.host));
  }

  async version(name: ClawHubName, version: string, context: PortContext): Promise<VersionAnswer["version"]> {
    const path = `skills/${encodeURIComponent(name.slug)}/versions/${encodeURIComponent(version)}`;
    const url = this.#url(path, name.owner);
    return this.#remembered(
      url,
      context,
      (value) => parseAnswer(versionSchema, value, this.#base.host).version,
    );
  }

  async versions(name: ClawHubName, limit: number, context: PortContext) {
    const url = this.#url(`skills/${encodeURIComponent(name.slug)}/versions`, name.owner, {
      limit: String(limit),
    });
    return parseAnswer(versionsSchema, await this.#get(url, context), this.#base.host).items;
  }

  /** How the latest state is installed; a refusal by the registry is an error with its own code. */
  async install(name: ClawHubName, context: PortContext) {
    const url = this.#url(`skills/${encodeURIComponent(name.slug)}/install`, name.owner);
    const answer = parseAnswer(installSchema, await this.#get(url, context), this.#base.host);
    if (answer.ok) return answer;
    throw new CortexError("registry-forbidden", `ClawHub refuses: "${safeText(answer.message ?? "", 160)}"`, {
      details: { reason: safeText(answer.reason ?? "") },
    });
  }

  /** Current verdicts for up to a hundred exact versions, in one request. */
  async verdicts(
    items: readonly { slug: string; ownerHandle?: string; version: string }[],
    context: PortContext,
  ) {
    const { value } = await this.#http.json(
      {
        url: this.#url("skills/-/security-verdicts"),
        method: "POST",
        body: { items: items.slice(0, 100) },
        maximumBytes: MAXIMUM_JSON_BYTES,
        toError: clawHubError,
      },
      context,
    );
    return parseAnswer(verdictsSchema, value, this.#base.host).items;
  }

  download(
    name: ClawHubName,
    version: string,
    limits: {
      readonly maximumBytes: number;
      readonly onBytes?: (received: number, total: number | undefined) => void;
    },
    context: PortContext,
  ): Promise<HttpAnswer> {
    const url = this.#url("download", name.owner, { slug: name.slug, version });
    return this.#http.request({ url, ...limits, toError: clawHubError }, context);
  }

  #url(path: string, owner?: string, query: Readonly<Record<string, string>> = {}): URL {
    const url = new URL(`api/v1/${path}`, this.#base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    if (owner !== undefined) url.searchParams.set("ownerHandle", owner);
    return url;
  }

  async #get(url: URL, context: PortContext): Promise<unknown> {
    const request = { url, maximumBytes: MAXIMUM_JSON_BYTES, toError: clawHubError };
    return (await this.#http.json(request, context)).value;
  }

  #remembered<T>(url: URL, context: PortContext, parse: (value: unknown) => T): Promise<T> {
    return this.#memory.remembered(url.href, async () => parse(await this.#get(url, context)));
  }
}
