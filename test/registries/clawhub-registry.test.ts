import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Diagnostic } from "../../src/core/diagnostics.js";
import { type ClawHubRegistryOptions, createClawHubRegistry } from "../../src/registries/clawhub-registry.js";
import { portContext } from "../support/installer-world.js";
import { SKILLS, skillMd, zipOf } from "../support/registry-fixtures.js";
import { type Fault, type RegistryServer, startRegistryServer } from "../support/registry-server.js";

const KEY = "clawhub:@alice/todoist-cli";
const COMMIT = "1234567890abcdef1234567890abcdef12345678";

let server: RegistryServer;
beforeAll(async () => {
  server = await startRegistryServer();
});
afterAll(() => server.close());
afterEach(() => server.reset());

function world(options: ClawHubRegistryOptions = {}) {
  const diagnostics: Diagnostic[] = [];
  const registry = createClawHubRegistry({
    url: server.url,
    codeloadUrl: `${server.url}/github/codeload`,
    retries: 0,
    onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    ...options,
  });
  const search = (query: string, limit = 5) => registry.search({ query, limit }, portContext());
  const fetched = (key: string, version = "1.0.0") => registry.fetch({ key, version }, portContext());
  return { registry, diagnostics, search, fetched };
}

describe("search", () => {
  test("gives summaries with the scan result of exactly that version, in two requests", async () => {
    expect(await world().search("todoist")).toEqual([
      {
        key: KEY,
        name: "Todoist CLI",
        description: "Manage your Todoist tasks",
        version: "1.2.0",
        source: "clawhub",
        url: `${server.url}/alice/skills/todoist-cli`,
        reviewed: true,
        scan: "clean",
        downloads: 4210,
        updatedAt: 1_790_000_000_000,
      },
    ]);
    expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET /api/v1/search?q=todoist&limit=5",
      "POST /api/v1/skills/-/security-verdicts",
    ]);
  });

  test("same name, two owners: two keys, each with its own verdict", async () => {
    server.world.skills = ["alice", "bob"].map((owner) => ({
      owner,
      slug: "image-resize",
      displayName: "Image Resize",
      summary: "Resize images",
      versions: [
        {
          version: "1.0.0",
          files: { "SKILL.md": "# X" },
          security: owner === "bob" ? ("malicious" as const) : ("clean" as const),
        },
      ],
    }));
    const found = await world().search("resize images");
    expect(found.map(({ key, scan }) => [key, scan]).sort()).toEqual([
      ["clawhub:@alice/image-resize", "clean"],
      ["clawhub:@bob/image-resize", "malicious"],
    ]);
  });

  test("empty is tried again as an exact name, because search misses published skills", async () => {
    server.fault({ when: /\/search\?/, body: { results: [] } });
    const { search } = world();
    expect(await search("Todoist CLI")).toMatchObject([{ key: KEY, stars: 37 }]);
    expect(await search("image resize")).toMatchObject([
      { key: "clawhub:@alice/image-resize" },
      { key: "clawhub:@bob/image-resize" },
    ]);
    expect(await search("nothing like it")).toEqual([]);
    expect(await search("../../etc")).toEqual([]);
  });

  test("a registry without the verdict endpoint (mirrors) still searches; the scan is unknown, and said so", async () => {
    server.fault({ when: /security-verdicts/, status: 404, body: "Not found" });
    const { search, diagnostics } = world();
    expect(await search("todoist")).toMatchObject([{ key: KEY, scan: "unknown" }]);
    expect(diagnostics).toMatchObject([{ code: "verdicts-unavailable" }]);
  });

  test("rows that can't be installed by name are left out and reported", async () => {
    const row = { score: 1, displayName: "x", summary: "x", version: "1.0.0" };
    server.fault({
      when: /\/search\?/,
      body: {
        results: [
          { ...row, slug: "../evil", ownerHandle: "alice" },
          { ...row, slug: "ok", ownerHandle: "alice", source: "skills-sh" },
          { ...row, ownerHandle: "alice" },
          { ...row, slug: "fine", ownerHandle: "@Alice" },
        ],
      },
    });
    const { search, diagnostics } = world();
    expect(await search("x")).toMatchObject([{ key: "clawhub:@alice/fine" }]);
    expect(diagnostics.filter(({ code }) => code === "listing-skipped")).toHaveLength(3);
  });
});

