import fc from "fast-check";
import { lexer, type Token, type Tokens } from "marked";
import { describe, expect, it } from "vitest";
import {
  buildDraft,
  type Draft,
  type DraftOptions,
  type Session,
  stampOf,
  taskSlug,
} from "../../src/experience/index.js";
import { validateSkill } from "../../src/skills/validate-skill.js";
import { safeText } from "../../src/text/safe-text.js";
import { anySession } from "../support/experience-arbitraries.js";
import { AT, fixture, sessionFixture, sessionOf, stepOf } from "../support/experience-sessions.js";

const tap = stepOf({ type: "tap", x: 1, y: 2 });
const draftOf = (session: Session, options?: DraftOptions): Draft => {
  const { value } = buildDraft(session, options);
  if (value === undefined) throw new Error("no draft");
  return value;
};
const textOf = (session: Session, options?: DraftOptions): string =>
  draftOf(session, options).files[0]?.text ?? "";

const KNOWN_BLOCKS = new Set(["heading", "list", "list_item", "paragraph", "space", "text"]);

/** The blocks of a draft as a real Markdown parser sees them. */
function blocksOf(text: string): { headings: number; items: number; others: string[] } {
  const found = { headings: 0, items: 0, others: [] as string[] };
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === "heading") found.headings += 1;
      if (token.type === "list_item") found.items += 1;
      if (!KNOWN_BLOCKS.has(token.type)) found.others.push(token.type);
      if (token.type === "list") walk((token as Tokens.List).items);
      if (token.type === "list_item") walk((token as Tokens.ListItem).tokens);
    }
  };
  walk(lexer(text.replace(/^---\n.*?\n---\n/s, "")));
  return found;
}

/** Items that a draft should have besides its fixed ones. */
function itemsOf({ runs, files }: Draft): number {
  const steps = runs[0]?.traces ?? [];
  const shown = (value: string | undefined): number => (safeText(value ?? "") === "" ? 0 : 1);
  const hints = steps.map(({ thought, result, uiContext }) => {
    const { text, label, resourceId, clickable } = uiContext ?? {};
    const hasTarget =
      [text ?? label, resourceId].some((hint) => (hint ?? "").trim() !== "") || clickable !== undefined;
    return 1 + shown(thought) + shown(result) + (hasTarget ? 1 : 0);
  });
  return hints.reduce((sum, count) => sum + count, 0) + (files.length - 1) * 2;
}

describe("golden drafts", () => {
  it.each(["legacy", "mixed"] as const)("%s: one file and a script", (layout) => {
    expect(draftOf(sessionFixture("android-session.json"), { layout }).files).toEqual([
      {
        path: "skills/auto/20261118-090807-turn-on-wi-fi-in-the-settings.md",
        text: fixture("android-mixed.md"),
        executable: false,
      },
      {
        path: "scripts/auto/20261118-090807-turn-on-wi-fi-in-the-settings.sh",
        text: fixture("android-replay.sh"),
        executable: true,
      },
    ]);
  });

  it("strict: a folder of its own", () => {
    const [skill, script] = draftOf(sessionFixture("android-session.json"), { layout: "strict" }).files;
    expect(skill?.path).toBe("skills/auto/20261118-090807-turn-on-wi-fi-in-the-settings/SKILL.md");
    expect(skill?.text).toBe(fixture("android-strict.md"));
    expect(script?.path).toBe("scripts/auto/20261118-090807-turn-on-wi-fi-in-the-settings.sh");
  });

  it("an agent that drives no phone gets a draft without a script", () => {
    const { files, confidence } = draftOf(sessionFixture("browser-session.json"));
    expect(files.map((file) => file.text)).toEqual([fixture("browser-mixed.md")]);
    expect(confidence).toBe("medium");
  });
});

describe("when there is no draft", () => {
  it.each([
    ["run-failed", sessionOf([tap], { ok: false })],
    ["run-empty", sessionOf([])],
  ])("%s", (code, session) => {
    const { value, diagnostics } = buildDraft(session);
    expect(value).toBeUndefined();
    expect(diagnostics.map((found) => found.code)).toEqual([code]);
  });
});

