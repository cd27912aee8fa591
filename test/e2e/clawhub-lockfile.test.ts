import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createClawHubCliInstaller } from "../../src/node/clawhub-cli-installer.js";
import { createDiskInstaller } from "../../src/node/disk-installer.js";
import { createClawHubRegistry } from "../../src/registries/clawhub-registry.js";
import { treeDigest } from "../../src/safety/tree-digest.js";
import { CLAWHUB, clawhub, localFetch, NO_OUTSIDE } from "../support/clawhub-peer.js";
import { approvalFor, pinOf, portContext, temporaryFolder, tree } from "../support/installer-world.js";
import { type RegistryServer, startRegistryServer } from "../support/registry-server.js";

/** One workspace, two programs: the real CLI and our installers read and write the same lock file. */

const KEY = "clawhub:@alice/todoist-cli";
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

async function fetched(key: string, version: string) {
  const codeloadUrl = `${server.url}/github/codeload`;
  const registry = createClawHubRegistry({ url: server.url, codeloadUrl, fetch: localFetch });
  const bundle = await registry.fetch({ key, version }, portContext());
  return { bundle, pin: pinOf(key, version, bundle) };
}

function world() {
  const directory = temporaryFolder();
  const cli = (...args: string[]) => clawhub(directory, server.url, ...args);
  const lock = () => JSON.parse(readFileSync(join(directory, ".clawhub", "lock.json"), "utf8"));
  const installer = createDiskInstaller({ directory, clawHubUrl: server.url });
  const install = async (key: string, version: string, lease = "flow-1") => {
    const { bundle, pin } = await fetched(key, version);
    await installer.install({ pin, approval: approvalFor(pin), lease, bundle }, portContext());
    return pin;
  };
  return { directory, cli, lock, installer, install };
}

test("what we install, the CLI lists, updates nothing of, and uninstalls completely", async () => {
  const { directory, cli, lock, installer, install } = world();
  const pin = await install(KEY, "1.2.0");
  expect((await cli("list")).stdout).toMatch(/^@alice\/todoist-cli\s+1\.2\.0$/m);
  // It recognises its own fingerprint: no "local changes", and 1.2.0 is the latest.
  expect((await cli("install", "@alice/todoist-cli")).stderr).toContain("Already installed");
  const removed = await cli("uninstall", "@alice/todoist-cli", "--yes");
  expect(removed).toMatchObject({ code: 0 });
  expect(existsSync(join(directory, "skills/@alice/todoist-cli"))).toBe(false);
  expect(lock().skills).toEqual({});
  expect(await installer.list(portContext())).toEqual([]);
  expect(await installer.read({ pin }, portContext())).toBeUndefined();
  expect(await installer.release({ pin, lease: "flow-1", keep: false }, portContext())).toEqual({
    removed: false,
  });
  expect(await install(KEY, "1.2.0")).toEqual(pin);
});

test("the CLI finds what we installed unchanged and updates it; then it is no longer ours", async () => {
  const { cli, installer, install, lock } = world();
  const pin = await install(KEY, "1.0.0");
  server.fault({
    when: /^\/api\/v1\/resolve/,
    body: { match: { version: "1.0.0" }, latestVersion: { version: "1.2.0" } },
  });
  const updated = await cli("update", "@alice/todoist-cli");
  expect(updated.stdout).not.toContain("local changes");
  expect(updated).toMatchObject({ code: 0 });
  expect(lock().skills["@alice/todoist-cli"]).toMatchObject({ version: "1.2.0" });
  expect(await installer.release({ pin, lease: "flow-1", keep: false }, portContext())).toEqual({
    removed: false,
  });
  expect((await cli("list")).stdout).toMatch(/^@alice\/todoist-cli\s+1\.2\.0$/m);
});

test("what the CLI installed we list, never replace and never remove", async () => {
  const { directory, cli, installer, install } = world();
  for (const reference of ["todoist-cli", "@bob/image-resize", "hosted"])
    expect(await cli("install", reference)).toMatchObject({ code: 0 });
  const before = await tree(directory);
  expect(await installer.list(portContext())).toEqual([
    { key: KEY, version: "1.2.0", location: join(directory, "skills/todoist-cli"), ours: false, leases: [] },
    {
      key: "clawhub:@bob/image-resize",
      version: "2.0.0",
      location: join(directory, "skills/@bob/image-resize"),
      ours: false,
      leases: [],
    },
    {
      key: "clawhub:@carol/hosted",
      version: "1234567890abcdef1234567890abcdef12345678",
      location: join(directory, "skills/hosted"),
      ours: false,
      leases: [],
    },
  ]);
  await expect(install(KEY, "1.0.0")).rejects.toMatchObject({ code: "already-installed" });
  const { pin } = await fetched(KEY, "1.2.0");
  await installer.release({ pin, lease: "flow-1", keep: false }, portContext());
  expect((await tree(directory)).filter((path) => !path.includes("skill-cortex"))).toEqual(before);
});

