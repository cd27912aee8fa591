import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildDraft } from "../../src/experience/index.js";
import { typeable } from "../../src/experience/input-text.js";
import { replayScript } from "../../src/experience/replay-script.js";
import { runOnDevice, screenAfter } from "../support/experience-device.js";
import { openStep, sessionOf, stepOf } from "../support/experience-sessions.js";

const typing = (text: string) => openStep({ type: "type", text });
const scriptOf = (...steps: Parameters<typeof replayScript>[0]): string =>
  replayScript(steps, "0".repeat(12)) ?? "";

const HOSTILE = [
  "$(touch pwned)",
  "`touch pwned`",
  '"; touch pwned; "',
  "'; touch pwned; '",
  "'\\''; touch pwned; '\\''",
  "\\'; touch pwned #",
  "&& reboot",
  "|| reboot",
  "| reboot",
  "; reboot",
  "& reboot",
  "\nreboot\n",
  "\r\nreboot",
  "> pwned",
  "< /etc/passwd",
  "$HOME $\u007bPATH} $((1+1)) $'x'",
  "!! !$ ^a^b",
  "* ? [a-z] {a,b} ~",
  "%s %d %% %%s 100%sure",
  "\\n \\t \\\\ \\",
  "-d 1 --help",
  "EOF\nSCRIPT\nreboot",
  "#! # comment",
  "a\u0000b\u0007c\u001b[2J",
  "blå 漢字 😀 'quoted' $(reboot)",
  "\u202eevil\u2066 \u200b",
  "\ud800 lone \udfff",
];

describe("what was typed is typed again, and nothing else happens", () => {
  it.each(HOSTILE)("%j", (text) => {
    const run = runOnDevice(scriptOf(typing(text)));
    expect(run.status).toBe(0);
    expect(run.strangers).toEqual([]);
    expect(run.leftovers).toEqual([]);
    expect(screenAfter(run.device)).toBe(typeable(text));
    expect(run.adb.slice(1).every((call) => call.length === 4 && call[2] === "shell")).toBe(true);
  });

  it("in bash too", () => {
    const run = runOnDevice(scriptOf(...HOSTILE.map(typing)), { shell: "/bin/bash" });
    expect(run).toMatchObject({ status: 0, strangers: [], leftovers: [] });
    expect(screenAfter(run.device)).toBe(HOSTILE.map(typeable).join(""));
  });

  it("for any texts at all", () => {
    const fragment = fc.oneof(
      fc.constantFrom(
        ...HOSTILE,
        "'",
        '"',
        "`",
        "$(",
        ")",
        "\\",
        "%",
        "s",
        " ",
        "\n",
        "\t",
        ";",
        "&",
        "|",
        "é",
      ),
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.string({ unit: "grapheme-ascii", maxLength: 12 }),
    );
    const text = fc.array(fragment, { maxLength: 6 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(text, { minLength: 10, maxLength: 20 }), (texts) => {
        const script = scriptOf(...texts.map(typing));
        fc.pre(script !== "" && !script.includes("by_hand '"));
        const run = runOnDevice(script);
        expect(run).toMatchObject({ status: 0, strangers: [], leftovers: [] });
        expect(screenAfter(run.device)).toBe(texts.map(typeable).join(""));
      }),
      { numRuns: 20 },
    );
  });

  it("for any action of any kind: no argument reaches a shell but quoted", () => {
    const value = fc.oneof(fc.constantFrom<unknown>(...HOSTILE), fc.double(), fc.integer(), fc.jsonValue());
    const action = fc
      .record(
        {
          type: fc.constantFrom(
            "tap",
            "swipe",
            "keyevent",
            "launch_app",
            "wait",
            "type",
            "batch_actions",
            ...HOSTILE,
          ),
          x: value,
          y: value,
          x1: value,
          y1: value,
          x2: value,
          y2: value,
          durationMs: value,
          keycode: value,
          packageName: value,
          actions: fc.array(
            fc.record({ type: fc.constantFrom("tap", "keyevent"), x: value, y: value, keycode: value }),
          ),
        },
        { requiredKeys: ["type"] },
      )
      .map((found) => found as { type: string });
    const known = openStep({ type: "tap", x: 1, y: 2 });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 8 }), (actions) => {
        const steps = actions.map((found) => openStep(found));
        const script = replayScript([known, ...steps], "0".repeat(12)) ?? "";
        const run = runOnDevice(script);
        expect(run).toMatchObject({ strangers: [], leftovers: [] });
        expect(run.device[0]).toEqual(["input", "tap", "1", "2"]);
        // A step that needs a person stops a script that nobody watches, before anything after it.
        expect(run.status).toBe(/^by_hand '/m.test(script) ? 1 : 0);
      }),
      { numRuns: 40 },
    );
  });
});

describe("the stand-in for the device notices an injection", () => {
  const remote = 'remote() { adb -s d shell "$@"; }';
  it.each([
    ["on this side, between double quotes", 'remote input text "$(touch pwned)"', "touch"],
    ["on the device, when only this side is quoted", "remote input text '$(touch pwned)'", "touch"],
    ["on the device, by a separator", "remote input text 'a;reboot'", "reboot"],
  ])("%s", (_where, line, stranger) => {
    expect(runOnDevice(`${remote}\n${line}\n`).strangers[0]?.[0]).toBe(stranger);
  });
});