describe("confidence", () => {
  const type = stepOf({ type: "type", text: "x" });
  it.each([
    ["low", [tap, tap, type]],
    ["low", [tap, tap, tap, tap, tap]],
    ["medium", [tap, tap, tap, type]],
    ["low", [...Array(25).fill(tap), type]],
  ])("%s", (confidence, steps) => {
    expect(draftOf(sessionOf(steps)).confidence).toBe(confidence);
  });
});

describe("the warning marker", () => {
  const probe = (name: string) => ({ ...tap, result: `${name}: photos` });
  const asked = stepOf({ type: "request_human_auth", capability: "files" });
  it.each([
    [true, [probe("capability_probe")]],
    [true, [probe("human_auth_probe")]],
    [false, [tap]],
    [false, [probe("capability_probe"), asked]],
    [false, [asked, probe("capability_probe")]],
    [true, [probe("capability_probe"), ...Array(24).fill(tap), asked]],
    [true, [...Array(25).fill(tap), probe("capability_probe")]],
    [false, [...Array(25).fill(tap), asked, probe("capability_probe")]],
  ])("%s", (isMarked, steps) => {
    const draft = draftOf(sessionOf(steps));
    expect(draft.lacksHumanAuth).toBe(isMarked);
    expect(draft.files[0]?.text.includes("WARNING: this run reached user data without Human Auth.")).toBe(
      isMarked,
    );
  });
});