describe("describe", () => {
  test("the latest, an older, all of them", async () => {
    const { registry } = world();
    expect(await registry.describe({ key: KEY }, portContext())).toMatchObject({
      version: "1.2.0",
      files: [{ path: "SKILL.md" }, { path: "references/api.md" }],
      blocked: false,
    });
    expect(await registry.describe({ key: KEY, version: "1.0.0" }, portContext())).toMatchObject({
      version: "1.0.0",
    });
    expect(await registry.versions({ key: KEY }, portContext())).toEqual(["1.2.0", "1.1.0", "1.0.0"]);
  });

  test("moderators and scanners are two opinions; malware blocks whoever says it", async () => {
    const { registry } = world();
    expect(await registry.describe({ key: "clawhub:@mallory/shady" }, portContext())).toMatchObject({
      verdicts: [
        { by: "clawhub", status: "suspicious" },
        { by: "clawhub-moderation", status: "suspicious" },
      ],
      blocked: false,
    });
    const key = "clawhub:@mallory/malware";
    expect(await registry.describe({ key }, portContext())).toMatchObject({ blocked: true });
    const [malware] = SKILLS.filter(({ slug }) => slug === "malware");
    if (malware === undefined) throw new Error("no such fixture");
    const { moderation, ...scannedOnly } = malware;
    const versions = malware.versions.map((version) => ({ ...version, security: "clean" as const }));
    for (const skill of [scannedOnly, { ...malware, versions }]) {
      server.world.skills = [skill];
      expect(await world().registry.describe({ key }, portContext())).toMatchObject({ blocked: true });
    }
    expect(moderation?.isMalwareBlocked).toBe(true);
  });

  test.each([
    [{ isSuspicious: false, isMalwareBlocked: false }, "clean", false],
    [{ isSuspicious: true, isMalwareBlocked: false, reasonCodes: ["eval", "net"] }, "suspicious", false],
    [{ isSuspicious: false, isMalwareBlocked: false, verdict: "suspicious" }, "suspicious", false],
    [{ isSuspicious: false, isMalwareBlocked: false, isPendingScan: true }, "pending", false],
    [{ isSuspicious: false, isMalwareBlocked: true }, "malicious", true],
    [{ isSuspicious: false, isMalwareBlocked: false, verdict: "malicious" }, "malicious", true],
  ])("moderation %j means %s", async (moderation, status, blocked) => {
    const skill = { slug: "todoist-cli", displayName: "Todoist" };
    const body = { skill, latestVersion: { version: "1.2.0" }, owner: { handle: "alice" }, moderation };
    server.fault({ when: /^\/api\/v1\/skills\/todoist-cli\?/, body });
    const described = await world().registry.describe({ key: KEY }, portContext());
    expect(described).toMatchObject({
      blocked,
      verdicts: [{ status: "clean" }, { by: "clawhub-moderation", status }],
    });
  });

  test.each<readonly [string, Omit<Fault, "when">, string]>([
    ["400", { status: 400, body: "Bad request" }, "input-invalid"],
    ["401", { status: 401, body: "Unauthorized" }, "registry-unauthorized"],
    ["403 for malware", { status: 403, body: "flagged as malware" }, "skill-blocked"],
    [
      "403 of a firewall in between",
      { status: 403, body: "<html><title>Attention Required!</title>Sorry, you have been blocked</html>" },
      "registry-forbidden",
    ],
    ["403 otherwise", { status: 403, body: "Hidden by moderators" }, "registry-forbidden"],
    ["404", { status: 404, body: "Skill not found" }, "skill-not-found"],
    ["404 of a version", { status: 404, body: "Version not found" }, "version-not-found"],
    [
      "409 in JSON",
      { status: 409, body: { code: "AMBIGUOUS_SKILL_SLUG", matches: [{ ownerHandle: "a", slug: "b" }] } },
      "skill-ambiguous",
    ],
    ["409 in text, as from download", { status: 409, body: "Ambiguous slug" }, "skill-ambiguous"],
    ["410", { status: 410, body: "Gone" }, "skill-removed"],
    ["423", { status: 423, body: "Locked" }, "skill-pending-scan"],
    ["429", { status: 429, body: "Rate limit exceeded" }, "registry-rate-limited"],
    ["503", { status: 503, body: "Unavailable" }, "registry-unavailable"],
    ["no JSON", { body: "<html>" }, "registry-answer-invalid"],
    ["a skill that is null", { body: { skill: null, latestVersion: null, owner: null } }, "skill-not-found"],
    [
      "a name that is none",
      {
        body: { skill: { slug: "../x", displayName: "x" }, latestVersion: { version: "1.0.0" }, owner: null },
      },
      "registry-answer-invalid",
    ],
  ])("%s", async (_name, fault, code) => {
    server.fault({ when: /^\/api\/v1\/skills\//, ...fault });
    await expect(world().registry.describe({ key: KEY }, portContext())).rejects.toMatchObject({ code });
  });

  test.each(["github:a/b", "clawhub:../x", "todoist-cli", "clawhub:@a/b/c", "clawhub:A B"])(
    "%s is no key of this registry",
    async (key) => {
      await expect(world().registry.describe({ key }, portContext())).rejects.toMatchObject({
        code: "input-invalid",
      });
      expect(server.requests).toEqual([]);
    },
  );
});

describe("fetch", () => {
  test("gives the verified bytes, tells the progress, and reads each document once", async () => {
    const { registry } = world();
    const seen: (readonly [number, number | undefined])[] = [];
    const { version } = await registry.describe({ key: KEY }, portContext());
    const bundle = await registry.fetch(
      { key: KEY, version, onBytes: (received, total) => seen.push([received, total]) },
      portContext(),
    );
    expect(bundle.files.map((file) => file.path)).toEqual(["SKILL.md", "_meta.json", "references/api.md"]);
    expect(seen.at(-1)?.[0]).toBeGreaterThan(200);
    const urls = server.requests.map(({ url }) => url);
    expect(urls).toEqual([...new Set(urls)]);
    expect(urls).toHaveLength(3);
  });

  test("the memory of documents is short", async () => {
    let now = 1_000_000;
    const { registry } = world({ now: () => now });
    const context = portContext({ deadline: Number.MAX_SAFE_INTEGER });
    await registry.describe({ key: KEY }, context);
    await registry.describe({ key: KEY }, context);
    expect(server.requests).toHaveLength(2);
    now += 31_000;
    await registry.describe({ key: KEY }, context);
    expect(server.requests).toHaveLength(4);
  });

  test.each([
    ["clawhub:@dave/empty-zip", "skill-invalid"],
    ["clawhub:@dave/corrupt-zip", "archive-invalid"],
    ["clawhub:@dave/traversal", "archive-unsafe"],
    ["clawhub:@dave/republished", "digest-mismatch"],
    ["clawhub:@mallory/malware", "skill-blocked"],
    ["clawhub:@dave/nothing", "skill-not-found"],
  ])("%s is refused with %s", async (key, code) => {
    await expect(world().fetched(key)).rejects.toMatchObject({ code });
  });

  test.each([
    ["a file that is not published", { "SKILL.md": "# X", "a.md": "a", "extra.sh": "curl evil" }],
    ["a published file that is missing", { "SKILL.md": "# X" }],
    ["a changed file", { "SKILL.md": "# Y", "a.md": "a" }],
  ])("%s is a mismatch", async (_name, sent) => {
    const versions = [{ version: "1.0.0", files: { "SKILL.md": "# X", "a.md": "a" }, zip: zipOf(sent) }];
    server.world.skills = [{ owner: "x", slug: "y", displayName: "Y", summary: "", versions }];
    await expect(world().fetched("clawhub:@x/y")).rejects.toMatchObject({ code: "digest-mismatch" });
  });

  test("a download that is too large is refused", async () => {
    server.fault({ when: /\/download/, body: "x".repeat(5_000) });
    await expect(world({ limits: { archiveBytes: 1_000 } }).fetched(KEY)).rejects.toMatchObject({
      code: "archive-too-large",
    });
  });

  test("skills on GitHub: the commit, the folder, and ClawHub's hash of it", async () => {
    const { registry, fetched } = world();
    expect(await registry.describe({ key: "clawhub:@carol/hosted" }, portContext())).toMatchObject({
      version: COMMIT,
    });
    expect((await fetched("clawhub:@carol/hosted", COMMIT)).files.map((file) => file.path)).toEqual([
      "SKILL.md",
      "notes.md",
    ]);
    await expect(fetched("clawhub:@carol/hosted", "0".repeat(40))).rejects.toMatchObject({
      code: "version-not-found",
      details: { available: COMMIT },
    });
  });

  test("a folder on GitHub that is not the reviewed one is a mismatch", async () => {
    const changed = zipOf({ "skills/hosted/SKILL.md": skillMd("hosted", "Changed") }, `skills-${COMMIT}/`);
    server.fault({ when: /codeload/, body: changed });
    await expect(world().fetched("clawhub:@carol/hosted", COMMIT)).rejects.toMatchObject({
      code: "digest-mismatch",
    });
  });

  test("a download that points to GitHub is followed", async () => {
    const github = { repo: "carol/skills", path: "skills/calendar", commit: COMMIT };
    server.world.skills = [
      {
        owner: "x",
        slug: "y",
        displayName: "Y",
        summary: "",
        versions: [{ version: "1.0.0", files: {} }],
      },
    ];
    server.fault({ when: /\/download/, body: { sourceRef: "public-github", ...github } });
    expect((await world().fetched("clawhub:@x/y")).files.map((file) => file.path)).toEqual([
      "SKILL.md",
      "scripts/run.sh",
    ]);
  });

  test.each([
    [{ ok: false, reason: "github_scan_failed", message: "The scan failed" }, "registry-forbidden"],
    [
      { ok: true, installKind: "github", github: { repo: "../evil", path: "x", commit: COMMIT } },
      "registry-answer-invalid",
    ],
    [
      { ok: true, installKind: "github", github: { repo: "a/b", path: "x", commit: "main" } },
      "registry-answer-invalid",
    ],
    [{ ok: true, installKind: "archive", archive: null }, "version-not-found"],
  ])("an install answer %j", async (body, code) => {
    server.fault({ when: /\/install/, body });
    await expect(
      world().registry.describe({ key: "clawhub:@carol/hosted" }, portContext()),
    ).rejects.toMatchObject({ code });
  });

  test("suspicious ones are refused where the host wants that", async () => {
    await expect(world({ suspicious: "refuse" }).fetched("clawhub:@mallory/shady")).rejects.toMatchObject({
      code: "skill-suspicious",
    });
    expect((await world().fetched("clawhub:@mallory/shady")).files).not.toHaveLength(0);
  });

  test("the token goes with downloads too, but not to GitHub", async () => {
    await world({ token: "clh_canary" }).fetched(KEY);
    expect(server.requests.every(({ headers }) => headers.authorization === "Bearer clh_canary")).toBe(true);
    const seen: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      const url = new URL(String(input));
      if (url.host !== "code.example.com") return globalThis.fetch(url, init);
      seen.push(new Headers(init?.headers).get("authorization"));
      return globalThis.fetch(`${server.url}/github/codeload${url.pathname}`);
    };
    const options = { token: "clh_canary", codeloadUrl: "https://code.example.com", fetch };
    await world(options).fetched("clawhub:@carol/hosted", COMMIT);
    expect(seen).toEqual([null]);
  });
});
