import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createDiskInstaller } from "../../src/node/disk-installer.js";
import { createWellKnownRegistry } from "../../src/registries/well-known-registry.js";
import { localFetch, NO_OUTSIDE } from "../support/clawhub-peer.js";
import { approvalFor, pinOf, portContext, temporaryFolder, tree } from "../support/installer-world.js";
import { sha256, skillMd, type WellKnownFixture } from "../support/registry-fixtures.js";
import { type RegistryServer, startRegistryServer } from "../support/registry-server.js";

/** A site with a real tar archive; our adapter and the real skills@1.5.18 install from it. */

const SKILLS_PROGRAM = join(process.cwd(), "test/e2e/node_modules/skills/bin/cli.mjs");
const FILES = {
  "SKILL.md": skillMd("csv-report", "Make reports from CSV files"),
  "references/format.md": "# Format\n",
  "scripts/report.py": "print('report')\n",
};

let server: RegistryServer;
beforeAll(async () => {
  server = await startRegistryServer();
});
afterAll(() => server.close());
afterEach(() => server.reset());

/** Packed by the system's own tar, as a site's author would. */
function realArchive(): Uint8Array {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, "skill", path)), { recursive: true });
    writeFileSync(join(folder, "skill", path), text);
  }
  const names = readdirSync(join(folder, "skill")).sort();
  execFileSync("tar", ["-czf", join(folder, "skill.tar.gz"), "-C", join(folder, "skill"), ...names]);
  return new Uint8Array(readFileSync(join(folder, "skill.tar.gz")));
}

function publish(overrides: Partial<WellKnownFixture> = {}): WellKnownFixture {
  const archive: WellKnownFixture = {
    name: "csv-report",
    type: "archive",
    description: "Make reports from CSV files",
    path: "/.well-known/agent-skills/csv-report.tar.gz",
    bytes: realArchive(),
    ...overrides,
  };
  const single: WellKnownFixture = {
    name: "greeting",
    type: "skill-md",
    description: "Greet people",
    path: "/.well-known/agent-skills/greeting/SKILL.md",
    bytes: new TextEncoder().encode(skillMd("greeting", "Greet people")),
  };
  server.world.wellKnown = [archive, single];
  return archive;
}

function registry() {
  return createWellKnownRegistry({ sites: [server.url], fetch: localFetch });
}

async function skills(folder: string, ...args: string[]) {
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    NO_COLOR: "1",
    DISABLE_TELEMETRY: "1",
    DO_NOT_TRACK: "1",
    ...NO_OUTSIDE,
  };
  return promisify(execFile)(process.execPath, [SKILLS_PROGRAM, ...args], {
    cwd: folder,
    env,
    timeout: 60_000,
  });
}

test("finds, verifies and installs the archive, and gives it back", async () => {
  const { bytes } = publish();
  const [listing] = await registry().search({ query: "csv report", limit: 3 }, portContext());
  const key = `well-known:${new URL(server.url).host}/csv-report`;
  expect(listing).toMatchObject({ key, version: `sha256:${sha256(bytes)}`, reviewed: false });
  const { version } = await registry().describe({ key }, portContext());
  const bundle = await registry().fetch({ key, version }, portContext());
  expect(
    Object.fromEntries(bundle.files.map((file) => [file.path, new TextDecoder().decode(file.bytes)])),
  ).toEqual(FILES);
  const directory = temporaryFolder();
  const installer = createDiskInstaller({ directory });
  const pin = pinOf(key, version, bundle);
  const { location } = await installer.install(
    { pin, approval: approvalFor(pin), lease: "flow-1", bundle },
    portContext(),
  );
  expect(location.endsWith("/csv-report")).toBe(true);
  expect((await tree(location)).filter((path) => !path.startsWith(".clawhub"))).toEqual([
    "SKILL.md",
    "references/",
    "references/format.md",
    "scripts/",
    "scripts/report.py",
  ]);
  expect(await installer.release({ pin, lease: "flow-1", keep: false }, portContext())).toEqual({
    removed: true,
  });
  expect(await tree(join(directory, "skills"))).toEqual([]);
});

test("the real skills program installs the same bytes from the same site", async () => {
  publish();
  const folder = temporaryFolder();
  await skills(folder, "add", server.url, "--skill", "csv-report", "-a", "claude-code", "-y", "--copy");
  const installed = join(folder, ".claude/skills/csv-report");
  const theirs = Object.fromEntries(
    (await tree(installed))
      .filter((path) => !path.endsWith("/"))
      .map((path) => [path, readFileSync(join(installed, path), "utf8")]),
  );
  const key = `well-known:${new URL(server.url).host}/csv-report`;
  const { version } = await registry().describe({ key }, portContext());
  const { files } = await registry().fetch({ key, version }, portContext());
  expect(theirs).toEqual(
    Object.fromEntries(files.map((file) => [file.path, new TextDecoder().decode(file.bytes)])),
  );
  const { stdout } = await skills(folder, "list", "--json");
  expect(stdout).toContain("csv-report");
});

test("a digest that does not fit is refused by both", async () => {
  publish({ digest: `sha256:${"0".repeat(64)}` });
  const key = `well-known:${new URL(server.url).host}/csv-report`;
  await expect(
    registry().fetch({ key, version: `sha256:${"0".repeat(64)}` }, portContext()),
  ).rejects.toMatchObject({ code: "digest-mismatch" });
  const folder = temporaryFolder();
  await skills(folder, "add", server.url, "--skill", "csv-report", "-a", "claude-code", "-y", "--copy").catch(
    () => undefined,
  );
  expect(await tree(folder)).not.toContain(".claude/skills/csv-report/SKILL.md");
});
