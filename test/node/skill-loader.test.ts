import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createSkillLoader } from "../../src/node/skill-loader.js";
import type { SkillCatalog } from "../../src/skills/catalog.js";
import type { SkillLimits } from "../../src/skills/limits.js";
import type { SpecMode } from "../../src/skills/spec-mode.js";
import type { Tier } from "../../src/skills/tiers.js";
import { type SkillsTree, skillsTree, skillText } from "../support/skills-tree.js";

function loaderOf(
  tree: SkillsTree,
  tier: Partial<Tier> = {},
  options: { readonly limits?: Partial<SkillLimits>; readonly mode?: SpecMode } = {},
) {
  const plan = {
    tiers: [{ id: "workspace", roots: [tree.path("skills")], ...tier }],
    ...(options.mode === undefined ? {} : { mode: options.mode }),
  };
  return createSkillLoader({ plan, ...(options.limits === undefined ? {} : { limits: options.limits }) });
}

const names = (catalog: SkillCatalog): readonly string[] => catalog.skills.map(({ name }) => name);
const codes = (catalog: SkillCatalog): readonly string[] => catalog.diagnostics.map(({ code }) => code);

describe("where skills are found", () => {
  test("siblings of a nested `skills` folder are kept (OpenClaw 2026.2.26 loses them)", () => {
    const tree = skillsTree();
    tree.skill("skills/alpha");
    tree.skill("skills/skills/beta");
    tree.skill("skills/team/web/gamma");
    expect(names(loaderOf(tree).load())).toEqual(["alpha", "beta", "gamma"]);
  });

  test("a SKILL.md ends the descent", () => {
    const tree = skillsTree();
    tree.skill("skills/alpha");
    tree.skill("skills/alpha/references/inner");
    expect(names(loaderOf(tree).load())).toEqual(["alpha"]);
  });

  test("a root that is a skill itself is one; an unusable SKILL.md there hides nothing", () => {
    const tree = skillsTree();
    tree.file("skills/SKILL.md", skillText("whole", "The root is a skill."));
    tree.skill("skills/alpha");
    expect(names(loaderOf(tree).load())).toEqual(["whole"]);
    tree.file("skills/SKILL.md", "---\nname: whole\n---\n");
    const catalog = loaderOf(tree).load();
    expect(names(catalog)).toEqual(["alpha"]);
    expect(catalog.rejected).toMatchObject([
      { code: "description-missing", file: tree.path("skills/SKILL.md") },
    ]);
  });

  test.each([
    [6, "skills/1/2/3/4/5/deep", ["deep"]],
    [6, "skills/1/2/3/4/5/6/deep", []],
    [2, "skills/1/deep", ["deep"]],
    [2, "skills/1/2/deep", []],
  ])("to depth %i: %s", (depth, folder, expected) => {
    const tree = skillsTree();
    tree.skill(folder);
    expect(names(loaderOf(tree, { depth }).load())).toEqual(expected);
  });

  test("not in hidden folders and not among installed packages", () => {
    const tree = skillsTree();
    for (const folder of [".git", "node_modules", "__pycache__", "venv", ".venv"])
      tree.skill(`skills/${folder}/x`);
    expect(names(loaderOf(tree).load())).toEqual([]);
    tree.skill("skills/venv", "How to use a virtual environment.");
    tree.skill("skills/dist/shipped");
    expect(names(loaderOf(tree).load())).toEqual(["shipped", "venv"]);
  });

  test("single files only in OpenPocket's legacy and mixed modes, without README", () => {
    const tree = skillsTree();
    tree.file("skills/search-app.md", "# Search App\n\nFind an app quickly.\n");
    tree.file("skills/README.md", "# Read me\n\nNot a skill.\n");
    tree.skill("skills/alpha");
    expect(names(loaderOf(tree, {}, { mode: "mixed" }).load())).toEqual(["alpha", "Search App"]);
    expect(names(loaderOf(tree, {}, { mode: "legacy" }).load())).toEqual(["alpha", "Search App"]);
    expect(names(loaderOf(tree, {}, { mode: "strict" }).load())).toEqual(["alpha"]);
    expect(names(loaderOf(tree).load())).toEqual(["alpha"]);
  });

  test("OpenPocket: the ending of `UPPER.MD` is no part of the id", () => {
    const tree = skillsTree();
    tree.file("root/UPPER.MD", "# Upper\n\nDoes it.\n");
    const { skills } = createSkillLoader({
      plan: { mode: "mixed", tiers: [{ id: "t", roots: [tree.path("root")] }] },
    }).load();
    expect(skills.map(({ id, name, description }) => [id, name, description])).toEqual([
      ["UPPER", "Upper", "Does it."],
    ]);
  });

  test("OpenPocket: notes below a skill do not become skills", () => {
    const tree = skillsTree();
    tree.skill("skills/foo");
    tree.file("skills/foo/references/deep.md", "# Deep\n\nA note.\n");
    expect(names(loaderOf(tree, {}, { mode: "mixed" }).load())).toEqual(["foo"]);
  });

  test("a folder that was named and does not exist is reported; one of the usual places is not", () => {
    const tree = skillsTree();
    expect(loaderOf(tree).load().diagnostics).toEqual([]);
    expect(loaderOf(tree, { expected: true }).load().diagnostics).toMatchObject([
      { code: "skill-file-unreadable", file: tree.path("skills") },
    ]);
  });
});