test("both side by side: the CLI's bytes are our bytes, and each removes only its own", async () => {
  const { directory, cli, lock, installer, install } = world();
  expect(await cli("install", "@bob/image-resize")).toMatchObject({ code: 0 });
  const pin = await install(KEY, "1.1.0");
  expect(Object.keys(lock().skills).sort()).toEqual(["@alice/todoist-cli", "@bob/image-resize"]);
  expect(await installer.release({ pin, lease: "flow-1", keep: false }, portContext())).toEqual({
    removed: true,
  });
  expect(await tree(join(directory, "skills"))).not.toContain("@alice/");
  expect((await cli("list")).stdout.trim()).toMatch(/^@bob\/image-resize\s+2\.0\.0$/);
  expect(await cli("uninstall", "@bob/image-resize", "--yes")).toMatchObject({ code: 0 });
  expect(lock().skills).toEqual({});
});

test("what the CLI installed a person can uninstall through us: nothing of it remains for the CLI", async () => {
  const { directory, cli, lock, installer } = world();
  for (const reference of ["todoist-cli", "@bob/image-resize"])
    expect(await cli("install", reference)).toMatchObject({ code: 0 });
  await installer.uninstall({ key: KEY }, portContext());
  expect((await cli("list")).stdout.trim()).toMatch(/^@bob\/image-resize\s+2\.0\.0$/);
  await installer.uninstall({ key: "clawhub:@bob/image-resize" }, portContext());
  expect((await cli("list")).stdout).toContain("No installed skills");
  expect(lock().skills).toEqual({});
  expect(await tree(join(directory, "skills"))).toEqual([]);
  expect(await cli("install", "todoist-cli")).toMatchObject({ code: 0 });
});

test("a skill that is handed over stays listed by the CLI, which can remove it", async () => {
  const { directory, cli, installer, install } = world();
  const pin = await install(KEY, "1.2.0");
  await installer.release({ pin, lease: "flow-1", keep: true }, portContext());
  expect((await cli("list")).stdout).toMatch(/^@alice\/todoist-cli\s+1\.2\.0$/m);
  expect(await cli("uninstall", "@alice/todoist-cli", "--yes")).toMatchObject({ code: 0 });
  expect(existsSync(join(directory, "skills/@alice/todoist-cli"))).toBe(false);
});

test("the CLI installer puts the same bytes in the same place as the disk installer", async () => {
  const directory = temporaryFolder();
  const installer = createClawHubCliInstaller({
    directory,
    url: server.url,
    command: CLAWHUB,
    configPath: join(directory, "config.json"),
  });
  const { pin } = await fetched(KEY, "1.1.0");
  // Without having seen the bytes, consent is to the version; the answer says what the bytes were.
  const unseen = { ...pin, digest: "" };
  const installed = await installer.install(
    { pin: unseen, approval: approvalFor(unseen), lease: "flow-1" },
    portContext(),
  );
  expect(installed).toEqual({ pin, location: join(directory, "skills/@alice/todoist-cli") });
  const read = await installer.read({ pin }, portContext());
  expect(read === undefined ? "" : treeDigest(read.bundle)).toBe(pin.digest);
  expect((await clawhub(directory, server.url, "list")).stdout).toMatch(/^@alice\/todoist-cli\s+1\.1\.0$/m);
  expect(await installer.release({ pin, lease: "flow-1", keep: false }, portContext())).toEqual({
    removed: true,
  });
  expect(await tree(join(directory, "skills"))).toEqual([]);
});

test("three installs at once lose no lock entry (three of the program alone lose one)", async () => {
  const directory = temporaryFolder();
  const configPath = join(temporaryFolder(), "config.json");
  const installer = () =>
    createClawHubCliInstaller({ directory, url: server.url, command: CLAWHUB, configPath });
  const pins = [
    "clawhub:@alice/todoist-cli 1.2.0",
    "clawhub:@alice/image-resize 1.0.0",
    "clawhub:@bob/image-resize 2.0.0",
  ].map((line) => ({ key: line.split(" ")[0] ?? "", version: line.split(" ")[1] ?? "", digest: "" }));
  await Promise.all(
    pins.map((pin) =>
      installer().install({ pin, approval: approvalFor(pin), lease: "flow-1" }, portContext()),
    ),
  );
  const { stdout } = await clawhub(directory, server.url, "list");
  for (const { key, version } of pins)
    expect(stdout).toMatch(new RegExp(`^${key.slice(8)}\\s+${version}$`, "m"));
  expect((await installer().list(portContext())).map(({ ours }) => ours)).toEqual([true, true, true]);
});

test.each([
  ["an empty zip", "clawhub:@dave/empty-zip", "skill-invalid"],
  ["malware", "clawhub:@mallory/malware", "skill-blocked"],
])("%s, which the CLI installer refuses, leaves nothing", async (_name, key, code) => {
  const directory = temporaryFolder();
  const configPath = join(temporaryFolder(), "config.json");
  const installer = createClawHubCliInstaller({ directory, url: server.url, command: CLAWHUB, configPath });
  const pin = { key, version: "1.0.0", digest: "" };
  await expect(
    installer.install({ pin, approval: approvalFor(pin), lease: "flow-1" }, portContext()),
  ).rejects.toMatchObject({ code });
  expect(await tree(directory)).toEqual([]);
});
