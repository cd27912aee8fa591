import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  buildDraft,
  type Draft,
  proposeDraft,
  refineDraft,
  type Session,
} from "../../src/experience/index.js";
import { createSkillLoader } from "../../src/node/skill-loader.js";
import { openPocketTiers } from "../../src/skills/tiers.js";
import { runOnDevice, screenAfter } from "../support/experience-device.js";
import { AT, sessionOf, stepOf } from "../support/experience-sessions.js";
import { createTestWorkshop, human } from "../support/workshop-desk.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const tap = stepOf({ type: "tap", x: 1, y: 2 });
type Layout = Draft["layout"];
const draftOf = (session: Session, layout: Layout = "mixed"): Draft =>
  buildDraft(session, { layout }).value as Draft;
const scriptOf = (session: Session): string => draftOf(session).files[1]?.text ?? "";

/** The skills that the real loader finds when these drafts lie in a workspace. */
function loaded(drafts: readonly Draft[], mode: Layout) {
  const workspace = mkdtempSync(join(tmpdir(), "experience-"));
  folders.push(workspace);
  for (const { path, text } of drafts.flatMap((draft) => draft.files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  return createSkillLoader({ plan: openPocketTiers({ workspace: join(workspace, "skills") }, mode) }).load();
}

const TASKS = [
  "Open Settings",
  "打开设置",
  "打开微信",
  "x".repeat(300),
  "Ends at the cut of forty-two characters -- here",
  "!!!",
  "con",
];

describe("a strict draft could never load: its name differed from its folder", () => {
  it.each(TASKS)("%s", (task) => {
    const draft = draftOf(sessionOf([tap], { task }), "strict");
    const { skills, rejected, diagnostics } = loaded([draft], "strict");
    expect(rejected).toEqual([]);
    expect(diagnostics).toEqual([]);
    expect(skills.map((skill) => skill.name)).toEqual([draft.name]);
  });
});

it("a draft in mixed mode was described by its status line instead of by its task", () => {
  const { skills } = loaded([draftOf(sessionOf([tap], { task: "Turn on Wi-Fi" }))], "mixed");
  expect(skills[0]?.description).toBe("Recorded steps for: Turn on Wi-Fi");
  expect(skills[0]?.metadata.triggers.any).toEqual(["Turn on Wi-Fi"]);
});

describe("typed text was put between double quotes, so the shell ran it", () => {
  it.each(["$(touch pwned)", "`touch pwned`", '"; touch pwned; "', "$HOME"])("%s", (text) => {
    const run = runOnDevice(scriptOf(sessionOf([stepOf({ type: "type", text })])));
    expect(run).toMatchObject({ status: 0, strangers: [], leftovers: [] });
    expect(screenAfter(run.device)).toBe(text);
  });
});

describe("a shell command for the device was embedded raw, so this machine ran half of it", () => {
  it.each([
    [
      "svc wifi enable; svc data disable",
      [
        ["svc", "wifi", "enable"],
        ["svc", "data", "disable"],
      ],
    ],
    [
      "svc wifi enable && svc data $(echo off)",
      [
        ["svc", "wifi", "enable"],
        ["svc", "data", "off"],
      ],
    ],
  ])("%s", (command, ran) => {
    const run = runOnDevice(scriptOf(sessionOf([stepOf({ type: "shell", command })])));
    expect(run.adb.slice(1)).toEqual([["-s", "emulator-5554", "shell", command]]);
    expect(run.device).toEqual(ran);
  });
});

it("an embedded script was written to a guessable file in /tmp and run, up to its own end mark", () => {
  const script = "echo hi\nSCRIPT\ntouch pwned";
  const run = runOnDevice(scriptOf(sessionOf([tap, stepOf({ type: "run_script", script })])));
  expect(run.status).toBe(1);
  expect(run).toMatchObject({ strangers: [], leftovers: [] });
  expect(existsSync("/tmp/openpocket_embedded.sh")).toBe(false);
});

it("text for the clipboard was quoted for this shell only, so the shell of the device ran it", () => {
  const text = "blå; reboot $(touch pwned) 'x'";
  const run = runOnDevice(scriptOf(sessionOf([stepOf({ type: "type", text })])));
  expect(run).toMatchObject({ status: 0, strangers: [], leftovers: [] });
  expect(screenAfter(run.device)).toBe(text);
});

it("a step that could not be replayed was skipped, and the rest hit the wrong screen", () => {
  const run = runOnDevice(scriptOf(sessionOf([tap, stepOf({ type: "tap_element", elementId: "7" }), tap])));
  expect(run.device).toEqual([["input", "tap", "1", "2"]]);
  expect(run.status).toBe(1);
});

it("a typed line end became a space, and a typed %s too", () => {
  const run = runOnDevice(scriptOf(sessionOf([stepOf({ type: "type", text: "100%sure\nyes" })])));
  expect(screenAfter(run.device)).toBe("100%sure\nyes");
});

describe("the script of a strict draft had another name, and was orphaned by the clean-up", () => {
  it.each(TASKS)("%s", (task) => {
    for (const layout of ["mixed", "strict"] as const) {
      const { name, files } = draftOf(sessionOf([tap], { task }), layout);
      expect(files[1]?.path).toBe(`scripts/auto/${name}.sh`);
    }
  });
});

it("every task in another script had the same strict name, and each draft removed the others", async () => {
  const { workshop, files } = createTestWorkshop();
  for (const [index, task] of ["打开设置", "打开微信", "Ανοίξτε 设置", "فتح الإعدادات"].entries()) {
    const target = stepOf({ type: "tap", x: 1, y: 2 }, { uiContext: { text: task } });
    const { proposal } = await proposeDraft(
      workshop,
      draftOf(sessionOf([target], { task, at: AT + index * 1000 }), "strict"),
    );
    await workshop.approve(proposal?.id ?? "", human);
  }
  expect([...files.contents.keys()].filter((path) => path.endsWith("SKILL.md"))).toHaveLength(4);
});

it("tasks that begin alike shared a name, and so did tasks whose steps are of the same kinds", async () => {
  const { workshop, files } = createTestWorkshop();
  for (const what of ["Wi-Fi", "Bluetooth"]) {
    const task = `Please open the settings of this phone and turn on ${what}`;
    const target = stepOf({ type: "tap", x: 1, y: 2 }, { uiContext: { text: what } });
    const { proposal } = await proposeDraft(workshop, draftOf(sessionOf([target], { task })));
    await workshop.approve(proposal?.id ?? "", human);
  }
  expect([...files.contents.keys()].filter((path) => path.endsWith(".md"))).toHaveLength(2);
});

it("the clean-up deleted any file with the same fingerprint, also a person's own", async () => {
  const mine = "skills/auto/20200101-000000-my-own-notes.md";
  const draft = draftOf(sessionOf([tap]));
  const { workshop, files } = createTestWorkshop({
    texts: { [mine]: `- behavior_fingerprint: ${draft.fingerprint}\n` },
  });
  const { proposal } = await proposeDraft(workshop, draft);
  await workshop.approve(proposal?.id ?? "", human);
  expect(files.contents.has(mine)).toBe(true);
});

it("drafts were written without anybody being asked", async () => {
  const { workshop, files } = createTestWorkshop();
  await proposeDraft(workshop, draftOf(sessionOf([tap])));
  expect(files.contents.size).toBe(0);
});

it("passwords stood in the draft, in the script, and in the file names", () => {
  const secret = "correct-horse-7";
  const draft = draftOf(
    sessionOf(
      [
        tap,
        stepOf({ type: "type", text: secret }, { uiContext: { resourceId: "id/password" }, result: secret }),
      ],
      {
        task: `Log in with ${secret}`,
        finalMessage: `Used ${secret}`,
      },
    ),
  );
  expect(JSON.stringify(draft)).not.toContain("horse");
});

it("steps after the 25th disappeared without a word", () => {
  const { value, diagnostics } = buildDraft(sessionOf(Array(26).fill(tap)));
  expect(value?.files[0]?.text).toContain("1 further steps were recorded and are not described here.");
  expect(diagnostics.map((found) => found.code)).toEqual(["steps-left-out"]);
});

it("in mixed mode a refined draft was the draft, unchanged", () => {
  const draft = draftOf(sessionOf([tap]));
  const again = refineDraft(
    draft,
    sessionOf([stepOf({ type: "tap", x: 9, y: 2 })], { at: AT + 1 }),
  )._unsafeUnwrap();
  expect(again.value.files[0]?.text).not.toBe(draft.files[0]?.text);
  expect(again.value.files[0]?.text).toContain("1. tap(<varies>, 2)");
});