describe("limits", () => {
  test("OpenClaw: folders without a skill do not use up the quota", () => {
    const tree = skillsTree({ large: true });
    for (let index = 0; index < 400; index += 1)
      mkdirSync(tree.path(`skills/junk-${index}`), { recursive: true });
    for (let index = 0; index < 20; index += 1) tree.skill(`skills/zz-${index}`);
    const limits = { maxCandidatesPerRoot: 20, maxSkillsLoadedPerSource: 20 };
    const catalog = loaderOf(tree, {}, { limits }).load();
    expect(catalog.skills).toHaveLength(20);
    expect(catalog.diagnostics).toEqual([]);
  });

  test("candidates beyond the limit are listed and reported once, and come in when others go", () => {
    const tree = skillsTree();
    for (let index = 0; index < 5; index += 1) tree.skill(`skills/s${index}`);
    const loader = loaderOf(tree, {}, { limits: { maxCandidatesPerRoot: 3 } });
    const catalog = loader.load();
    expect(names(catalog)).toEqual(["s0", "s1", "s2"]);
    expect(catalog.rejected.map(({ id, code }) => [id, code])).toEqual([
      ["s3", "limit"],
      ["s4", "limit"],
    ]);
    expect(codes(catalog)).toEqual(["limit-candidates"]);
    expect(loader.load()).toEqual(catalog);
    tree.remove("skills/s0");
    expect(names(loader.load())).toEqual(["s1", "s2", "s3"]);
  });

  test("skills of a tier beyond the limit are listed and reported", () => {
    const tree = skillsTree();
    for (let index = 0; index < 5; index += 1) tree.skill(`skills/s${index}`);
    const catalog = loaderOf(tree, {}, { limits: { maxSkillsLoadedPerSource: 4 } }).load();
    expect(names(catalog)).toEqual(["s0", "s1", "s2", "s3"]);
    expect(catalog.rejected).toMatchObject([{ name: "s4", code: "limit" }]);
    expect(codes(catalog)).toEqual(["limit-skills"]);
  });

  test("a file that is too large is left out with its size; exactly the limit is fine", () => {
    const tree = skillsTree();
    const file = tree.skill("skills/large");
    truncateSync(file, 4_096);
    expect(names(loaderOf(tree, {}, { limits: { maxSkillFileBytes: 4_096 } }).load())).toEqual(["large"]);
    const catalog = loaderOf(tree, {}, { limits: { maxSkillFileBytes: 4_095 } }).load();
    expect(catalog.rejected).toMatchObject([{ code: "file-too-large" }]);
    expect(catalog.diagnostics[0]?.message).toContain("4096 bytes; 4095 are allowed");
  });

  test("a root full of folders ends the search, with a word", () => {
    const tree = skillsTree({ large: true });
    for (let index = 0; index < 1_100; index += 1)
      mkdirSync(tree.path(`skills/f${index}`), { recursive: true });
    const catalog = loaderOf(tree, {}, { limits: { maxCandidatesPerRoot: 1 } }).load();
    expect(codes(catalog)).toEqual(["limit-folders"]);
  });

  test("folders that lie too deep are named, once, and not again without a change", () => {
    const tree = skillsTree();
    tree.skill("skills/a/b/c/deep");
    tree.skill("skills/a/b/d/deep");
    const loader = loaderOf(tree, { depth: 2 });
    const catalog = loader.load();
    expect(catalog.diagnostics).toMatchObject([{ code: "limit-depth", file: tree.path("skills/a/b") }]);
    expect(loader.load()).toBe(catalog);
  });
});

