import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNodeSkills } from "../../src/node/create-node-skills.js";
import { FOLDER_CASES } from "../support/skills-cases.js";
import { listedDifferences } from "../support/skills-differences.js";
import { type OpenClawCommand, openClawListings, PEERS } from "../support/skills-peers.js";
import { buildTree, type SkillsTree } from "../support/skills-tree.js";

const OPENCLAW = "OpenClaw 2026.9.6";
const PACKAGE = join(PEERS, "openclaw");

let root: string;
let tree: SkillsTree;
let layouts: readonly (readonly OpenClawCommand[])[];
let shipped: readonly OpenClawCommand[];

/** The same place for both programs: neither sees this machine's own skills. */
const environment = (): Readonly<Record<string, string>> => ({
  PATH: "/usr/bin:/bin",
  HOME: tree.path("home"),
  OPENCLAW_STATE_DIR: tree.path("home/state"),
});

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "skill-cortex-openclaw-")));
  tree = buildTree(root);
  mkdirSync(tree.path("home"));
  mkdirSync(tree.path("empty"));
  for (const [index, { build }] of FOLDER_CASES.entries()) build(tree, (path) => `case-${index}/${path}`);
  layouts = await openClawListings(
    FOLDER_CASES.map((_, index) => tree.path(`case-${index}`)),
    { home: tree.path("home") },
  );
  const bundled = join(PACKAGE, "skills");
  [shipped = []] = await openClawListings([tree.path("empty")], { home: tree.path("home"), bundled });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const listed = (commands: readonly { readonly skillName: string; readonly description: string }[]) =>
  commands.map(({ skillName, description }) => ({ skillName, description }));

describe("the same folders, listed by OpenClaw 2026.9.6 on Node 24", () => {
  const differences = listedDifferences("Folders", OPENCLAW);

  test.each(FOLDER_CASES.map((layout, index) => ({ ...layout, index })))("$id", async ({ id, index }) => {
    const skills = createNodeSkills({
      workspace: tree.path(`case-${index}`),
      configFile: false,
      executable: tree.path("bin/host"),
      environment: environment(),
    });
    const { eligible } = await skills.load();
    const ours = eligible
      .filter(({ invocation }) => invocation.userInvocable)
      .map(({ name, description }) => ({ skillName: name, description }));
    const theirs = listed(layouts[index] ?? []);
    if (differences.includes(id)) expect(ours).not.toEqual(theirs);
    else expect(ours).toEqual(theirs);
  });

  test("and slash commands get the same names", async () => {
    const commands = await Promise.all(
      FOLDER_CASES.map(({ id }, index) => {
        if (differences.includes(id)) return layouts[index]?.map(({ name }) => name);
        const skills = createNodeSkills({
          workspace: tree.path(`case-${index}`),
          configFile: false,
          executable: tree.path("bin/host"),
          environment: environment(),
        });
        return skills.commands().then((list) => list.map(({ name }) => name));
      }),
    );
    expect(commands).toEqual(layouts.map((list) => list.map(({ name }) => name)));
  });
});

describe("the skills shipped in the openclaw package", () => {
  /** Every folder with a SKILL.md, dependencies of the package left out. */
  function skillFolders(folder: string): readonly string[] {
    const entries = readdirSync(folder, { withFileTypes: true });
    if (entries.some(({ name }) => name === "SKILL.md")) return [folder];
    return entries
      .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
      .flatMap(({ name }) => skillFolders(join(folder, name)));
  }

  test("all load; the ones that can't be used here say what they lack, and OpenClaw agrees", async () => {
    const skills = createNodeSkills({
      workspace: tree.path("empty"),
      configFile: false,
      environment: { ...environment(), OPENCLAW_BUNDLED_SKILLS_DIR: join(PACKAGE, "skills") },
    });
    const { catalog, eligible, excluded, diagnostics } = await skills.load();
    expect(catalog.skills).toHaveLength(skillFolders(join(PACKAGE, "skills")).length);
    expect(catalog.rejected).toEqual([]);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    for (const { reasons } of excluded) {
      for (const reason of reasons) {
        expect(["platform", "missing-bins", "missing-any-bins", "missing-env", "missing-config"]).toContain(
          reason.code,
        );
      }
    }
    const ours = eligible.filter(({ invocation }) => invocation.userInvocable);
    expect(ours.map(({ name, description }) => ({ skillName: name, description }))).toEqual(listed(shipped));
  });

  test("so do those of its extensions and keepers", async () => {
    const folders = skillFolders(PACKAGE).filter((folder) => !folder.startsWith(join(PACKAGE, "skills")));
    expect(folders.length).toBeGreaterThan(0);
    const skills = createNodeSkills({
      plan: { tiers: [{ id: "all", roots: folders, bundled: true }] },
      configFile: false,
      environment: environment(),
    });
    const { catalog } = await skills.load();
    expect(catalog.rejected).toEqual([]);
    expect(catalog.skills.length + catalog.shadowed.length).toBe(folders.length);
  });
});
