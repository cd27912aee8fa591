import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Diagnostic } from "../../src/core/diagnostics.js";
import {
  createWellKnownRegistry,
  type WellKnownRegistryOptions,
} from "../../src/registries/well-known-registry.js";
import { portContext } from "../support/installer-world.js";
import { gzip, makeTar, makeZip } from "../support/registry-archives.js";
import { sha256, skillMd, type WellKnownFixture } from "../support/registry-fixtures.js";
import {
  deadAddress,
  indexOf,
  type RegistryServer,
  startRegistryServer,
} from "../support/registry-server.js";

const encoder = new TextEncoder();
const GREETING: WellKnownFixture = {
  name: "greeting",
  type: "skill-md",
  description: "Greet people politely",
  path: "/.well-known/agent-skills/greeting/SKILL.md",
  bytes: encoder.encode(skillMd("greeting", "Greet people politely")),
};
const REPORT: WellKnownFixture = {
  name: "csv-report",
  type: "archive",
  description: "Make reports from CSV files",
  path: "/files/csv-report.tar.gz",
  bytes: gzip(makeTar([{ name: "SKILL.md", content: skillMd("csv-report", "Reports") }])),
};

let server: RegistryServer;
let host: string;
beforeAll(async () => {
  server = await startRegistryServer();
  host = new URL(server.url).host;
});
afterAll(() => server.close());
afterEach(() => server.reset());

function world(options: Partial<WellKnownRegistryOptions> = {}, skills = [GREETING, REPORT]) {
  server.world.wellKnown = skills;
  const diagnostics: Diagnostic[] = [];
  const registry = createWellKnownRegistry({
    sites: [server.url],
    retries: 0,
    onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    ...options,
  });
  const key = (name: string) => `well-known:${host}/${name}`;
  const fetched = async (name: string) => {
    const { version } = await registry.describe({ key: key(name) }, portContext());
    return registry.fetch({ key: key(name), version }, portContext());
  };
  return { registry, diagnostics, key, fetched };
}

