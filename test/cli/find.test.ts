import { describe, expect, it } from "vitest";
import { runCommand } from "../support/cli-run.js";
import { type SkillsTree, skillsTree } from "../support/skills-tree.js";

function home(): SkillsTree {
  const tree = skillsTree();
  tree.skill("workspace/skills/images", "Compress and resize pictures.");
  tree.skill(
    "workspace/skills/invoices",
    "Draft and send invoices to customers, with tax lines and due dates.",
  );
  tree.skill(
    "workspace/skills/weather",
    "Weather forecasts for any place.",
    "metadata: {openclaw: {requires: {bins: [no-such-program]}, triggers: {any: [天気を教えて], none: [in space]}}}\n",
  );
  tree.skill("workspace/skills/sneaky", "Plays music \\u001b[31m loudly.");
  return tree;
}

const find = (tree: SkillsTree, ...args: readonly string[]) =>
  runCommand(["find", ...args], {
    environment: { HOME: tree.path("home"), PATH: tree.path("programs") },
    workingDirectory: tree.path("workspace"),
  });

describe("skill-cortex find", () => {
  it("finds a skill that shares no word with what is wanted", async () => {
    const { code, stdout } = await find(home(), "make this photo smaller");
    expect(code).toBe(0);
    const [, , first] = stdout.split("\n");
    expect(first).toMatch(/^images +\d+ % +its meaning +Compress and resize pictures\.$/);
  });

  it("explains: probability, score, margin, evidence", async () => {
    const { stdout } = await find(home(), "bill the customer", "--explain");
    expect(stdout).toMatch(/^invoices {2}\d+ % sure\n/);
    expect(stdout).toMatch(/score +\d\.\d{3} \(meaning \d\.\d{3}\), \d\.\d{3} before the next/);
    expect(stdout).toContain("words    customer");
    expect(stdout).toMatch(/file +.*invoices\/SKILL\.md/);
    expect(stdout).toMatch(/By meaning and words, with static-en-[0-9a-f]{16}\. None of 4: \d+ %\./);
  });

  it("says none, with exit code 1, and shows the nearest when asked to", async () => {
    const tree = home();
    const none = await find(tree, "why do cats purr");
    expect(none.code).toBe(1);
    expect(none.stdout).toContain("None of the 4 skills here clearly serves this.");
    const nearest = await find(tree, "why do cats purr", "--all", "--max", "2", "--json");
    expect(JSON.parse(nearest.stdout).hits).toHaveLength(2);
  });

  it("says that there is nothing to search, and where skills would be", async () => {
    const { code, stdout } = await find(skillsTree(), "make this photo smaller");
    expect(code).toBe(1);
    expect(stdout).toContain("There are no skills here to search. See where they are looked for");
  });

  it("says that a skill was found but can't be used here", async () => {
    const { code, stdout } = await find(home(), "will it rain tomorrow");
    expect(code).toBe(0);
    expect(stdout).toContain("not usable here");
  });

  it("matches trigger phrases in other scripts, and says that only words were compared", async () => {
    const { code, stdout } = await find(home(), "明日の天気を教えてください");
    expect(code).toBe(0);
    expect(stdout).toContain('trigger "天気を教えて"');
    expect(stdout).toContain("Compared by words alone");
  });

  it("matches Netclaw's `metadata.triggers`, which stand outside of OpenClaw's block", async () => {
    const tree = home();
    tree.skill("workspace/skills/kettle", "Kitchen hardware.", "metadata: {triggers: [お湯を沸かして]}\n");
    const { code, stdout } = await find(tree, "お湯を沸かしてください");
    expect(code).toBe(0);
    expect(stdout).toContain("kettle");
  });

  it("says which skill its own rule kept out", async () => {
    const { stdout } = await find(home(), "weather forecast in space");
    expect(stdout).toContain('weather was kept out by its own trigger rule "in space".');
  });

  it("gives programs everything as JSON", async () => {
    const { stdout } = await find(home(), "make this photo smaller", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      message: "make this photo smaller",
      searched: 4,
      none: false,
      evidence: "semantic",
      hits: [{ name: "images", usable: true, probability: expect.any(Number), reason: { words: [] } }],
    });
  });

  it.each([[[]], [["  "]], [["x", "--max", "0"]], [["x", "--max", "two"]], [["x", "--unknown"]]])(
    "refuses %j",
    async (args) => {
      const { code, stderr } = await find(home(), ...args);
      expect(code).toBe(2);
      expect(stderr).toContain("skill-cortex find --help");
    },
  );

  it("prints no control characters of a skill", async () => {
    const { stdout } = await find(home(), "play some music", "--explain", "--all");
    expect(stdout).not.toContain("\u001b");
  });
});
