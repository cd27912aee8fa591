import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { CortexError } from "../../src/core/errors.js";
import { createClawHubCliRegistry } from "../../src/node/clawhub-cli-registry.js";
import { createClawHubRegistry } from "../../src/registries/clawhub-registry.js";
import { treeDigest } from "../../src/safety/tree-digest.js";
import { CLAWHUB, localFetch, NO_OUTSIDE } from "../support/clawhub-peer.js";
import { portContext, temporaryFolder } from "../support/installer-world.js";
import {
  deadAddress,
  type Fault,
  type RegistryServer,
  startRegistryServer,
} from "../support/registry-server.js";

/** The real clawhub@0.23.3 and our HTTP adapter, against one server: what a host sees must be the same. */

let server: RegistryServer;
beforeAll(async () => {
  server = await startRegistryServer();
});
afterAll(() => server.close());
beforeEach(() => {
  for (const [name, value] of Object.entries(NO_OUTSIDE)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.reset();
});

function adapters(url = server.url, suspicious: "show" | "refuse" = "show") {
  const codeloadUrl = `${url}/github/codeload`;
  const configPath = join(temporaryFolder(), "config.json");
  return [
    createClawHubRegistry({ url, codeloadUrl, suspicious, fetch: localFetch }),
    createClawHubCliRegistry({ url, codeloadUrl, suspicious, configPath, command: CLAWHUB }),
  ] as const;
}
type Adapter = ReturnType<typeof adapters>[number];

/** Identity, version and bytes, or the code, of describing and fetching. */
async function outcome(adapter: Adapter, key: string, version?: string) {
  try {
    const described = await adapter.describe(
      { key, ...(version === undefined ? {} : { version }) },
      portContext(),
    );
    const bundle = await adapter.fetch({ key: described.key, version: described.version }, portContext());
    return { ...described, digest: treeDigest(bundle), paths: bundle.files.map((file) => file.path) };
  } catch (error) {
    if (!CortexError.is(error)) throw error;
    return { code: error.code, matches: error.details?.matches };
  }
}

async function bothGive(key: string, version?: string, options: Parameters<typeof adapters> = []) {
  const [http, cli] = adapters(...options);
  const answers = [await outcome(http, key, version), await outcome(cli, key, version)];
  expect(answers[1]).toEqual(answers[0]);
  return answers[0];
}

describe("the same skill", () => {
  test("latest", async () => {
    expect(await bothGive("clawhub:@alice/todoist-cli")).toMatchObject({
      key: "clawhub:@alice/todoist-cli",
      version: "1.2.0",
      paths: ["SKILL.md", "_meta.json", "references/api.md"],
      verdicts: [{ by: "clawhub", status: "clean" }],
    });
  });

  test("at a version, by a bare name", async () => {
    expect(await bothGive("clawhub:todoist-cli", "1.0.0")).toMatchObject({
      key: "clawhub:@alice/todoist-cli",
      version: "1.0.0",
    });
  });

  test("by an old name that redirects to an owner-qualified one", async () => {
    expect(await bothGive("clawhub:todoist")).toMatchObject({ key: "clawhub:@alice/todoist-cli" });
  });

  test("of one of two owners", async () => {
    expect(await bothGive("clawhub:@bob/image-resize")).toMatchObject({ version: "2.0.0" });
  });

  test("whose files lie on GitHub: the version is the commit", async () => {
    expect(await bothGive("clawhub:@carol/hosted")).toMatchObject({
      version: "1234567890abcdef1234567890abcdef12345678",
      paths: ["SKILL.md", "notes.md"],
    });
  });

  test("suspicious: shown with its verdicts, and refused where the host wants that", async () => {
    expect(await bothGive("clawhub:@mallory/shady")).toMatchObject({
      blocked: false,
      verdicts: [{ status: "suspicious" }, { by: "clawhub-moderation", status: "suspicious" }],
    });
    expect(await bothGive("clawhub:@mallory/shady", undefined, [server.url, "refuse"])).toMatchObject({
      code: "skill-suspicious",
    });
  });
});

describe("the same refusal", () => {
  test.each([
    ["blocked", "clawhub:@mallory/malware", undefined, "skill-blocked"],
    ["no such skill", "clawhub:@alice/nothing", undefined, "skill-not-found"],
    ["no such version", "clawhub:@alice/todoist-cli", "9.9.9", "version-not-found"],
    ["empty zip (the program alone installs it)", "clawhub:@dave/empty-zip", undefined, "skill-invalid"],
    ["corrupt zip", "clawhub:@dave/corrupt-zip", undefined, "archive-invalid"],
    [
      "traversal (the program alone installs the rest)",
      "clawhub:@dave/traversal",
      undefined,
      "archive-unsafe",
    ],
    [
      "other bytes than published (the program alone installs them)",
      "clawhub:@dave/republished",
      undefined,
      "digest-mismatch",
    ],
    ["another commit", "clawhub:@carol/hosted", "0".repeat(40), "version-not-found"],
  ])("%s", async (_name, key, version, code) => {
    expect(await bothGive(key, version)).toEqual({ code, matches: undefined });
  });

  test("ambiguous, with the keys to choose from", async () => {
    expect(await bothGive("clawhub:image-resize")).toEqual({
      code: "skill-ambiguous",
      matches: ["clawhub:@alice/image-resize", "clawhub:@bob/image-resize"],
    });
  });

  test("registry down", async () => {
    expect(await bothGive("clawhub:@alice/todoist-cli", undefined, [await deadAddress()])).toMatchObject({
      code: "registry-unreachable",
    });
  });

  test.each<readonly [string, string, Omit<Fault, "when">]>([
    ["400", "input-invalid", { status: 400, body: "Invalid slug" }],
    ["401", "registry-unauthorized", { status: 401, body: "Unauthorized" }],
    ["403", "registry-forbidden", { status: 403, body: "Forbidden" }],
    ["403 for malware", "skill-blocked", { status: 403, body: "This skill was flagged as malware" }],
    ["410", "skill-removed", { status: 410, body: "Skill has been removed" }],
    ["423", "skill-pending-scan", { status: 423, body: "Scan pending" }],
    [
      "429",
      "registry-rate-limited",
      { status: 429, body: "Rate limit exceeded", headers: { "retry-after": "1" } },
    ],
    ["503", "registry-unavailable", { status: 503, body: "Service unavailable" }],
    ["500 without a word", "registry-unavailable", { status: 500, body: "" }],
    ["something that is not JSON", "registry-answer-invalid", { status: 200, body: "<html>hello</html>" }],
    ["JSON that is no skill", "registry-answer-invalid", { status: 200, body: { skill: 7 } }],
  ])("%s", async (_name, code, fault) => {
    server.fault({ when: /^\/api\/v1\/skills\/todoist-cli/, ...fault });
    expect(await bothGive("clawhub:@alice/todoist-cli")).toMatchObject({ code });
  });
});

test("rate-limited once, with Retry-After: both wait and go on", async () => {
  const key = "clawhub:@alice/todoist-cli";
  for (const adapter of adapters()) {
    server.reset();
    const limited = { status: 429, body: "Rate limit exceeded", headers: { "retry-after": "1" } };
    server.fault({ when: /^\/api\/v1\/skills\/todoist-cli\?/, ...limited, times: 1 });
    const started = Date.now();
    expect(await adapter.describe({ key }, portContext())).toMatchObject({ version: "1.2.0" });
    expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
  }
});

describe("search", () => {
  test("finds the same skills in the same order", async () => {
    const seen = [];
    for (const adapter of adapters()) {
      const listings = await adapter.search({ query: "resize images", limit: 5 }, portContext());
      seen.push(
        listings.map(({ key, version, name, description, source, reviewed, scan, updatedAt }) => ({
          key,
          version,
          name,
          description,
          source,
          reviewed,
          scan,
          updatedAt,
        })),
      );
    }
    expect(seen[0]).toHaveLength(2);
    expect(seen[1]).toEqual(seen[0]);
  });

  test("shows downloads and the scan result, and nothing for nothing", async () => {
    for (const adapter of adapters()) {
      expect(await adapter.search({ query: "todoist", limit: 3 }, portContext())).toMatchObject([
        { key: "clawhub:@alice/todoist-cli", downloads: 4210, scan: "clean" },
      ]);
      expect(await adapter.search({ query: "shady", limit: 3 }, portContext())).toMatchObject([
        { key: "clawhub:@mallory/shady", scan: "suspicious" },
      ]);
      expect(await adapter.search({ query: "zzz qqq", limit: 3 }, portContext())).toEqual([]);
    }
  });

  test("a query is never read as an option", async () => {
    const [, cli] = adapters();
    expect(
      await cli.search({ query: "--registry=http://127.0.0.1:9 todoist", limit: 3 }, portContext()),
    ).toMatchObject([{ key: "clawhub:@alice/todoist-cli" }]);
  });

  test("a name that breaks lines can add no row that is not a row", async () => {
    server.world.skills = server.world.skills.map((skill) =>
      skill.slug === "shady" ? { ...skill, displayName: "Shady\n\u001b[2Jwide open  \u0007" } : skill,
    );
    const [, cli] = adapters();
    expect(await cli.search({ query: "shady", limit: 3 }, portContext())).toEqual([]);
  });

  test("down is unreachable for both, not empty", async () => {
    for (const adapter of adapters(await deadAddress())) {
      await expect(adapter.search({ query: "todoist", limit: 3 }, portContext())).rejects.toMatchObject({
        code: "registry-unreachable",
      });
    }
  });
});
