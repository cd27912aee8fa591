import { describe, expect, it } from "vitest";
import { describeReason } from "../../src/skills/explain.js";
import {
  type EligibilityContext,
  explainSkill,
  judgeSkill,
  machineFacts,
  mergeTiers,
  parseSkillsConfig,
  requiredNames,
  type SkillsConfig,
  unreachableMachine,
} from "../../src/skills/index.js";
import { makeSkill, skillOf } from "../support/skills-make.js";

const config = (section: unknown): SkillsConfig => parseSkillsConfig(section)._unsafeUnwrap().value;
const linux = machineFacts("host", { platform: "linux", bins: ["gh", "git"], env: ["TOKEN"] });
const mac = machineFacts("mac", { platform: "darwin", bins: ["say"], env: ["MAC_TOKEN"] });
const declared = (block: string) => skillOf(`name: a\ndescription: b\nmetadata: {openclaw: ${block}}`);
const codes = (block: string, context: Partial<EligibilityContext> = {}): readonly string[] =>
  judgeSkill(declared(block), { machine: linux, ...context }).reasons.map(({ code }) => code);

describe("eligibility", () => {
  const cases: readonly (readonly [string, string, Partial<EligibilityContext>, readonly string[]])[] = [
    ["nothing required", "{emoji: x}", {}, []],
    ["all programs there", "{requires: {bins: [gh, git]}}", {}, []],
    ["one program missing", "{requires: {bins: [gh, rg]}}", {}, ["missing-bins"]],
    ["one of several there", "{requires: {anyBins: [rg, git]}}", {}, []],
    ["none of several there", "{requires: {anyBins: [rg, fd]}}", {}, ["missing-any-bins"]],
    ["programs of a remote machine count", "{requires: {bins: [say]}}", { remotes: [mac] }, []],
    [
      "variables of a remote machine do not",
      "{requires: {env: [MAC_TOKEN]}}",
      { remotes: [mac] },
      ["missing-env"],
    ],
    ["variable set", "{requires: {env: [TOKEN]}}", {}, []],
    ["variable missing", "{requires: {env: [OTHER]}}", {}, ["missing-env"]],
    [
      "variable from the configuration",
      "{requires: {env: [OTHER]}}",
      { config: config({ entries: { a: { env: { OTHER: "x" } } } }) },
      [],
    ],
    [
      "blank variable from the configuration",
      "{requires: {env: [OTHER]}}",
      { config: config({ entries: { a: { env: { OTHER: " " } } } }) },
      ["missing-env"],
    ],
    [
      "key for the primary variable",
      "{primaryEnv: OTHER, requires: {env: [OTHER]}}",
      { config: config({ entries: { a: { apiKey: "k" } } }) },
      [],
    ],
    [
      "key by reference counts as set",
      "{primaryEnv: OTHER, requires: {env: [OTHER]}}",
      { config: config({ entries: { a: { apiKey: { id: "x" } } } }) },
      [],
    ],
    [
      "key for another variable",
      "{primaryEnv: THIS, requires: {env: [OTHER]}}",
      { config: config({ entries: { a: { apiKey: "k" } } }) },
      ["missing-env"],
    ],
    ["platform fits", "{os: [darwin, linux]}", {}, []],
    ["platform in everyday words", "{os: [Linux, macOS, Windows]}", {}, []],
    ["platform does not fit", "{os: [darwin]}", {}, ["platform"]],
    ["platform of a remote machine", "{os: [macos]}", { remotes: [mac] }, []],
    ["always skips requirements", "{always: true, requires: {bins: [rg], env: [NO]}}", {}, []],
    ["always does not skip the platform", "{always: true, os: [win32]}", {}, ["platform"]],
    ["switched off", "{emoji: x}", { config: config({ entries: { a: { enabled: false } } }) }, ["disabled"]],
    [
      "switched off by its own key",
      "{skillKey: other}",
      { config: config({ entries: { other: { enabled: false } } }) },
      ["disabled"],
    ],
    [
      "its name is not its key any more",
      "{skillKey: other}",
      { config: config({ entries: { a: { enabled: false } } }) },
      [],
    ],
    ["no filter", "{emoji: x}", {}, []],
    ["named by the filter", "{emoji: x}", { filter: ["a"] }, []],
    ["named by key", "{skillKey: other}", { filter: ["other"] }, []],
    ["an empty filter means none", "{emoji: x}", { filter: [] }, ["filtered"]],
    [
      "everything at once, not only the first",
      "{os: [darwin], requires: {bins: [rg], env: [NO], config: [x]}}",
      { filter: [] },
      ["filtered", "platform", "missing-bins", "missing-env", "missing-config"],
    ],
  ];
  it.each(cases)("%s", (_, block, context, expected) => {
    expect(codes(block, context)).toEqual(expected);
  });

  it("limits bundled skills only, by name or key; an empty list is no limit", () => {
    const bundled = makeSkill("a", { bundled: true, metadata: { skillKey: "key" } });
    const judge = (allowBundled: readonly string[], skill = bundled) =>
      judgeSkill(skill, { machine: linux, config: config({ allowBundled }) }).eligible;
    expect([judge([]), judge(["a"]), judge(["key"]), judge(["b"])]).toEqual([true, true, true, false]);
    expect(judge(["b"], makeSkill("a"))).toBe(true);
  });

  const truthy: readonly (readonly [unknown, boolean])[] = [
    [true, true],
    [false, false],
    ["x", true],
    ["  ", false],
    [1, true],
    [0, false],
    [{}, true],
    [[], true],
    [null, false],
    [Number.NaN, false],
  ];
  it.each(truthy)("a configured value of %j counts as %s", (value, expected) => {
    const reasons = codes("{requires: {config: [channels.slack]}}", {
      hostConfig: { channels: { slack: value } },
    });
    expect(reasons.length === 0).toBe(expected);
  });

  it("knows OpenClaw's defaults, and no path through a prototype", () => {
    expect(codes("{requires: {config: [browser.enabled]}}")).toEqual([]);
    expect(
      codes("{requires: {config: [browser.enabled]}}", { hostConfig: { browser: { enabled: false } } }),
    ).toEqual(["missing-config"]);
    for (const path of ["__proto__", "constructor.name", "a.__proto__.b"])
      expect(codes(`{requires: {config: ["${path}"]}}`, { hostConfig: { a: {} } })).toEqual([
        "missing-config",
      ]);
  });

  it("does not let in what nobody could look at, and does not claim that it is missing", () => {
    const machine = unreachableMachine("sandbox", "The container is down.");
    expect(codes("{requires: {bins: [gh]}}", { machine })).toEqual(["machine-unreachable"]);
    expect(codes("{os: [linux], requires: {config: [x]}}", { machine })).toEqual([
      "missing-config",
      "machine-unreachable",
    ]);
    expect(codes("{emoji: x}", { machine })).toEqual([]);
    expect(codes("{requires: {bins: [say]}}", { machine, remotes: [mac] })).toEqual([]);
  });

  it("does not count a remote machine that nobody could look at as a platform", () => {
    const remotes = [unreachableMachine("tower", "it is off")];
    const { reasons } = judgeSkill(skillOf("name: a\ndescription: b\nmetadata: {openclaw: {os: [darwin]}}"), {
      machine: { id: "host", platform: "linux", bins: new Set(), env: new Set() },
      remotes,
    });
    expect(reasons.map(describeReason)).toEqual(["It is for darwin; this is linux."]);
  });

  it("asks a probe for every name once", () => {
    const skills = [
      declared("{requires: {bins: [a, b], env: [X]}}"),
      declared("{requires: {anyBins: [b, c]}}"),
    ];
    expect(requiredNames(skills)).toEqual({ bins: ["a", "b", "c"], env: ["X"] });
  });
});

