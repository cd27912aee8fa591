import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import {
  blockedName,
  isSensitiveName,
  parseSkillsConfig,
  resolveEnvOverrides,
  spawnEnvironment,
} from "../../src/skills/index.js";
import { makeSkill } from "../support/skills-make.js";

const music = makeSkill("music", {
  metadata: {
    primaryEnv: "MUSIC_API_KEY",
    requires: { bins: [], anyBins: [], env: ["MUSIC_TOKEN"], config: [] },
  },
});
const resolve = (
  entries: object,
  base: Readonly<Record<string, string | undefined>> = {},
  skills = [music],
) => resolveEnvOverrides(skills, parseSkillsConfig({ entries })._unsafeUnwrap().value, base);
const refusals = (...args: Parameters<typeof resolve>) =>
  resolve(...args).refused.map(({ name, reason }) => [name, reason]);

describe("a run's variables", () => {
  it("are a value: the key as primaryEnv, further variables beside it", () => {
    const overrides = resolve({ music: { apiKey: "k", env: { MUSIC_REGION: "eu", MUSIC_TOKEN: "t" } } });
    expect({ ...overrides.env }).toEqual({ MUSIC_API_KEY: "k", MUSIC_REGION: "eu", MUSIC_TOKEN: "t" });
    expect(overrides.set).toContainEqual({ name: "MUSIC_API_KEY", skill: "music", from: "apiKey" });
    const base = { PATH: "/bin", GONE: undefined };
    expect(spawnEnvironment(base, overrides)).toEqual({
      PATH: "/bin",
      MUSIC_API_KEY: "k",
      MUSIC_REGION: "eu",
      MUSIC_TOKEN: "t",
    });
    expect(base).toEqual({ PATH: "/bin", GONE: undefined });
  });

  it("show their names, not their values, to a careless log line", () => {
    const overrides = resolve({ music: { apiKey: "the-secret", env: { MUSIC_REGION: "the-secret" } } });
    expect(JSON.stringify(overrides)).not.toContain("the-secret");
    expect(inspect(overrides)).not.toContain("the-secret");
    expect(inspect(overrides)).toContain("MUSIC_REGION");
    expect(Object.keys(overrides.env).sort()).toEqual(["MUSIC_API_KEY", "MUSIC_REGION"]);
    expect(spawnEnvironment({}, overrides)).toEqual({
      MUSIC_API_KEY: "the-secret",
      MUSIC_REGION: "the-secret",
    });
  });

  it("belong to skills that run: others, and switched-off ones, bring none", () => {
    expect(resolve({ music: { apiKey: "k" } }, {}, []).set).toEqual([]);
    expect(resolve({ music: { enabled: false, apiKey: "k" } }).set).toEqual([]);
    expect(resolve({ other: { apiKey: "k" } }).set).toEqual([]);
  });

  it("use the skill's own key of the configuration (defect of OpenClaw 2026.2.26: it used the name)", () => {
    const skill = makeSkill("music", { metadata: { skillKey: "player", primaryEnv: "P_API_KEY" } });
    expect({ ...resolve({ player: { apiKey: "k" } }, {}, [skill]).env }).toEqual({ P_API_KEY: "k" });
  });

  it("never overwrite what the environment has; a blank one counts as unset", () => {
    expect(refusals({ music: { apiKey: "k" } }, { MUSIC_API_KEY: "mine" })).toEqual([
      ["MUSIC_API_KEY", "already-set"],
    ]);
    expect(resolve({ music: { apiKey: "k" } }, { MUSIC_API_KEY: " " }).env.MUSIC_API_KEY).toBe("k");
  });

  it.each([
    ["PATH", "blocked-name"],
    ["path", "blocked-name"],
    ["LD_PRELOAD", "blocked-name"],
    ["DYLD_INSERT_LIBRARIES", "blocked-name"],
    ["NODE_OPTIONS", "blocked-name"],
    ["OPENSSL_CONF", "blocked-name"],
    ["BASH_FUNC_ls", "blocked-name"],
    ["GIT_SSH_COMMAND", "blocked-name"],
    ["https_proxy", "blocked-name"],
    ["HOME", "blocked-name"],
    ["A=B", "invalid-name"],
    ["", "invalid-name"],
    ["OPENAI_API_KEY", "not-declared"],
    ["SOME_PASSWORD", "not-declared"],
    ["AWS_PROFILE", "not-declared"],
  ])("refuse %j: %s", (name, reason) => {
    expect(refusals({ music: { env: { [name]: "x" } } })).toEqual([[name, reason]]);
  });

  it("refuse a blocked name even if the skill declares it", () => {
    const skill = makeSkill("music", { metadata: { primaryEnv: "NODE_OPTIONS" } });
    expect(refusals({ music: { apiKey: "--require x" } }, {}, [skill])).toEqual([
      ["NODE_OPTIONS", "blocked-name"],
    ]);
  });

  it("refuse values with a NUL byte, endless ones, and keys that only the host can resolve", () => {
    expect(
      refusals({ music: { env: { MUSIC_A: "a\0b", MUSIC_B: "x".repeat(40_000) }, apiKey: { id: "x" } } }),
    ).toEqual([
      ["MUSIC_A", "null-byte"],
      ["MUSIC_B", "too-long"],
      ["MUSIC_API_KEY", "unresolved-reference"],
    ]);
  });

  it("of two skills that disagree are the first one's, and the second is told", () => {
    const other = makeSkill("other", { metadata: { primaryEnv: "MUSIC_API_KEY" } });
    const overrides = resolve({ music: { apiKey: "1" }, other: { apiKey: "2" } }, {}, [music, other]);
    expect(overrides.env.MUSIC_API_KEY).toBe("1");
    expect(overrides.refused).toEqual([{ name: "MUSIC_API_KEY", skill: "other", reason: "conflict" }]);
  });

  it("never reach a skill that claims another skill's key", () => {
    const thief = makeSkill("thief", { metadata: { skillKey: "music", primaryEnv: "MUSIC_API_KEY" } });
    const overrides = resolve({ music: { apiKey: "k" } }, {}, [thief, music]);
    expect(overrides.set).toEqual([{ name: "MUSIC_API_KEY", skill: "music", from: "apiKey" }]);
    expect(overrides.refused).toEqual([
      { name: "MUSIC_API_KEY", skill: "thief", reason: "key-of-another-skill" },
    ]);
  });
});

describe("names", () => {
  it.each(["GH_TOKEN", "API_KEY", "MY_SECRET", "x_private_key", "STRIPE_MODE"])("%s is sensitive", (name) => {
    expect(isSensitiveName(name)).toBe(true);
  });
  it.each(["REGION", "TOKENS_PER_PAGE", "KEYBOARD"])("%s is not", (name) => {
    expect(isSensitiveName(name)).toBe(false);
    expect(blockedName(name)).toBe(undefined);
  });
});