describe("search", () => {
  test("ranks the site's skills by the words they share with the question", async () => {
    const { registry, key } = world();
    expect(await registry.search({ query: "make a csv report", limit: 5 }, portContext())).toEqual([
      {
        key: key("csv-report"),
        name: "csv-report",
        description: "Make reports from CSV files",
        version: `sha256:${sha256(REPORT.bytes)}`,
        source: "well-known",
        reviewed: false,
        scan: "unknown",
      },
    ]);
    expect(await registry.search({ query: "unrelated", limit: 5 }, portContext())).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  test("the host may vouch for its sites", async () => {
    const { registry } = world({ reviewed: true });
    expect(registry.reviewed).toBe(true);
    expect(await registry.search({ query: "greet", limit: 1 }, portContext())).toMatchObject([
      { reviewed: true },
    ]);
  });

  test("a site that is down does not hide the others; all down is a failure", async () => {
    const dead = await deadAddress();
    const { registry, diagnostics } = world({ sites: [dead, server.url] });
    expect(await registry.search({ query: "greet", limit: 5 }, portContext())).toHaveLength(1);
    expect(diagnostics).toMatchObject([{ code: "listing-skipped" }]);
    await expect(
      world({ sites: [dead] }).registry.search({ query: "greet", limit: 5 }, portContext()),
    ).rejects.toMatchObject({ code: "registry-unreachable" });
  });
});

describe("the index", () => {
  const skills = () => indexOf(server.world).skills;
  test.each<readonly [string, () => unknown]>([
    ["without $schema (0.1.0 publishes no digests)", () => ({ skills: skills() })],
    [
      "of an unknown edition",
      () => ({ $schema: "https://schemas.agentskills.io/discovery/9.0.0/schema.json", skills: skills() }),
    ],
    ["without skills", () => ({ $schema: indexOf(server.world).$schema })],
    ["that is an array", () => []],
  ])("%s is refused", async (_name, index) => {
    const { registry } = world();
    server.world.index = index();
    await expect(registry.search({ query: "greet", limit: 1 }, portContext())).rejects.toMatchObject({
      code: "registry-answer-invalid",
    });
  });

  test("that is not there, or is not JSON, is refused", async () => {
    await expect(
      world({}, []).registry.search({ query: "greet", limit: 1 }, portContext()),
    ).rejects.toMatchObject({ code: "registry-answer-invalid" });
    server.fault({ when: /index\.json/, body: "<html>" });
    await expect(world().registry.search({ query: "greet", limit: 1 }, portContext())).rejects.toMatchObject({
      code: "registry-answer-invalid",
    });
  });

  test.each<readonly [string, Record<string, unknown>]>([
    ["name", { name: "Bad Name" }],
    ["name", { name: "a--b" }],
    ["name", { name: "-a" }],
    ["name", { name: "../x" }],
    ["name", { name: "x".repeat(65) }],
    ["type", { type: "script" }],
    ["description", { description: "" }],
    ["description", { description: "x".repeat(1025) }],
    ["url", { url: 7 }],
    ["digest", { digest: "md5:abc" }],
    ["digest", { digest: undefined }],
    ["digest", { digest: `sha256:${"A".repeat(64)}` }],
  ])("an entry with a bad %s is left out and reported: %j", async (field, change) => {
    const { registry, diagnostics } = world();
    const index = indexOf(server.world);
    const [greeting, report] = index.skills;
    server.world.index = { ...index, skills: [{ ...greeting, ...change }, report, null, 3] };
    expect(await registry.search({ query: "greet report people", limit: 5 }, portContext())).toHaveLength(1);
    expect(diagnostics).toHaveLength(3);
    expect(diagnostics[0]?.message).toContain(`"${field}"`);
  });

  test("a name that is listed twice means the first", async () => {
    const { diagnostics, fetched } = world({}, [
      GREETING,
      { ...GREETING, path: "/other", bytes: encoder.encode("# Other") },
    ]);
    const { files } = await fetched("greeting");
    expect(files[0]?.bytes).toEqual(GREETING.bytes);
    expect(diagnostics).toMatchObject([{ message: expect.stringContaining("listed twice") }]);
  });
});

describe("fetch", () => {
  test("one file, a tar.gz and a zip", async () => {
    const zip = {
      ...REPORT,
      name: "zipped",
      path: "/z.zip",
      bytes: makeZip([{ name: "SKILL.md", content: "# Z" }]),
    };
    const { fetched } = world({}, [GREETING, REPORT, zip]);
    for (const name of ["greeting", "csv-report", "zipped"])
      expect((await fetched(name)).files.map((file) => file.path)).toEqual(["SKILL.md"]);
  });

  test.each<readonly [string, Partial<WellKnownFixture>, string]>([
    ["another digest", { digest: `sha256:${"0".repeat(64)}` }, "digest-mismatch"],
    [
      "traversal",
      {
        bytes: gzip(
          makeTar([
            { name: "SKILL.md", content: "x" },
            { name: "../e", content: "x" },
          ]),
        ),
      },
      "archive-unsafe",
    ],
    [
      "a link",
      {
        bytes: gzip(
          makeTar([
            { name: "SKILL.md", content: "x" },
            { name: "l", type: "2", link: "/etc" },
          ]),
        ),
      },
      "archive-unsafe",
    ],
    [
      "SKILL.md not at the root",
      { bytes: gzip(makeTar([{ name: "a/SKILL.md", content: "x" }])) },
      "skill-invalid",
    ],
    ["no archive", { bytes: encoder.encode("hello") }, "archive-invalid"],
    ["an empty SKILL.md", { type: "skill-md", bytes: encoder.encode("  \n") }, "skill-invalid"],
    [
      "a SKILL.md that is not text",
      { type: "skill-md", bytes: Uint8Array.of(0xff, 0xfe, 0x00) },
      "skill-invalid",
    ],
    [
      "a SKILL.md of two megabytes",
      { type: "skill-md", bytes: new Uint8Array(2 * 1024 * 1024) },
      "archive-too-large",
    ],
  ])("%s", async (_name, change, code) => {
    const { fetched } = world({}, [{ ...REPORT, ...change }]);
    await expect(fetched("csv-report")).rejects.toMatchObject({ code });
  });

  test("the version is the digest: another one is not there any more", async () => {
    const { registry, key } = world();
    const version = `sha256:${"1".repeat(64)}`;
    await expect(registry.fetch({ key: key("greeting"), version }, portContext())).rejects.toMatchObject({
      code: "version-not-found",
      details: { available: `sha256:${sha256(GREETING.bytes)}` },
    });
  });

  test("files may lie on another server, but not just anywhere", async () => {
    const other = await startRegistryServer();
    onTestFinished(() => other.close());
    other.world.wellKnown = [REPORT];
    const { fetched } = world({}, [REPORT, { ...GREETING, name: "plain-http" }]);
    const index = indexOf(server.world);
    const [report, greeting] = index.skills;
    server.world.index = {
      ...index,
      skills: [
        { ...report, url: `${other.url}${REPORT.path}` },
        { ...greeting, url: "http://example.com/SKILL.md" },
      ],
    };
    expect((await fetched("csv-report")).files).toHaveLength(1);
    await expect(fetched("plain-http")).rejects.toMatchObject({ code: "registry-answer-invalid" });
  });

  test.each([
    ["no such skill", (key: (name: string) => string) => key("nothing"), "skill-not-found"],
    ["a site that is not configured", () => "well-known:example.com/greeting", "input-invalid"],
    ["another source", () => "clawhub:greeting", "input-invalid"],
  ])("%s", async (_name, keyOf, code) => {
    const { registry, key } = world();
    await expect(registry.describe({ key: keyOf(key) }, portContext())).rejects.toMatchObject({ code });
  });
});

test.each(["http://example.com", "https://example.com/path", "https://user@example.com", "example.com"])(
  "the site %s is refused",
  (site) => {
    expect(() => createWellKnownRegistry({ sites: [site] })).toThrowError(
      expect.objectContaining({ code: "config-invalid" }),
    );
  },
);
