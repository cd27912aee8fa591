import { symlinkSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { CortexError } from "../../src/core/errors.js";
import { createNodeSkills } from "../../src/node/create-node-skills.js";
import { applyEnvScope } from "../../src/node/skill-env-scope.js";
import type { Probe, ProbeAnswer } from "../../src/ports/probe.js";
import { openPocketTiers } from "../../src/skills/tiers.js";
import { recordChanges, skillsOf } from "../support/skills-host.js";
import { type SkillsTree, skillsTree } from "../support/skills-tree.js";

const gated = (requires: string): string => `metadata: {"openclaw": {"requires": ${requires}}}\n`;

function probeOf(id: string, answer: () => ProbeAnswer | Promise<ProbeAnswer>): Probe {
  return { specificationVersion: "v1", id, probe: async () => answer() };
}

describe("createNodeSkills", () => {
  test("loads, gates and explains the skills of a workspace", async () => {
    const tree = skillsTree();
    tree.skill("workspace/skills/plain");
    tree.skill("workspace/skills/needs-tool", "Needs it.", gated('{"bins": ["absent-tool"]}'));
    tree.file("workspace/skills/broken/SKILL.md", "---\nname: broken\n---\n");
    tree.skill("home/.openclaw/skills/plain", "Shadowed.");
    const skills = skillsOf(tree);
    const { eligible, excluded, catalog, diagnostics } = await skills.load();
    expect(eligible.map(({ name, tier }) => [name, tier])).toEqual([["plain", "workspace"]]);
    expect(excluded).toMatchObject([
      { skill: { name: "needs-tool" }, reasons: [{ code: "missing-bins", missing: ["absent-tool"] }] },
    ]);
    expect(catalog.shadowed).toMatchObject([
      { name: "plain", winner: { tier: "workspace" }, loser: { tier: "managed" } },
    ]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["skill-description-missing", "skill-shadowed"]);
    expect(await skills.explain("needs-tool")).toMatchObject({ status: "excluded" });
    expect(await skills.explain("broken")).toMatchObject({ status: "rejected" });
    expect(await skills.explain("plain", { filter: [] })).toMatchObject({
      status: "excluded",
      reasons: [{ code: "filtered" }],
    });
  });

  test("a skill works as soon as its program is installed", async () => {
    const tree = skillsTree();
    tree.skill("workspace/skills/needs-tool", "Needs it.", gated('{"bins": ["new-tool"]}'));
    const environment = { HOME: tree.path("home"), PATH: tree.path("bin") };
    const skills = skillsOf(tree, { environment });
    const before = await skills.load();
    expect(before.eligible).toEqual([]);
    expect(await skills.load()).toBe(before);
    tree.program("bin/new-tool");
    expect((await skills.load()).eligible).toHaveLength(1);
  });

  test("a sandbox is judged instead of the host; remote machines count as well", async () => {
    const tree = skillsTree();
    tree.skill("workspace/skills/shell", "Needs sh.", gated('{"bins": ["sh"]}'));
    tree.skill("workspace/skills/mac", "For macs.", 'metadata: {"openclaw": {"os": ["macos"]}}\n');
    const empty = probeOf("sandbox", () => ({ platform: "linux", bins: [], env: [] }));
    const sandboxed = skillsOf(tree, { probe: empty });
    expect((await sandboxed.load()).eligible).toEqual([]);
    const mac = probeOf("mac", () => ({ platform: "darwin", bins: ["sh"], env: [] }));
    const remote = skillsOf(tree, { probe: empty, remotes: [mac] });
    expect((await remote.load()).eligible.map(({ name }) => name)).toEqual(["mac", "shell"]);
  });

  test("a machine that does not answer has nothing, and that is said", async () => {
    const tree = skillsTree();
    tree.skill("workspace/skills/plain");
    tree.skill("workspace/skills/shell", "Needs sh.", gated('{"bins": ["sh"]}'));
    const probe = probeOf("sandbox", () => {
      throw new CortexError("port-failed", "The container is down.");
    });
    const { eligible, diagnostics } = await skillsOf(tree, { probe }).load();
    expect(eligible.map(({ name }) => name)).toEqual(["plain"]);
    expect(diagnostics).toMatchObject([{ code: "probe-failed", severity: "error" }]);
    expect(diagnostics[0]?.message).toContain("The container is down.");
  });

  test("a machine that never answers holds nobody up", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const tree = skillsTree();
    tree.skill("workspace/skills/plain");
    let signal: AbortSignal | undefined;
    const probe: Probe = {
      specificationVersion: "v1",
      id: "sandbox",
      probe: (_, context) => {
        signal = context?.signal;
        return new Promise(() => {});
      },
    };
    const loading = skillsOf(tree, { probe }).load();
    await vi.advanceTimersByTimeAsync(10_000);
    const { eligible, diagnostics } = await loading;
    expect(eligible.map(({ name }) => name)).toEqual(["plain"]);
    expect(diagnostics[0]?.message).toContain(
      '"sandbox" can\'t be looked at: It did not answer within 10 s.',
    );
    expect(signal?.aborted).toBe(true);
  });

  test("a slow look never overwrites a later one", async () => {
    const tree = skillsTree();
    tree.skill("workspace/skills/one");
    let first = true;
    const probe = probeOf("slow", async () => {
      if (first) {
        first = false;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return { platform: "linux", bins: [], env: [] };
    });
    const skills = skillsOf(tree, { probe });
    const slow = skills.load();
    tree.skill("workspace/skills/two");
    const fast = skills.load();
    expect((await fast).eligible).toHaveLength(2);
    await slow;
    expect((await skills.load()).eligible).toHaveLength(2);
  });

  test.each<[string, (tree: SkillsTree) => string, string]>([
    ["a link to itself", (tree) => tree.path("loop"), "can't be read (ELOOP)"],
    ["a name that is too long", (tree) => tree.path("x".repeat(300)), "can't be read (ENAMETOOLONG)"],
    ["something below a file", (tree) => tree.path("workspace/skills/plain/SKILL.md/x"), "does not exist"],
    ["a NUL byte", (tree) => `${tree.root}/a\0b`, "can't be read"],
  ])(
    "one folder that can't be looked at costs only itself, as a root and on the PATH: %s",
    async (_, bad, said) => {
      const tree = skillsTree();
      tree.skill("workspace/skills/plain");
      tree.skill("workspace/skills/tool", "Needs it.", gated('{"bins": ["tool"]}'));
      tree.program("bin/tool");
      symlinkSync("loop", tree.path("loop"));
      const skills = skillsOf(tree, {
        config: { load: { extraDirs: [bad(tree)] } },
        environment: { HOME: tree.path("home"), PATH: `${bad(tree)}:${tree.path("bin")}` },
        watcher: { debounceMs: 20 },
      });
      const { eligible, diagnostics } = await skills.load();
      expect(eligible.map(({ name }) => name)).toEqual(["plain", "tool"]);
      expect(diagnostics).toMatchObject([
        { code: "skill-file-unreadable", message: expect.stringContaining(said) },
      ]);
      const recorder = recordChanges(skills);
      tree.skill("workspace/skills/later");
      expect(await recorder.next()).toMatchObject({ added: ["later"] });
    },
  );

  test("snapshots: the version grows when, and only when, the content changes; filters have their own", async () => {
    const tree = skillsTree();
    tree.skill("workspace/skills/alpha");
    tree.skill("workspace/skills/beta");
    const skills = skillsOf(tree);
    const first = await skills.snapshot();
    expect(first.prompt).toContain("<name>alpha</name>");
    expect(first.prompt).toContain("<name>beta</name>");
    const none = await skills.snapshot({ filter: [] });
    expect(none.prompt).toBe("");
    expect(none.skills).toEqual([]);
    const only = await skills.snapshot({ filter: ["beta"] });
    expect(only.skills.map(({ name }) => name)).toEqual(["beta"]);
    expect((await skills.snapshot()).version).toBe(first.version);
    tree.skill("workspace/skills/alpha", "Changed.");
    const second = await skills.snapshot();
    expect(second.version).toBeGreaterThan(first.version);
    expect(second.contentHash).not.toBe(first.contentHash);
    expect((await skills.snapshot({ filter: ["beta"] })).version).toBe(only.version);
    const restarted = await skillsOf(tree).snapshot();
    expect(restarted.contentHash).toBe(second.contentHash);
  });

  test("two callers with different prompts do not bump each other's versions", async () => {
    const tree = skillsTree();
    tree.skill("workspace/skills/alpha");
    const skills = skillsOf(tree);
    const small = { prompt: { tools: [] } };
    const [full, without] = [await skills.snapshot(), await skills.snapshot(small)];
    expect(without.contentHash).not.toBe(full.contentHash);
    expect((await skills.snapshot()).version).toBe(full.version);
    expect((await skills.snapshot(small)).version).toBe(without.version);
  });

  test("another budget is no other version while the content is the same; another message's scores are a newer one", async () => {
    const tree = skillsTree();
    tree.skill("workspace/skills/alpha");
    tree.skill("workspace/skills/beta");
    const skills = skillsOf(tree);
    const { version } = await skills.snapshot({ prompt: { budget: { tokens: 5000 } } });
    for (let tokens = 5001; tokens < 5200; tokens += 1)
      expect((await skills.snapshot({ prompt: { budget: { tokens } } })).version).toBe(version);
    const about = (name: string) =>
      skills.snapshot({ prompt: { scores: new Map([[name, 1]]), budget: { skills: 1 } } });
    const [one, two, three] = [await about("alpha"), await about("beta"), await about("alpha")];
    expect(two.version).toBeGreaterThan(one.version);
    expect(three.version).toBeGreaterThan(two.version);
  });

  test("nothing is watched where the configuration says `watch: false`", () => {
    const tree = skillsTree();
    tree.skill("workspace/skills/alpha");
    const off = skillsOf(tree, { config: { load: { watch: false } } });
    const stop = off.watch(() => {});
    expect(off.watching).toBe("off");
    stop();
    const on = skillsOf(tree);
    on.watch(() => {});
    expect(on.watching).not.toBe("off");
  });

  test("folders that somebody named and that do not exist are reported; usual places are not", async () => {
    const tree = skillsTree();
    tree.file("plugin/openclaw.plugin.json", '{"id": "p", "skills": ["gone"]}');
    tree.file(
      "home/.openclaw/openclaw.json",
      JSON.stringify({ plugins: { load: { paths: [tree.path("plugin"), tree.path("no-plugin")] } } }),
    );
    const environment = {
      HOME: tree.path("home"),
      PATH: "",
      OPENCLAW_BUNDLED_SKILLS_DIR: tree.path("no-bundle"),
    };
    const skills = createNodeSkills({ workspace: tree.path("workspace"), environment });
    const { diagnostics } = await skills.load();
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ["plugin-skills", tree.path("no-plugin/openclaw.plugin.json")],
      ["skill-file-unreadable", tree.path("plugin/gone")],
      ["skill-file-unreadable", tree.path("no-bundle")],
    ]);
  });

  test("the configuration's budget limits the prompt, and paths below home are short", async () => {
    const tree = skillsTree();
    for (let index = 0; index < 5; index += 1) tree.skill(`home/ws/skills/s${index}`);
    const skills = skillsOf(tree, {
      workspace: tree.path("home/ws"),
      config: { limits: { maxSkillsInPrompt: 2 } },
    });
    const { prompt, report } = await skills.snapshot();
    expect(report.included).toHaveLength(2);
    expect(report.dropped).toHaveLength(3);
    expect(prompt).toContain("<location>~/ws/skills/s0/SKILL.md</location>");
  });

  test("variables, commands and install plans come from the same configuration", async () => {
    const tree = skillsTree();
    tree.skill(
      "workspace/skills/git-hub",
      "GitHub.",
      'metadata: {"openclaw": {"primaryEnv": "GH_TOKEN", "install": [{"kind": "node", "package": "gh-cli", "bins": ["gh"]}]}}\n',
    );
    tree.program("bin/pnpm");
    const skills = skillsOf(tree, {
      environment: { HOME: tree.path("home"), PATH: tree.path("bin") },
      config: { entries: { "git-hub": { apiKey: "ghp_secret" } }, install: { nodeManager: "pnpm" } },
    });
    const { eligible } = await skills.load();
    const [skill] = eligible;
    if (skill === undefined) throw new Error("expected one skill");
    expect(skills.environmentFor(eligible).env).toEqual({ GH_TOKEN: "ghp_secret" });
    expect(await skills.commands({ reserved: ["help"] })).toMatchObject([{ name: "git_hub" }]);
    expect(await skills.installPlans(skill)).toMatchObject([
      { argv: [["pnpm", "add", "-g", "--ignore-scripts", "gh-cli"]], available: true, bins: ["gh"] },
    ]);
  });

  test("of overlapping runs in one process.env each keeps its key, and none makes another skill usable", async () => {
    const tree = skillsTree();
    const needsKey = "metadata: {openclaw: {primaryEnv: GH_TOKEN, requires: {env: [GH_TOKEN]}}}\n";
    tree.skill("workspace/skills/github", "Needs a key.", needsKey);
    tree.skill("workspace/skills/other", "Has no key.", gated('{"env": ["GH_TOKEN"]}'));
    const environment: Record<string, string | undefined> = { HOME: tree.path("home"), PATH: "" };
    const skills = skillsOf(tree, { environment, config: { entries: { github: { apiKey: "secret" } } } });
    const { eligible } = await skills.load();
    expect(eligible.map(({ name }) => name)).toEqual(["github"]);
    const first = applyEnvScope(skills.environmentFor(eligible), environment);
    expect((await skills.load()).eligible.map(({ name }) => name)).toEqual(["github"]);
    const second = applyEnvScope(skills.environmentFor(eligible), environment);
    first.restore();
    expect(environment.GH_TOKEN).toBe("secret");
    second.restore();
    expect("GH_TOKEN" in environment).toBe(false);
  });

  test("a skill that claims another one's key gets nothing, also in a run of its own", async () => {
    const tree = skillsTree();
    const block = (extra: string): string => `metadata: {openclaw: {primaryEnv: GH_TOKEN${extra}}}\n`;
    tree.skill("workspace/skills/github", "The real one.", block(""));
    tree.skill("workspace/skills/thief", "Another one.", block(", skillKey: github"));
    const skills = skillsOf(tree, { config: { entries: { github: { apiKey: "secret" } } } });
    const { eligible } = await skills.load();
    const thief = eligible.filter(({ name }) => name === "thief");
    expect(thief).toHaveLength(1);
    expect(skills.environmentFor(thief)).toMatchObject({
      set: [],
      refused: [{ name: "GH_TOKEN", reason: "key-of-another-skill" }],
    });
  });

  test("reads an OpenClaw configuration where there is one", async () => {
    const tree = skillsTree();
    tree.skill("agent/skills/alpha");
    tree.skill("agent/skills/chat", "Chat.", gated('{"config": ["channels.slack"]}'));
    tree.skill("more/beta");
    tree.file(
      ".openclaw/openclaw.json",
      `{ agents: { defaults: { workspace: "${tree.path("agent")}" } },
         channels: { slack: { token: "x" } },
         skills: { load: { extraDirs: ["${tree.path("more")}"] }, entries: { alpha: { enabled: false } } } }`,
    );
    const skills = createNodeSkills({
      environment: { HOME: tree.root, PATH: "" },
      executable: tree.path("bin/host"),
    });
    const { eligible, excluded } = await skills.load();
    expect(eligible.map(({ name }) => name)).toEqual(["beta", "chat"]);
    expect(excluded).toMatchObject([{ skill: { name: "alpha" }, reasons: [{ code: "disabled" }] }]);
  });

  test("a wrong configuration is an error that names the path and never the value", () => {
    const tree = skillsTree();
    const make = () =>
      skillsOf(tree, {
        config: { entries: { gh: { apiKey: 12_345_678 } }, install: { nodeManager: "deno" } },
      });
    expect(make).toThrow(/skills\.install\.nodeManager: allowed are npm, pnpm, yarn, bun/);
    expect(make).toThrow(/skills\.entries\.gh\.apiKey/);
    expect(make).not.toThrow(/12345678/);
  });

  test.each<[string, object, string]>([
    ["a misspelt one", { workspce: "/w" }, 'has no option "workspce". Known are workspace, plan, config'],
    ["a workspace of the wrong kind", { workspace: 7 }, 'the path of a folder as "workspace"'],
    ["a plan without tiers", { plan: {} }, 'a list of "tiers"'],
    ["a probe that is none", { probe: {} }, 'specificationVersion "v1"'],
    ["a remote machine that is none", { remotes: [null] }, 'specificationVersion "v1"'],
  ])("a wrong option is an error with the way out: %s", (_, options, sentence) => {
    expect(() => createNodeSkills({ configFile: false, ...options })).toThrow(sentence);
  });

  test("a relative workspace is one from the start, wherever the program goes later", () => {
    const skills = createNodeSkills({
      workspace: "some/where",
      configFile: false,
      environment: { HOME: "/h" },
    });
    expect(skills.plan.tiers.at(-1)?.roots).toEqual([resolve("some/where/skills")]);
  });

  test("another list of tiers replaces OpenClaw's", async () => {
    const tree = skillsTree();
    tree.skill("app/alpha", "Bundled.");
    tree.skill("workspace/skills/alpha", "From the workspace.");
    tree.file("workspace/skills/open-app.md", "# Open App\n\nOpens an app.\n");
    const plan = openPocketTiers({ bundled: tree.path("app"), workspace: tree.path("workspace/skills") });
    const { eligible, catalog } = await skillsOf(tree, { plan }).load();
    expect(eligible.map(({ name, description }) => [name, description])).toEqual([
      ["alpha", "Bundled."],
      ["Open App", "Opens an app."],
    ]);
    expect(catalog.shadowed).toMatchObject([{ loser: { tier: "workspace" } }]);
  });
});
