import { isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { openClawWorkspace, readOpenClawConfig } from "../../src/node/openclaw-config.js";
import { configuredPlugins, readPluginSkills } from "../../src/node/skill-plugins.js";
import {
  bundledSkillsFolder,
  resolveOpenClawTiers,
  resolveOpenPocketTiers,
} from "../../src/node/skill-roots.js";
import { DEFAULT_SKILLS_CONFIG } from "../../src/skills/config.js";
import { skillsTree } from "../support/skills-tree.js";

const NO_CONFIG = { file: undefined, document: {} };

describe("bundled skills", () => {
  test("the environment's folder comes first, `~` included", () => {
    const tree = skillsTree();
    tree.skill("bin/skills/alpha");
    const executable = tree.path("bin/host");
    const environment = { HOME: "/home/me", OPENCLAW_BUNDLED_SKILLS_DIR: " ~/mine " };
    expect(bundledSkillsFolder({ environment, executable })).toBe("/home/me/mine");
    expect(bundledSkillsFolder({ environment: { OPENCLAW_BUNDLED_SKILLS_DIR: " " }, executable })).toBe(
      tree.path("bin/skills"),
    );
  });

  test("then beside the executable, then up to six levels above the module", () => {
    const tree = skillsTree();
    tree.skill("package/skills/alpha");
    const executable = tree.path("bin/host");
    const from = (path: string) =>
      bundledSkillsFolder({ environment: {}, executable, module: pathToFileURL(tree.path(path)).href });
    expect(from("package/index.js")).toBe(tree.path("package/skills"));
    expect(from("package/1/2/3/4/5/index.js")).toBe(tree.path("package/skills"));
    expect(from("package/1/2/3/4/5/6/index.js")).toBeUndefined();
    expect(bundledSkillsFolder({ environment: {}, executable })).toBeUndefined();
  });

  test("a folder called `skills` without skills is passed over", () => {
    const tree = skillsTree();
    tree.file("package/dist/skills/loader.js", "");
    tree.skill("package/skills/alpha");
    const module = tree.path("package/dist/index.js");
    expect(bundledSkillsFolder({ environment: {}, executable: tree.path("bin/host"), module })).toBe(
      tree.path("package/skills"),
    );
  });
});

describe("plugins", () => {
  test("a manifest's folders are resolved inside the plugin and nowhere else", () => {
    const tree = skillsTree();
    const root = tree.path("plugin");
    tree.file(
      "plugin/openclaw.plugin.json",
      `{ id: "mem", kind: "memory", skills: ["./skills", "../../etc", "/etc", 7] } // JSON5`,
    );
    expect(readPluginSkills(root, { enabled: true }).value).toEqual({
      id: "mem",
      kind: "memory",
      enabled: true,
      skills: [join(root, "skills")],
    });
  });

  test.each([
    ["no manifest", undefined, "can't be read (ENOENT)"],
    ["a broken manifest", "{", "is not a JSON object with an `id`"],
    ["no id", '{"skills": ["./skills"]}', "is not a JSON object with an `id`"],
    ["skills that are no list", '{"id": "x", "skills": "./skills"}', "`skills` is not a list of folders"],
    ["no skills, which is nothing to talk about", '{"id": "x"}', undefined],
  ])("%s brings nothing", (_, manifest, said) => {
    const tree = skillsTree();
    if (manifest !== undefined) tree.file("plugin/openclaw.plugin.json", manifest);
    const { value, diagnostics } = readPluginSkills(tree.path("plugin"), { enabled: true });
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject(
      said === undefined
        ? []
        : [
            {
              code: "plugin-skills",
              severity: "warning",
              message: expect.stringContaining(said),
              file: tree.path("plugin/openclaw.plugin.json"),
              fix: expect.any(String),
            },
          ],
    );
  });

  test("a folder outside of the plugin is left out with a word", () => {
    const tree = skillsTree();
    tree.file("plugin/openclaw.plugin.json", '{"id": "x", "skills": ["../", "skills"]}');
    const { value, diagnostics } = readPluginSkills(tree.path("plugin"), { enabled: true });
    expect(value?.skills).toEqual([tree.path("plugin/skills")]);
    expect(diagnostics).toMatchObject([{ message: expect.stringContaining('"../" is no folder inside') }]);
  });

  test("the configuration says which are loaded and which of them are on", () => {
    const tree = skillsTree();
    for (const id of ["one", "two", "three", "four"])
      tree.file(`my plugins/${id}/openclaw.plugin.json`, JSON.stringify({ id, skills: ["skills"] }));
    const paths = ["one", "two", "three", "four", "absent"].map((id) => `my plugins/${id}`);
    const config = {
      file: tree.path("openclaw.json"),
      document: {
        plugins: {
          load: { paths: [...paths, 7] },
          allow: ["one", "two", "three"],
          deny: ["two"],
          entries: { three: { enabled: false } },
        },
      },
    };
    const found = configuredPlugins(config, {});
    expect(found.diagnostics).toMatchObject([
      { code: "plugin-skills", file: tree.path("my plugins/absent/openclaw.plugin.json") },
    ]);
    expect(found.value.map(({ id, enabled }) => [id, enabled])).toEqual([
      ["one", true],
      ["two", false],
      ["three", false],
      ["four", false],
    ]);
    expect(configuredPlugins(NO_CONFIG, {})).toEqual({ value: [], diagnostics: [] });
    const { tiers } = resolveOpenClawTiers({
      workspace: "/ws",
      environment: { HOME: tree.root },
      executable: "/nowhere/host",
      config: DEFAULT_SKILLS_CONFIG,
      openClaw: config,
    });
    expect(tiers[0]).toMatchObject({ id: "plugin", roots: [tree.path("my plugins/one/skills")] });
  });

  const plugins = [
    { id: "tools", enabled: true, skills: ["/p/tools"] },
    { id: "off", enabled: false, skills: ["/p/off"] },
    { id: "memory-a", kind: "memory", enabled: true, skills: ["/p/a"] },
    { id: "memory-b", kind: "memory", enabled: true, skills: ["/p/b"] },
  ];
  const foldersWith = (document: Readonly<Record<string, unknown>>) =>
    resolveOpenClawTiers({
      workspace: "/ws",
      environment: { HOME: "/home/me" },
      executable: "/nowhere/host",
      config: DEFAULT_SKILLS_CONFIG,
      openClaw: { file: undefined, document },
      plugins,
    }).tiers.find(({ id }) => id === "plugin")?.roots;

  test.each([
    ["the first memory plugin without a slot", {}, ["/p/tools", "/p/a"]],
    ["the one in the slot", { plugins: { slots: { memory: "memory-b" } } }, ["/p/tools", "/p/b"]],
    ["none of them with the slot `none`", { plugins: { slots: { memory: "none" } } }, ["/p/tools"]],
    ["nothing when plugins are off", { plugins: { enabled: false } }, undefined],
  ])("of memory plugins only one is active: %s", (_, document, expected) => {
    expect(foldersWith(document)).toEqual(expected);
  });
});

describe("OpenClaw's tiers", () => {
  test("six of them, the workspace highest, with their policies", () => {
    const { tiers } = resolveOpenClawTiers({
      workspace: "/ws",
      environment: { HOME: "/home/me", OPENCLAW_BUNDLED_SKILLS_DIR: "/bundled" },
      config: {
        ...DEFAULT_SKILLS_CONFIG,
        load: {
          ...DEFAULT_SKILLS_CONFIG.load,
          extraDirs: ["~/more", "rel"],
          allowSymlinkTargets: ["~/repo"],
        },
      },
      openClaw: { file: "/home/me/.openclaw/openclaw.json", document: {} },
    });
    expect(tiers.map(({ id, roots }) => [id, ...roots])).toEqual([
      ["extra", "/home/me/more", "/home/me/.openclaw/rel"],
      ["bundled", "/bundled"],
      ["managed", "/home/me/.openclaw/skills"],
      ["personal", "/home/me/.agents/skills"],
      ["project", "/ws/.agents/skills"],
      ["workspace", "/ws/skills"],
    ]);
    expect(tiers.map(({ depth }) => depth)).toEqual([
      2,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(tiers.map(({ links }) => links ?? "contained")).toEqual([
      "contained",
      "contained",
      "skill-folders",
      "skill-folders",
      "contained",
      "contained",
    ]);
    expect(tiers.every(({ linkTargets }) => linkTargets?.[0] === "/home/me/repo")).toBe(true);
  });

  test("a state folder of its own keeps the person's skills out", () => {
    const { tiers } = resolveOpenClawTiers({
      workspace: "/ws",
      environment: { HOME: "/home/me", OPENCLAW_STATE_DIR: "/profile" },
      executable: "/nowhere/host",
      config: DEFAULT_SKILLS_CONFIG,
      openClaw: NO_CONFIG,
    });
    expect(tiers.map(({ id }) => id)).toEqual(["managed", "project", "workspace"]);
    expect(tiers[0]?.roots).toEqual(["/profile/skills"]);
  });
});

test("OpenPocket's sources: bundled wins over local, local over the workspace", () => {
  const { tiers, identity } = resolveOpenPocketTiers({
    workspace: "/ws",
    bundled: "/app/skills",
    mode: "mixed",
    environment: { HOME: "/home/me" },
  });
  expect(identity).toBe("id");
  expect(tiers.flatMap(({ roots }) => roots)).toEqual([
    "/ws/skills",
    "/home/me/.openpocket/skills",
    "/app/skills",
  ]);
});

describe("the OpenClaw configuration", () => {
  test("none is no error; a named one that is missing is", () => {
    const tree = skillsTree();
    const environment = { HOME: tree.root };
    expect(readOpenClawConfig(environment)).toEqual({ file: undefined, document: {} });
    expect(() => readOpenClawConfig(environment, tree.path("named.json"))).toThrow(
      expect.objectContaining({ code: "config-invalid" }),
    );
  });

  test("is JSON5 with variables, found in the state folder or where the environment says", () => {
    const tree = skillsTree();
    tree.file(".openclaw/openclaw.json", `{ skills: { entries: { gh: { apiKey: "\${KEY}" } } }, /* c */ }`);
    const environment = { HOME: tree.root, KEY: "secret" };
    expect(readOpenClawConfig(environment).document).toEqual({
      skills: { entries: { gh: { apiKey: "secret" } } },
    });
    const other = tree.file("other.json", `{"agents": {"defaults": {"workspace": "~/agent"}}}`);
    const config = readOpenClawConfig({ ...environment, OPENCLAW_CONFIG_PATH: other });
    expect(config.file).toBe(other);
    expect(openClawWorkspace(config, environment)).toBe(tree.path("agent"));
    expect(openClawWorkspace(NO_CONFIG, environment)).toBe(tree.path(".openclaw/workspace"));
  });

  test.each([
    [
      "the default agent's",
      {
        list: [
          { id: "a", workspace: "~/a" },
          { id: "b", default: true, workspace: "~/b" },
        ],
      },
      "/home/me/b",
    ],
    ["the first agent's where none is the default", { list: [{ id: "a", workspace: "~/a" }] }, "/home/me/a"],
    [
      "that of all agents where the agent has none",
      { list: [{ id: "a" }], defaults: { workspace: "/ws" } },
      "/ws",
    ],
    ["the usual one otherwise", { list: "nonsense" }, "/home/me/.openclaw/workspace"],
  ])("names the workspace: %s", (_, agents, expected) => {
    expect(openClawWorkspace({ file: undefined, document: { agents } }, { HOME: "/home/me" })).toBe(expected);
  });

  test("an empty HOME is none: nothing becomes relative to the current folder", () => {
    const workspace = openClawWorkspace(NO_CONFIG, { HOME: "", OPENCLAW_HOME: " " });
    expect(isAbsolute(workspace)).toBe(true);
  });

  test("a broken one is named with its line, without its content", () => {
    const tree = skillsTree();
    const file = tree.file("broken.json", `{\n  "apiKey": "sk-secret",\n  oops`);
    expect(() => readOpenClawConfig({}, file)).toThrow(/line 3/);
    expect(() => readOpenClawConfig({}, file)).not.toThrow(/sk-secret/);
  });
});
