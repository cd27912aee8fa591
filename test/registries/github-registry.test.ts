import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Diagnostic } from "../../src/core/diagnostics.js";
import { createGitHubRegistry, type GitHubRegistryOptions } from "../../src/registries/github-registry.js";
import { treeDigest } from "../../src/safety/tree-digest.js";
import { bundleOf, portContext } from "../support/installer-world.js";
import { makeZip } from "../support/registry-archives.js";
import { REPOSITORIES, skillMd } from "../support/registry-fixtures.js";
import { type RegistryServer, startRegistryServer } from "../support/registry-server.js";

const HEAD = "1234567890abcdef1234567890abcdef12345678";
const OLDER = "abcdef1234567890abcdef1234567890abcdef12";
const KEY = "github:carol/skills/skills/calendar";

let server: RegistryServer;
beforeAll(async () => {
  server = await startRegistryServer();
});
afterAll(() => server.close());
afterEach(() => server.reset());

function world(options: GitHubRegistryOptions = {}) {
  const diagnostics: Diagnostic[] = [];
  const registry = createGitHubRegistry({
    apiUrl: `${server.url}/github/api`,
    rawUrl: `${server.url}/github/raw`,
    codeloadUrl: `${server.url}/github/codeload`,
    retries: 0,
    onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    ...options,
  });
  const search = (query: string, limit = 5) => registry.search({ query, limit }, portContext());
  return { registry, search, diagnostics };
}

const queries = () =>
  server.requests
    .filter(({ url }) => url.startsWith("/github/api/search"))
    .map(({ url }) => new URL(url, server.url).searchParams.get("q"));

describe("search", () => {
  test("finds folders in repositories of the topic, marked as unreviewed and pinned to a commit", async () => {
    const { registry, search } = world();
    expect(await search("plan meetings")).toEqual([
      {
        key: KEY,
        name: "calendar",
        description: "Plan meetings in a calendar",
        version: HEAD,
        source: "github",
        url: `https://github.com/carol/skills/tree/${HEAD}/skills/calendar`,
        reviewed: false,
        scan: "unknown",
        stars: 120,
        updatedAt: Date.parse("2026-10-01T00:00:00Z"),
      },
    ]);
    expect(registry).toMatchObject({ id: "github", reviewed: false, specificationVersion: "v1" });
  });

  test("without any in the topic, looks for a SKILL.md in readmes; a repository can be a skill itself", async () => {
    const { search } = world();
    expect(await search("weather report")).toMatchObject([{ key: "github:erin/weather", name: "weather" }]);
    expect(queries()).toEqual(["weather report topic:agent-skills", 'weather report "SKILL.md" in:readme']);
  });

  test("a path that can't be a key is reported", async () => {
    const { search, diagnostics } = world();
    await search("plan meetings");
    expect(diagnostics).toMatchObject([
      { code: "listing-skipped", message: expect.stringContaining("with space") },
    ]);
  });

  test("a query can't give GitHub instructions", async () => {
    const { search } = world();
    await search('user:evil "exact" plan NOT meetings org:x OR -calendar language:js');
    expect(queries()[0]).toBe(
      "user evil exact plan not meetings org x or calendar language js topic:agent-skills",
    );
    await search(`plan ${"verylongword ".repeat(60)}`);
    expect(Math.max(...queries().map((query) => query?.length ?? 0))).toBeLessThanOrEqual(256);
  });

  test("words that say nothing ask nothing", async () => {
    expect(await world().search(" :: -- ")).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  test("looks into so many repositories, and reads so many files of each", async () => {
    server.world.repositories = Array.from({ length: 6 }, (_, index) => ({
      name: `owner${index}/many`,
      description: "plan",
      topics: ["agent-skills"],
      stars: index,
      commits: [
        {
          sha: String(index).repeat(40),
          files: Object.fromEntries(
            Array.from({ length: 30 }, (_, item) => [
              `s/plan-${item}/SKILL.md`,
              skillMd(`plan-${item}`, "plan"),
            ]),
          ),
        },
      ],
    }));
    expect(await world({ repositories: 2 }).search("plan", 4)).toHaveLength(4);
    const count = (part: string) => server.requests.filter(({ url }) => url.includes(part)).length;
    expect([count("/commits/"), count("/trees/"), count("/raw/")]).toEqual([2, 2, 20]);
  });

  test("one repository that fails does not hide the others", async () => {
    server.world.repositories = [
      ...REPOSITORIES,
      { name: "broken/plan", description: "plan meetings", topics: ["agent-skills"], stars: 1, commits: [] },
    ];
    const { search, diagnostics } = world();
    expect(await search("plan meetings")).toMatchObject([{ key: KEY }]);
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining("broken/plan was left out") }),
    );
  });

  test("an incomplete search and a cut tree are reported", async () => {
    server.world.repositories = REPOSITORIES.map((repository) => ({ ...repository, truncated: true }));
    const { search, diagnostics } = world();
    await search("plan meetings");
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: "search-incomplete" }));
  });

  test("the same search again costs no quota besides the search itself", async () => {
    const { search } = world();
    await search("plan meetings");
    const first = server.requests.length;
    await search("plan meetings");
    expect(server.requests.length - first).toBe(1);
  });
});

