import { afterAll, describe, test } from "vitest";
import {
  createClawHubRegistry,
  createGitHubRegistry,
  createWellKnownRegistry,
} from "../../src/registries/index.js";
import { registryContract } from "../../src/testing/index.js";
import { skillMd } from "../support/registry-fixtures.js";
import { startRegistryServer } from "../support/registry-server.js";

// Started before the tests are collected, because its address is part of the keys.
const server = await startRegistryServer();
afterAll(() => server.close());
const { host } = new URL(server.url);
const description = "Greet people politely";
server.world.wellKnown = [
  {
    name: "greeting",
    type: "skill-md",
    description,
    path: "/.well-known/agent-skills/greeting/SKILL.md",
    bytes: new TextEncoder().encode(skillMd("greeting", description)),
  },
];
const codeloadUrl = `${server.url}/github/codeload`;

describe("ClawHub", () => {
  const cases = registryContract(() => createClawHubRegistry({ url: server.url, codeloadUrl }), {
    key: "clawhub:@alice/todoist-cli",
    query: "todoist tasks",
    missing: "clawhub:@alice/nothing",
  });
  for (const { name, run } of cases) test(name, run);
});

describe("ClawHub, with files on GitHub", () => {
  const cases = registryContract(() => createClawHubRegistry({ url: server.url, codeloadUrl }), {
    key: "clawhub:@carol/hosted",
    query: "hosted",
    missing: "clawhub:@carol/nothing",
  });
  for (const { name, run } of cases) test(name, run);
});

describe("GitHub", () => {
  const urls = { apiUrl: `${server.url}/github/api`, rawUrl: `${server.url}/github/raw`, codeloadUrl };
  const cases = registryContract(() => createGitHubRegistry(urls), {
    key: "github:carol/skills/skills/calendar",
    query: "plan meetings",
    missing: "github:carol/skills/skills/nothing",
  });
  for (const { name, run } of cases) test(name, run);
});

describe("well-known", () => {
  const cases = registryContract(() => createWellKnownRegistry({ sites: [server.url] }), {
    key: `well-known:${host}/greeting`,
    query: "greet people",
    missing: `well-known:${host}/nothing`,
  });
  for (const { name, run } of cases) test(name, run);
});
