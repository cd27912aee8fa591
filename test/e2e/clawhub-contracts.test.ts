import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test, vi } from "vitest";
import { createClawHubCliInstaller } from "../../src/node/clawhub-cli-installer.js";
import { createClawHubCliRegistry } from "../../src/node/clawhub-cli-registry.js";
import { installerContract, registryContract } from "../../src/testing/index.js";
import { CLAWHUB, NO_OUTSIDE } from "../support/clawhub-peer.js";
import { type RegistryServer, startRegistryServer } from "../support/registry-server.js";

/** What every registry and installer promises, asked of the adapters that run the real program. */

let server: RegistryServer;
const folder = mkdtempSync(join(tmpdir(), "skill-cortex-contracts-"));
let installers = 0;
beforeAll(async () => {
  for (const [name, value] of Object.entries(NO_OUTSIDE)) vi.stubEnv(name, value);
  server = await startRegistryServer();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const options = () => ({ url: server.url, command: CLAWHUB, configPath: join(folder, "config.json") });

describe("the registry", () => {
  const cases = registryContract(() => createClawHubCliRegistry(options()), {
    key: "clawhub:@alice/todoist-cli",
    query: "todoist",
    missing: "clawhub:@alice/nothing",
  });
  for (const { name, run } of cases) test(name, run);
});

describe("the installer", () => {
  const cases = installerContract(() => {
    installers += 1;
    return createClawHubCliInstaller({ ...options(), directory: join(folder, String(installers)) });
  });
  for (const { name, run } of cases) test(name, run);
});