describe("the procedure", () => {
  it.each([
    [{ type: "tap", x: 1.5, y: 2.4 }, "tap(2, 2)"],
    [{ type: "tap_element", elementId: "7" }, "tap_element(elementId=7)"],
    [{ type: "swipe", x1: 1, y1: 2, x2: 3, y2: 4 }, "swipe(1, 2 -> 3, 4)"],
    [{ type: "type", text: 'say "hi"' }, 'type("say \\"hi\\"")'],
    [{ type: "keyevent", keycode: "KEYCODE_BACK" }, "keyevent(KEYCODE_BACK)"],
    [{ type: "launch_app", packageName: "com.a.b" }, "launch_app(com.a.b)"],
    [{ type: "wait" }, "wait(1000ms)"],
    [{ type: "wait", durationMs: 250 }, "wait(250ms)"],
    [{ type: "shell", command: "svc wifi enable" }, "shell(svc wifi enable)"],
    [{ type: "run_script", script: "echo hi" }, "run_script(<embedded>)"],
    [{ type: "request_human_auth", capability: "camera" }, "request_human_auth(camera)"],
    [{ type: "request_user_decision", question: "Which one?" }, "request_user_decision(Which one?)"],
    [{ type: "request_user_input", question: "Your size?" }, "request_user_input(Your size?)"],
    [{ type: "finish", message: "bye" }, "finish(...)"],
    [{ type: "scroll", by: 3, until: { visible: "End" } }, 'scroll(by=3, until={"visible":"End"})'],
    [{ type: "noop" }, "noop"],
  ])("%j", (action, summary) => {
    expect(textOf(sessionOf([stepOf(action)]))).toContain(`\n1. ${summary} (app=com.example.app)\n`);
  });

  it("keeps to the limits of each text", () => {
    const long = "x".repeat(1000);
    const text = textOf(
      sessionOf(
        [stepOf({ type: "type", text: long }, { thought: long, result: long, uiContext: { text: long } })],
        {
          task: long,
          finalMessage: long,
        },
      ),
    );
    const lengths = Object.fromEntries(
      [...text.matchAll(/(type\("|intent: |observed: |text="|# Skill Draft: |Reported: )(x+…)/g)].map(
        (found) => [found[1], found[2]?.length],
      ),
    );
    expect(lengths).toEqual({
      'type("': 72,
      "intent: ": 160,
      "observed: ": 180,
      'text="': 120,
      "# Skill Draft: ": 180,
      "Reported: ": 500,
    });
  });

  it("says how many steps it leaves out", () => {
    const { value, diagnostics } = buildDraft(sessionOf(Array(30).fill(tap)));
    expect(value?.files[0]?.text).toContain("\n25. tap(1, 2)");
    expect(value?.files[0]?.text).not.toContain("\n26. tap(1, 2)");
    expect(value?.files[0]?.text).toContain("5 further steps were recorded");
    expect(diagnostics.map((found) => found.code)).toEqual(["steps-left-out"]);
    expect(value?.files[1]?.text.match(/^remote 'input tap/gm)).toHaveLength(30);
  });
});

describe("names", () => {
  it.each([
    ["Open Settings!", "open-settings", "open-settings"],
    ["  Wi-Fi  ON ", "wi-fi-on", "wi-fi-on"],
    ["Café öffnen", "cafe-offnen", "cafe-offnen"],
    ["Открой настройки", "otkroy-nastroyki", "otkroy-nastroyki"],
    ["打开设置", "打开设置", "task-37aa6a"],
    ["打开 WhatsApp 应用", "打开-whatsapp-应用", "whatsapp-6220f6"],
    ["!!!", "task", "task"],
    ["", "task", "task"],
  ])("%s", (task, mixed, strict) => {
    expect(taskSlug(task, "mixed")).toBe(mixed);
    expect(taskSlug(task, "strict")).toBe(strict);
  });

  it("at most 42 characters, and never two tasks under one name", () => {
    const start = "Please open the settings and then switch on the ";
    const [one, other] = [taskSlug(`${start}Wi-Fi`, "mixed"), taskSlug(`${start}Bluetooth`, "mixed")];
    expect(one).toMatch(/^please-open-the-settings-and-then-s-[0-9a-f]{6}$/);
    expect(one.length).toBeLessThanOrEqual(42);
    expect(one).not.toBe(other);
  });

  it("never looks like a key", () => {
    expect(taskSlug("Key open the door number 2 please", "mixed")).toMatch(/^task-[0-9a-f]{6}$/);
  });

  it("a removed secret is no part of it", () => {
    expect(draftOf(sessionOf([tap], { task: "Log in with password hunter22 now" })).slug).toBe(
      "log-in-with-password-now",
    );
  });

  it("the stamp is the time of the run in UTC", () => {
    expect(stampOf(AT)).toBe("20261118-090807");
    expect(stampOf(0)).toBe("19700101-000000");
  });
});

describe("any run of any agent", () => {
  it("becomes the same small, valid draft each time", () => {
    fc.assert(
      fc.property(anySession, (run) => {
        const draft = draftOf(run, { layout: "strict" });
        expect(draftOf(structuredClone(run), { layout: "strict" })).toEqual(draft);
        const [skill] = draft.files;
        expect(
          validateSkill(skill?.text ?? "", { file: skill?.path ?? "", profile: "openpocket-strict" }),
        ).toEqual([]);
        expect(
          validateSkill(skill?.text ?? "", { file: skill?.path ?? "", profile: "agent-skills" }),
        ).toEqual([]);
        for (const file of draft.files) expect(Buffer.byteLength(file.text)).toBeLessThanOrEqual(40_000);
        // Nothing recorded starts a section, a fence or a list of its own.
        expect(blocksOf(skill?.text ?? "")).toEqual({ headings: 7, items: 16 + itemsOf(draft), others: [] });
        expect(skill?.text).not.toMatch(
          /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/u,
        );
      }),
      { numRuns: 600 },
    );
  });

  it("a task that would break the header by its redaction stays out of it", () => {
    const text = textOf(sessionOf([tap], { task: "Pw:" }));
    expect(text).toContain('description: "Recorded steps for: (see below)"');
    expect(text).toContain("# Skill Draft: Pw:\n");
  });

  it("fits the size of a skill even when every text is long and wide", () => {
    const wide = "漢".repeat(900);
    const full = stepOf(
      { type: "type", text: wide },
      {
        thought: wide,
        result: wide,
        currentApp: wide,
        uiContext: { text: wide, resourceId: wide, contentDesc: wide, className: wide },
      },
    );
    const { value, diagnostics } = buildDraft(
      sessionOf(Array(40).fill(full), { task: wide, finalMessage: wide }),
    );
    expect(Buffer.byteLength(value?.files[0]?.text ?? "")).toBeLessThanOrEqual(40_000);
    expect(value?.files).toHaveLength(1);
    expect(diagnostics.map((found) => found.code)).toEqual(["steps-left-out", "script-too-long"]);
  });
});