describe("limits and failures", () => {
  test.each([
    [
      "403 with nothing remaining",
      403,
      { "x-ratelimit-remaining": "0", "x-ratelimit-limit": "60" },
      "",
      "registry-rate-limited",
    ],
    ["403 with Retry-After", 403, { "retry-after": "60" }, "", "registry-rate-limited"],
    ["403 that says so", 403, {}, "You have exceeded a secondary rate limit", "registry-rate-limited"],
    ["403 otherwise", 403, {}, "Resource not accessible", "registry-forbidden"],
    ["401", 401, {}, "Bad credentials", "registry-unauthorized"],
    ["429", 429, { "retry-after": "60" }, "", "registry-rate-limited"],
    ["422", 422, {}, "Validation Failed", "registry-answer-invalid"],
    ["503", 503, {}, "", "registry-unavailable"],
  ])("%s", async (_name, status, headers, body, code) => {
    server.fault({ when: /search\/repositories/, status, headers, body });
    await expect(world().search("plan meetings")).rejects.toMatchObject({ code });
  });

  test("403 with a short Retry-After is waited for like 429", async () => {
    server.fault({ when: /search\/repositories/, status: 403, headers: { "retry-after": "0" }, times: 1 });
    expect(await world({ retries: 1 }).search("plan meetings")).toHaveLength(1);
  });

  test("when every repository fails, the reason is the answer", async () => {
    server.fault({ when: /\/repos\//, status: 403, headers: { "x-ratelimit-remaining": "0" } });
    await expect(world().search("plan meetings")).rejects.toMatchObject({ code: "registry-rate-limited" });
  });

  test.each([
    [404, "skill-not-found"],
    [409, "skill-not-found"],
    [451, "skill-removed"],
  ])("%i of a repository is %s", async (status, code) => {
    server.fault({ when: /\/repos\//, status, body: { message: "x" } });
    await expect(world().registry.describe({ key: KEY }, portContext())).rejects.toMatchObject({ code });
  });

  test("a head that is no commit is not believed", async () => {
    server.fault({ when: /commits\/HEAD/, body: "main" });
    await expect(world().registry.describe({ key: KEY }, portContext())).rejects.toMatchObject({
      code: "registry-answer-invalid",
    });
  });
});

describe("the token", () => {
  test("goes to the API", async () => {
    await world({ token: "ghp_canary" }).search("plan meetings");
    expect(server.requests[0]?.headers.authorization).toBe("Bearer ghp_canary");
  });

  test("goes nowhere else", async () => {
    const seen: Record<string, string | null> = {};
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const url = new URL(String(input));
      seen[url.host] = new Headers(init?.headers).get("authorization");
      return globalThis.fetch(`${server.url}${url.pathname}${url.search}`, { ...init, headers: {} });
    };
    const registry = createGitHubRegistry({
      apiUrl: "https://api.example.com/github/api",
      rawUrl: "https://raw.example.com/github/raw",
      codeloadUrl: "https://code.example.com/github/codeload",
      token: "ghp_canary",
      fetch,
    });
    await registry.search({ query: "plan meetings", limit: 1 }, portContext());
    await registry.fetch({ key: KEY, version: HEAD }, portContext());
    expect(seen).toEqual({
      "api.example.com": "Bearer ghp_canary",
      "raw.example.com": null,
      "code.example.com": null,
    });
  });
});

describe("describe and fetch", () => {
  test("the head, and an older commit by its full name", async () => {
    const { registry } = world();
    expect(await registry.describe({ key: KEY }, portContext())).toEqual({
      key: KEY,
      version: HEAD,
      name: "calendar",
      description: "Plan meetings in a calendar",
      files: [],
      verdicts: [],
      blocked: false,
    });
    expect(await registry.describe({ key: KEY, version: OLDER }, portContext())).toMatchObject({
      version: OLDER,
      description: "Plan meetings, first edition",
    });
  });

  test("takes exactly the folder out of the archive of the commit", async () => {
    const { registry } = world();
    const seen: number[] = [];
    const bundle = await registry.fetch(
      { key: KEY, version: HEAD, onBytes: (received) => seen.push(received) },
      portContext(),
    );
    expect(treeDigest(bundle)).toBe(
      treeDigest(
        bundleOf({
          "SKILL.md": skillMd("calendar", "Plan meetings in a calendar"),
          "scripts/run.sh": "echo plan\n",
        }),
      ),
    );
    expect(seen.at(-1)).toBeGreaterThan(100);
    const whole = await registry.fetch(
      { key: "github:erin/weather", version: "f".repeat(40) },
      portContext(),
    );
    expect(whole.files.map((file) => file.path)).toEqual(["SKILL.md"]);
  });

  test.each([
    ["a commit that is not there", KEY, "0".repeat(40), "version-not-found"],
    ["a branch, which moves", KEY, "main", "version-not-found"],
    ["a short commit", KEY, HEAD.slice(0, 12), "version-not-found"],
    ["another source", "clawhub:@carol/skills", HEAD, "input-invalid"],
    ["a path that leaves", "github:carol/skills/../x", HEAD, "input-invalid"],
    ["no skill", "github:carol/skills/docs", HEAD, "version-not-found"],
  ])("describe of %s", async (_name, key, version, code) => {
    await expect(world().registry.describe({ key, version }, portContext())).rejects.toMatchObject({ code });
  });

  test.each([
    ["a folder without SKILL.md", "github:carol/skills/skills", "skill-invalid"],
    ["a folder that is not there", "github:carol/skills/none", "skill-invalid"],
  ])("fetch of %s", async (_name, key, code) => {
    await expect(world().registry.fetch({ key, version: HEAD }, portContext())).rejects.toMatchObject({
      code,
    });
  });

  test("a commit that is gone, and a SKILL.md that is not text", async () => {
    const { registry } = world();
    await expect(registry.fetch({ key: KEY, version: "0".repeat(40) }, portContext())).rejects.toMatchObject({
      code: "version-not-found",
    });
    server.fault({ when: /\/raw\//, body: Uint8Array.of(0xff, 0xfe, 0) });
    await expect(registry.describe({ key: KEY }, portContext())).rejects.toMatchObject({
      code: "skill-invalid",
    });
  });

  test("a link inside the folder refuses it; one elsewhere in the repository does not matter", async () => {
    const root = `skills-${HEAD}`;
    const entries = (link: string) =>
      makeZip([
        { name: `${root}/skills/calendar/SKILL.md`, content: "# Calendar" },
        { name: `${root}/${link}`, content: "/etc/passwd", mode: 0o120777 },
      ]);
    server.fault({ when: /codeload/, body: entries("docs/link"), times: 1 });
    server.fault({ when: /codeload/, body: entries("skills/calendar/link") });
    const { registry } = world();
    expect((await registry.fetch({ key: KEY, version: HEAD }, portContext())).files).toHaveLength(1);
    await expect(registry.fetch({ key: KEY, version: HEAD }, portContext())).rejects.toMatchObject({
      code: "archive-unsafe",
    });
  });
});

test.each([{ apiUrl: "http://github.example.com" }, { topic: "a b" }, { topic: "x user:evil" }])(
  "options %j are refused",
  (options) => {
    expect(() => createGitHubRegistry(options)).toThrowError(
      expect.objectContaining({ code: "config-invalid" }),
    );
  },
);