describe("explain", () => {
  const context = { machine: linux };
  const catalog = mergeTiers([
    { skills: [makeSkill("a", { tier: "bundled", precedence: 0 })], rejected: [], diagnostics: [] },
    {
      skills: [
        makeSkill("a"),
        makeSkill("hidden", { invocation: { userInvocable: true, disableModelInvocation: true } }),
        makeSkill("off", { metadata: { os: ["win32"], skillKey: "off-key" } }),
      ],
      rejected: [
        {
          id: "bad",
          name: "bad",
          file: "/s/bad/SKILL.md",
          tier: "workspace",
          code: "description-missing",
          message: "It has no `description`.",
        },
      ],
      diagnostics: [],
    },
  ]);
  const status = (name: string) => explainSkill(name, catalog, context).status;

  it("tells the five cases apart", () => {
    expect(["a", "hidden", "off", "bad", "none"].map(status)).toEqual([
      "ready",
      "hidden",
      "excluded",
      "rejected",
      "unknown",
    ]);
    expect(status("off-key")).toBe("excluded");
  });

  it("names what is shadowed and what could not be used", () => {
    expect(explainSkill("a", catalog, context).shadows.map(({ tier }) => tier)).toEqual(["bundled"]);
    expect(explainSkill("bad", catalog, context).rejected[0]?.message).toContain("description");
  });

  it("puts reasons into words that can't steer a terminal", () => {
    const sentence = describeReason({ code: "missing-bins", missing: ["g\u001b[2Jh"] });
    expect(sentence).toBe("Missing on the PATH: g\\u{1B}[2Jh.");
  });
});
