import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { NodeSkills } from "../../src/node/node-skills.js";
import { buildSkillPrompt } from "../../src/skills/prompt.js";
import type { Skill } from "../../src/skills/skill.js";
import { type Answer, FRONTMATTER_CASES } from "../fixtures/skills/frontmatter-cases.js";
import { FOLDER_CASES, type FolderCase } from "../support/skills-cases.js";
import { differenceTable, listedDifferences } from "../support/skills-differences.js";
import { skillsOf } from "../support/skills-host.js";
import { loadPi, PEERS, type PiSkill } from "../support/skills-peers.js";
import { type SkillsTree, skillsTree } from "../support/skills-tree.js";

const pi = await loadPi();
const PI = "pi 0.73.1";
const UNLIMITED = { skills: Infinity, characters: Infinity };

interface Seen {
  readonly name: string;
  readonly description: string;
}

const byName = (a: Seen, b: Seen): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
const seen = (skills: readonly Seen[]): readonly Seen[] =>
  skills.map(({ name, description }) => ({ name, description })).sort(byName);

/** From the opening to the closing element. */
function block(prompt: string): string {
  const start = prompt.indexOf("<available_skills>");
  return start === -1 ? "" : prompt.slice(start);
}

function both(tree: SkillsTree, { build }: FolderCase) {
  build(tree, (path) => path);
  mkdirSync(tree.path("home"), { recursive: true });
  const skills: NodeSkills = skillsOf(tree, { workspace: tree.root });
  const theirs = pi.loadSkillsFromDir({ dir: tree.path("skills"), source: "test" }).skills;
  return { load: async () => (await skills.load()).eligible, theirs };
}

/** Both programs' blocks for the skills that both have. */
function blocks(ours: readonly Skill[], theirs: readonly PiSkill[]): readonly [string, string] {
  const mine = new Map(ours.map((skill) => [skill.file, skill]));
  const shared = theirs.filter(({ filePath }) => mine.has(filePath)).sort(byName);
  const files = new Set(shared.map(({ filePath }) => filePath));
  const { text } = buildSkillPrompt(
    ours.filter(({ file }) => files.has(file)),
    { budget: UNLIMITED },
  );
  return [block(text), block(pi.formatSkillsForPrompt(shared))];
}

const folderDifferences = listedDifferences("Folders", PI);
const promptDifferences = listedDifferences("Prompt", PI);

describe("the same folders, read by pi 0.73.1 in this process", () => {
  test.each(FOLDER_CASES)("$id", async (layout) => {
    const { load, theirs } = both(skillsTree(), layout);
    const ours = await load();
    if (folderDifferences.includes(layout.id)) expect(seen(ours)).not.toEqual(seen(theirs));
    else expect(seen(ours)).toEqual(seen(theirs));
    const [mine, other] = blocks(ours, theirs);
    if (promptDifferences.includes(layout.id)) expect(mine).not.toBe(other);
    else expect(mine).toBe(other);
  });

  test("every row of the tables is a layout that was tried", () => {
    const known = FOLDER_CASES.map(({ id }) => id);
    expect(known).toEqual(expect.arrayContaining([...folderDifferences, ...promptDifferences]));
  });
});

describe("real skills, read by pi 0.73.1 in this process", () => {
  test("those of the openclaw package: the same names, descriptions and, byte for byte, the same block", async () => {
    const dir = join(PEERS, "openclaw/skills");
    const tree = skillsTree();
    const skills = skillsOf(tree, { plan: { tiers: [{ id: "bundled", roots: [dir], bundled: true }] } });
    const { catalog } = await skills.load();
    const theirs = pi.loadSkillsFromDir({ dir, source: "test" }).skills;
    expect(catalog.skills.length).toBeGreaterThanOrEqual(50);
    expect(seen(catalog.skills)).toEqual(seen(theirs));
    const [mine, other] = blocks(catalog.skills, theirs);
    expect(mine).toBe(other);
  });

  test("generated ones, 300 at a time", async () => {
    const tree = skillsTree({ large: true });
    for (let index = 0; index < 300; index += 1)
      tree.skill(`skills/g${index % 7}/skill-${index}`, `Task ${index} & <more> "words" for 'it'.`);
    const limits = { maxSkillsLoadedPerSource: 300 };
    const { eligible } = await skillsOf(tree, { workspace: tree.root, config: { limits } }).load();
    const theirs = pi.loadSkillsFromDir({ dir: tree.path("skills"), source: "test" }).skills;
    expect(eligible).toHaveLength(300);
    expect(seen(eligible)).toEqual(seen(theirs));
    const [mine, other] = blocks(eligible, theirs);
    expect(mine).toBe(other);
  });
});

describe("the table of headers", () => {
  /** What pi's answer says about; it knows no requirements. */
  const plain = (answer: Answer) =>
    answer === "dropped"
      ? answer
      : { name: answer.name, description: answer.description, hidden: answer.hidden ?? false };
  const gate = (answer: Answer) =>
    answer === "dropped"
      ? answer
      : { name: answer.name, description: answer.description, gated: answer.gated ?? false };
  const differing = (view: (answer: Answer) => unknown, peer: "pi" | "openClaw") =>
    FRONTMATTER_CASES.filter((one) => JSON.stringify(view(one.ours)) !== JSON.stringify(view(one[peer]))).map(
      ({ title }) => title,
    );

  // That the fixture's columns are what the programs answer is the business of skills-frontmatter-table.test.ts.
  test.each([
    [PI, differing(plain, "pi")],
    ["OpenClaw 2026.9.6", differing(gate, "openClaw")],
  ])("lists exactly the headers that %s reads otherwise", (program, expected) => {
    expect(listedDifferences("Headers", program)).toEqual(expected);
  });

  test.each(["Folders", "Headers", "Prompt"] as const)("%s: every row has a reason", (heading) => {
    const rows = differenceTable(heading);
    expect(rows.length).toBeGreaterThan(0);
    for (const { cells } of rows) expect(cells["why ours is right"]).toMatch(/^\S.*\.$/);
  });
});