describe("the commands of each action", () => {
  it.each([
    [{ type: "tap", x: 10.4, y: 20.6 }, [["input", "tap", "10", "21"]]],
    [{ type: "swipe", x1: 1, y1: 2, x2: 3, y2: 4 }, [["input", "swipe", "1", "2", "3", "4", "300"]]],
    [
      { type: "swipe", x1: 1, y1: 2, x2: 3, y2: 4, durationMs: 5 },
      [["input", "swipe", "1", "2", "3", "4", "100"]],
    ],
    [{ type: "keyevent", keycode: "KEYCODE_BACK" }, [["input", "keyevent", "KEYCODE_BACK"]]],
    [{ type: "keyevent", keycode: 4 }, [["input", "keyevent", "4"]]],
    [
      { type: "launch_app", packageName: "com.android.settings" },
      [["monkey", "-p", "com.android.settings", "-c", "android.intent.category.LAUNCHER", "1"]],
    ],
    [{ type: "type", text: "hello world" }, [["input", "text", "hello%sworld"]]],
    [
      { type: "type", text: "你好 world" },
      [
        ["cmd", "clipboard", "set", "text", "你好 world"],
        ["input", "keyevent", "KEYCODE_PASTE"],
      ],
    ],
    [{ type: "shell", command: "svc wifi enable" }, [["svc", "wifi", "enable"]]],
    [
      {
        type: "batch_actions",
        actions: [
          { type: "tap", x: 1, y: 2 },
          { type: "keyevent", keycode: 66 },
        ],
      },
      [
        ["input", "tap", "1", "2"],
        ["input", "keyevent", "66"],
      ],
    ],
  ])("%j", (action, commands) => {
    const run = runOnDevice(scriptOf(openStep(action)));
    expect(run.status).toBe(0);
    expect(run.device).toEqual(commands);
  });

  it.each([
    [250, 1],
    [1000, 1],
    [2500, 3],
    [-1, 1],
    [1e9, 300],
    ["1; reboot", 1],
  ])("waits whole seconds: %j ms", (durationMs, seconds) => {
    const script = scriptOf(openStep({ type: "wait", durationMs }), openStep({ type: "tap", x: 1, y: 1 }));
    expect(script).toContain(`\nsleep ${seconds}\n`);
  });

  it.each([
    { type: "tap_element", elementId: 7 },
    { type: "run_script", script: "reboot" },
    { type: "request_human_auth", capability: "camera" },
    { type: "launch_app", packageName: "com.evil; reboot" },
    { type: "keyevent", keycode: "4; reboot" },
    { type: "tap", x: "1; reboot", y: 2 },
    { type: "tap", x: Number.NaN, y: 2 },
    { type: "shell", command: "first\nreboot" },
    { type: "unheard_of", what: "$(reboot)" },
  ])("leaves to a person what it can't repeat: %j", (action) => {
    const script = scriptOf(
      openStep({ type: "tap", x: 1, y: 1 }),
      openStep(action),
      openStep({ type: "tap", x: 2, y: 2 }),
    );
    const run = runOnDevice(script);
    expect(run.device).toEqual([["input", "tap", "1", "1"]]);
    expect(run.strangers).toEqual([]);
    expect(run.status).toBe(1);
    expect(run.stderr).toContain("needs a person");
  });

  it("goes on in a terminal, when the person says so", () => {
    const script = scriptOf(
      openStep({ type: "tap_element", elementId: 7 }),
      openStep({ type: "tap", x: 2, y: 2 }),
    );
    const run = runOnDevice(script, { keys: "\n" });
    expect(run.stderr).toContain("Do this on the device: tap_element(elementId=7)");
    expect(run).toMatchObject({ status: 0, device: [["input", "tap", "2", "2"]] });
  });

  it("has no script for a run without a device", () => {
    expect(replayScript([openStep({ type: "click", selector: "#buy" })], "f")).toBeUndefined();
    expect(
      replayScript([openStep({ type: "wait", durationMs: 5 }), openStep({ type: "finish" })], "f"),
    ).toBeUndefined();
  });
});

describe("the device", () => {
  const script = scriptOf(openStep({ type: "tap", x: 1, y: 2 }), openStep({ type: "keyevent", keycode: 4 }));

  it("is the first one that is ready", () => {
    expect(runOnDevice(script).adb).toEqual([
      ["devices"],
      ["-s", "emulator-5554", "shell", "input tap 1 2"],
      ["-s", "emulator-5554", "shell", "input keyevent 4"],
    ]);
  });

  it("can be named, whatever its name is", () => {
    const run = runOnDevice(script, { arguments: ["$(touch pwned); x y"] });
    expect(run.adb[0]).toEqual(["-s", "$(touch pwned); x y", "shell", "input tap 1 2"]);
    expect(run.leftovers).toEqual([]);
  });

  it("does not eat the script when that comes through standard input", () => {
    expect(runOnDevice(script, { viaStdin: true }).device).toHaveLength(2);
  });
});

it("a secret is never in the script: the person types it", () => {
  const { value } = buildDraft(
    sessionOf([
      stepOf({ type: "tap", x: 1, y: 1 }),
      stepOf({ type: "type", text: "correct horse" }, { uiContext: { resourceId: "id/password" } }),
      stepOf({ type: "tap", x: 2, y: 2 }),
    ]),
  );
  const script = value?.files[1]?.text ?? "";
  expect(script).not.toContain("correct");
  const run = runOnDevice(script);
  expect(run.stderr).toContain('type("[redacted:password]") on resourceId="id/password"');
  expect(run.device).toEqual([["input", "tap", "1", "1"]]);
});

it("a step that would read as a secret only once it is quoted is left to a person, and the rest stays", () => {
  const script = scriptOf(
    openStep({ type: "tap", x: 1, y: 1 }),
    typing('password:"'),
    openStep({ type: "tap", x: 2, y: 2 }),
  );
  expect(script).toContain("by_hand 'a step that held a secret'");
  expect(script.match(/^remote 'input tap/gm)).toHaveLength(2);
});