describe("links", () => {
  const linkedOut = () => {
    const tree = skillsTree();
    tree.skill("outside/alpha");
    mkdirSync(tree.path("skills"));
    symlinkSync(tree.path("outside/alpha"), tree.path("skills/alpha"));
    return tree;
  };

  test.each<[string, Partial<Tier>, readonly string[], readonly string[]]>([
    ["contained refuses a folder outside", {}, [], ["skill-outside-root"]],
    ["skill-folders takes it", { links: "skill-folders" }, ["alpha"], []],
    ["follow takes it", { links: "follow" }, ["alpha"], []],
  ])("%s", (_, tier, expected, diagnostics) => {
    const catalog = loaderOf(linkedOut(), tier).load();
    expect(names(catalog)).toEqual(expected);
    expect(codes(catalog)).toEqual(diagnostics);
  });

  test("a named target folder is allowed, and the refusal says how", () => {
    const tree = linkedOut();
    expect(loaderOf(tree).load().diagnostics[0]?.fix).toContain("allowSymlinkTargets");
    expect(names(loaderOf(tree, { linkTargets: [tree.path("outside")] }).load())).toEqual(["alpha"]);
    expect(names(loaderOf(tree, { linkTargets: [tree.path("out")] }).load())).toEqual([]);
  });

  test("links inside the root, and a root that is a link, are fine", () => {
    const tree = skillsTree();
    tree.skill("real/group/alpha");
    symlinkSync(tree.path("real/group/alpha"), tree.path("real/beta"));
    symlinkSync(tree.path("real"), tree.path("skills"));
    const catalog = loaderOf(tree).load();
    expect(names(catalog)).toEqual(["alpha"]);
    expect(catalog.shadowed).toHaveLength(1);
  });

  test("a SKILL.md that is a link must stay in its folder, unless the tier follows", () => {
    const tree = skillsTree();
    const secret = tree.file("secret.md", skillText("alpha", "Not meant to be read."));
    mkdirSync(tree.path("skills/alpha"), { recursive: true });
    symlinkSync(secret, tree.path("skills/alpha/SKILL.md"));
    tree.file("skills/beta/real.md", skillText("beta", "Inside."));
    symlinkSync("real.md", tree.path("skills/beta/SKILL.md"));
    for (const links of ["contained", "skill-folders"] as const) {
      const catalog = loaderOf(tree, { links }).load();
      expect(names(catalog)).toEqual(["beta"]);
      expect(codes(catalog)).toEqual(["skill-outside-root"]);
    }
    expect(names(loaderOf(tree, { links: "follow" }).load())).toEqual(["alpha", "beta"]);
  });

  test("a hard-linked SKILL.md is refused, except in bundled tiers, which package managers link", () => {
    const tree = skillsTree();
    const file = tree.skill("skills/alpha");
    linkSync(file, tree.path("twin.md"));
    expect(codes(loaderOf(tree).load())).toEqual(["skill-hard-link"]);
    expect(names(loaderOf(tree, { bundled: true }).load())).toEqual(["alpha"]);
  });

  test("loops and dangling links do no harm", () => {
    const tree = skillsTree();
    tree.skill("skills/alpha");
    symlinkSync(tree.path("skills"), tree.path("skills/loop"));
    symlinkSync("self", tree.path("skills/self"));
    symlinkSync(tree.path("nowhere"), tree.path("skills/dangling"));
    const catalog = loaderOf(tree, { links: "follow" }).load();
    expect(names(catalog)).toEqual(["alpha"]);
    expect(codes(catalog)).toEqual(["skill-file-unreadable", "skill-file-unreadable"]);
  });

  test("a pipe or a folder called SKILL.md is no skill, and does not block", () => {
    const tree = skillsTree();
    mkdirSync(tree.path("skills/pipe"), { recursive: true });
    execFileSync("sh", ["-c", 'mkfifo "$0"', tree.path("skills/pipe/SKILL.md")]);
    mkdirSync(tree.path("skills/folder/SKILL.md"), { recursive: true });
    const catalog = loaderOf(tree).load();
    expect(catalog.skills).toEqual([]);
    expect(codes(catalog)).toEqual(["skill-file-unreadable"]);
  });
});

