import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createFileStore,
  createNodeSkills,
  createNodeWorkshop,
  createNodeWorkspaceFiles,
  proposeFromFolder,
  resolveOpenPocketTiers,
} from "../../src/node/index.js";
import { fixture, sessionOf, stepOf } from "../support/experience-sessions.js";

let root: string;
let workspace: string;
let traces: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "experience-e2e-"));
  workspace = join(root, "workspace");
  traces = join(root, "traces");
  mkdirSync(workspace);
  mkdirSync(traces);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const human = { by: "human", reason: "reviewed" } as const;
const allFiles = (): string => execFileSync("find", [root, "-type", "f"], { encoding: "utf8" });

function open(mode: "mixed" | "strict") {
  const skills = createNodeSkills({
    workspace,
    plan: resolveOpenPocketTiers({
      workspace,
      mode,
      environment: { HOME: root, OPENPOCKET_HOME: join(root, "home") },
    }),
    config: {},
    configFile: false,
    environment: { HOME: root, PATH: process.env.PATH },
  });
  const workshop = createNodeWorkshop({
    workspace,
    skills,
    store: createFileStore({ directory: join(root, "store") }),
    files: createNodeWorkspaceFiles({ directory: workspace }),
  });
  return { skills, workshop };
}

describe.each(["strict", "mixed"] as const)("%s mode, on disk", (mode) => {
  it("a trace becomes a waiting draft, then an approved file, then a skill that the prompt shows", async () => {
    writeFileSync(join(traces, "run.json"), fixture("android-session.json"));
    const { skills, workshop } = open(mode);
    const name = "20261118-090807-turn-on-wi-fi-in-the-settings";
    const skillFile = join(
      workspace,
      "skills",
      "auto",
      mode === "strict" ? `${name}/SKILL.md` : `${name}.md`,
    );
    const scriptFile = join(workspace, "scripts", "auto", `${name}.sh`);

    const { value, diagnostics } = await proposeFromFolder({ directory: traces, workshop, layout: mode });
    expect(diagnostics).toEqual([]);
    expect(value.map(({ result }) => result.status)).toEqual(["pending"]);
    expect((await skills.load()).eligible).toEqual([]);
    expect(allFiles()).not.toContain("Wi-Fi");
    expect(allFiles()).not.toContain(name);

    const id = value[0]?.result.proposal?.id ?? "";
    expect(await workshop.diff(id)).toContain("+# Skill Draft: Turn on Wi-Fi in the settings");
    await workshop.approve(id, human);

    expect(readFileSync(skillFile, "utf8")).toBe(fixture("android-strict.md"));
    expect(readFileSync(scriptFile, "utf8")).toBe(fixture("android-replay.sh"));
    expect(statSync(scriptFile).mode & 0o777).toBe(0o700);
    const loaded = await skills.load();
    expect(loaded.eligible.map((skill) => [skill.name, skill.description])).toEqual([
      [name, "Recorded steps for: Turn on Wi-Fi in the settings"],
    ]);
    const { prompt } = await skills.snapshot();
    expect(JSON.stringify(prompt)).toContain(skillFile.slice(root.length));

    // A second run refines the same file; taking both edits back leaves nothing.
    const again = { ...JSON.parse(fixture("android-session.json")), at: 1794992887000 + 3_600_000 };
    writeFileSync(join(traces, "run-2.json"), JSON.stringify(again));
    const second = await proposeFromFolder({ directory: traces, workshop, layout: mode });
    const refinement = second.value[0]?.result.proposal?.id ?? "";
    await workshop.approve(refinement, human);
    expect(readFileSync(skillFile, "utf8")).toContain("- Runs: 2");
    await workshop.rollback(refinement, human);
    expect(readFileSync(skillFile, "utf8")).toBe(fixture("android-strict.md"));
    await workshop.rollback(id, human);
    expect((await skills.load()).eligible).toEqual([]);

    await skills.close();
    await workshop.close();
  });
});

it("a password that was typed is in no file but the trace it came from", async () => {
  const secret = "correct-horse-7-battery";
  const session = sessionOf(
    [
      stepOf({ type: "launch_app", packageName: "com.shop.app" }),
      stepOf(
        { type: "type", text: secret },
        { uiContext: { resourceId: "id/password" }, result: `typed ${secret}` },
      ),
      stepOf({ type: "tap", x: 1, y: 2 }, { thought: `The password ${secret} was accepted` }),
    ],
    { task: `Sign in with ${secret}`, finalMessage: `Signed in with ${secret}` },
  );
  writeFileSync(join(traces, "run.json"), JSON.stringify(session));
  const { skills, workshop } = open("strict");
  const { value } = await proposeFromFolder({ directory: traces, workshop, layout: "strict" });
  await workshop.approve(value[0]?.result.proposal?.id ?? "", human);
  await workshop.close();
  expect((await skills.load()).eligible).toHaveLength(1);
  await skills.close();
  const holding = execFileSync("grep", ["-rlF", secret, root], { encoding: "utf8" }).trim().split("\n");
  expect(holding).toEqual([join(traces, "run.json")]);
  expect(allFiles()).not.toContain(secret);
});
