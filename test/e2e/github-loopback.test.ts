import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDiskInstaller } from "../../src/node/disk-installer.js";
import { createGitHubRegistry } from "../../src/registries/github-registry.js";
import { localFetch } from "../support/clawhub-peer.js";
import { approvalFor, pinOf, portContext, temporaryFolder, tree } from "../support/installer-world.js";
import { type RegistryServer, startRegistryServer } from "../support/registry-server.js";

/** GitHub's own order of requests, on this machine: repositories, one tree, SKILL.md, the archive of the commit. */

let server: RegistryServer;
beforeAll(async () => {
  server = await startRegistryServer();
});
afterAll(() => server.close());

test("from a question to an installed skill that is pinned to a commit, and back", async () => {
  const registry = createGitHubRegistry({
    apiUrl: `${server.url}/github/api`,
    rawUrl: `${server.url}/github/raw`,
    codeloadUrl: `${server.url}/github/codeload`,
    fetch: localFetch,
  });
  const [listing] = await registry.search({ query: "plan meetings", limit: 3 }, portContext());
  expect(listing).toMatchObject({
    key: "github:carol/skills/skills/calendar",
    version: "1234567890abcdef1234567890abcdef12345678",
    reviewed: false,
    scan: "unknown",
    stars: 120,
  });
  const key = listing?.key ?? "";
  const { version } = await registry.describe({ key }, portContext());
  const bundle = await registry.fetch({ key, version }, portContext());
  const directory = temporaryFolder();
  const installer = createDiskInstaller({ directory });
  const pin = pinOf(key, version, bundle);
  const { location } = await installer.install(
    { pin, approval: approvalFor(pin), lease: "flow-1", bundle },
    portContext(),
  );
  expect(await tree(location)).toEqual([
    ".clawhub/",
    ".clawhub/skill-cortex.json",
    "SKILL.md",
    "scripts/",
    "scripts/run.sh",
  ]);
  expect(await installer.list(portContext())).toMatchObject([{ key, version, ours: true }]);
  expect(await installer.release({ pin, lease: "flow-1", keep: false }, portContext())).toEqual({
    removed: true,
  });
  expect(await tree(join(directory, "skills"))).toEqual([]);
  // Two API requests besides the search; raw files and archives cost no quota.
  const api = server.requests
    .filter(({ url }) => url.startsWith("/github/api/"))
    .map(({ url }) => url.split("?")[0]);
  expect(api).toEqual([
    "/github/api/search/repositories",
    "/github/api/repos/carol/skills/commits/HEAD",
    "/github/api/repos/carol/skills/git/trees/1234567890abcdef1234567890abcdef12345678",
  ]);
});