describe("a second look", () => {
  /** Files that are older than a clock tick need not be read again. */
  const settle = () => delay(80);

  test("gives the same object when nothing has changed", async () => {
    const tree = skillsTree();
    tree.skill("skills/alpha");
    tree.file("skills/broken/SKILL.md", "---\nname: broken\n---\n");
    symlinkSync(tree.path("nowhere"), tree.path("skills/dangling"));
    const loader = loaderOf(tree);
    const first = loader.load();
    expect(loader.load()).toBe(first);
    await settle();
    expect(loader.load()).toBe(first);
    expect(loader.load()).toBe(first);
  });

  test("re-reads only what has changed", async () => {
    const tree = skillsTree();
    tree.skill("skills/alpha");
    tree.skill("skills/group/beta");
    const loader = loaderOf(tree);
    await settle();
    const [alpha, beta] = loader.load().skills;
    tree.skill("skills/group/beta", "Changed.");
    const after = loader.load();
    expect(after.skills[0]).toBe(alpha);
    expect(after.skills[1]).not.toBe(beta);
    expect(after.skills[1]?.description).toBe("Changed.");
  });

  test("notices a change that keeps size and modification time", async () => {
    const tree = skillsTree();
    const file = tree.skill("skills/alpha", "aaa");
    utimesSync(file, 1_000_000, 1_000_000);
    const loader = loaderOf(tree);
    await settle();
    loader.load();
    writeFileSync(file, skillText("alpha", "bbb"));
    utimesSync(file, 1_000_000, 1_000_000);
    expect(loader.load().skills[0]?.description).toBe("bbb");
  });

  test("notices a second change within the same clock tick", () => {
    const tree = skillsTree();
    for (let round = 0; round < 50; round += 1) {
      tree.skill("skills/alpha", `Round ${round % 10}.`);
      const loader = loaderOf(tree);
      expect(loader.load().skills[0]?.description).toBe(`Round ${round % 10}.`);
      tree.skill("skills/alpha", `Again ${round % 10}.`);
      expect(loader.load().skills[0]?.description).toBe(`Again ${round % 10}.`);
    }
  });

  test.each<[string, (tree: SkillsTree) => void, readonly string[]]>([
    [
      "a folder that becomes a skill",
      (tree) => tree.file("skills/group/SKILL.md", skillText("group", "x")),
      ["alpha", "group"],
    ],
    ["a skill that stops being one", (tree) => tree.remove("skills/alpha/SKILL.md"), ["beta"]],
    [
      "a skill that uncovers what lies below it",
      (tree) => {
        tree.skill("skills/alpha/inner");
        tree.remove("skills/alpha/SKILL.md");
      },
      ["beta", "inner"],
    ],
    [
      "a folder that is replaced by a link out",
      (tree) => {
        renameSync(tree.path("skills/alpha"), tree.path("outside"));
        symlinkSync(tree.path("outside"), tree.path("skills/alpha"));
      },
      ["beta"],
    ],
    [
      "a root that becomes a skill",
      (tree) => tree.file("skills/SKILL.md", skillText("whole", "x")),
      ["whole"],
    ],
    ["a root that goes", (tree) => tree.remove("skills"), []],
  ])("sees %s", async (_, act, expected) => {
    const tree = skillsTree();
    tree.skill("skills/alpha");
    tree.skill("skills/group/beta");
    const loader = loaderOf(tree);
    await settle();
    loader.load();
    act(tree);
    expect(names(loader.load())).toEqual(expected);
    expect(names(loader.load())).toEqual(expected);
  });

  test("an unreadable file is tried again", async () => {
    const tree = skillsTree();
    const file = tree.file("skills/alpha/SKILL.md", "---\nname: alpha\n---\n");
    const loader = loaderOf(tree);
    await settle();
    expect(loader.load().rejected).toHaveLength(1);
    writeFileSync(file, skillText("alpha", "Repaired."));
    chmodSync(file, 0o644);
    expect(names(loader.load())).toEqual(["alpha"]);
  });
});

describe("only the header is decoded", () => {
  test.each([
    ["plain", "---\nname: a\ndescription: b\n---\nBody\n"],
    ["no final line end", "---\nname: a\ndescription: b\n---"],
    ["CRLF", "---\r\nname: a\r\ndescription: b\r\n---\r\nBody\r\n"],
    ["BOM", "\ufeff---\nname: a\ndescription: b\n---\nBody\n"],
    ["long fence", "---\nname: a\ndescription: b\n-----\nBody\n"],
    ["a fence with blanks", "---\nname: a\ndescription: b\n---  \nBody\n"],
    ["dashes in a value", "---\nname: a\ndescription: |\n  b\n  ---x\n---\nBody\n"],
    ["UTF-16", Buffer.from("\ufeff---\nname: a\ndescription: b\n---\nBody\n", "utf16le")],
  ])("%s gives the same skill as the whole file", (_, text) => {
    const tree = skillsTree();
    tree.file("skills/x/SKILL.md", typeof text === "string" ? text : new Uint8Array(text));
    const { skills } = loaderOf(tree).load();
    expect(skills).toMatchObject([{ name: "a", id: "x" }]);
    expect(skills[0]?.description).toMatch(/^b/);
    expect(skills[0]?.bodyLine).toBeGreaterThan(4);
  });
});
