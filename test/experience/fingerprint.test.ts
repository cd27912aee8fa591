import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  behaviorFingerprint,
  draftIdentity,
  type RedactedStep,
  redactSession,
  type TraceStep,
} from "../../src/experience/index.js";
import { sessionFixture, sessionOf, stepOf } from "../support/experience-sessions.js";

const cleaned = (steps: readonly TraceStep[]): readonly RedactedStep[] =>
  redactSession(sessionOf(steps)).traces;

describe("golden vectors, by sha256sum", () => {
  it("apps, kinds, the launched package and the asked capability", () => {
    // printf '%s' '<joined>' | sha256sum | cut -c1-12
    const steps = [
      stepOf(
        { type: "launch_app", packageName: "com.android.settings" },
        { currentApp: "com.android.launcher3" },
      ),
      stepOf({ type: "tap", x: 1, y: 2 }, { currentApp: "com.android.settings" }),
      stepOf({ type: "request_human_auth", capability: "camera" }, { currentApp: "" }),
      stepOf({ type: "type", text: "x" }, { currentApp: "com.android.settings" }),
      stepOf({ type: "finish" }, { currentApp: "com.android.settings" }),
    ];
    expect(behaviorFingerprint(cleaned(steps))).toBe("ffef5dd1cb11");
  });

  it("an unknown app is a question mark", () => {
    expect(behaviorFingerprint(cleaned([stepOf({ type: "click" }, { currentApp: "" })]))).toBe(
      "ec431e960de4",
    );
  });

  it("25 steps count, more do not", () => {
    const taps = (count: number) =>
      cleaned(Array(count).fill(stepOf({ type: "tap", x: 1, y: 1 }, { currentApp: "a" })));
    expect(behaviorFingerprint(taps(25))).toBe("5297f696dd03");
    expect(behaviorFingerprint(taps(26))).toBe("5297f696dd03");
    expect(behaviorFingerprint(taps(24))).not.toBe("5297f696dd03");
  });

  it("the recorded session", () => {
    expect(behaviorFingerprint(redactSession(sessionFixture("android-session.json")).traces)).toBe(
      "3d719fd7ce0b",
    );
  });
});

describe("what does not matter", () => {
  const actionOf = (kind: string, text: string, x: number): TraceStep =>
    kind === "type"
      ? stepOf({ type: "type", text }, { uiContext: { resourceId: "id/field", text } })
      : stepOf(
          { type: "tap", x, y: x + 1 },
          { uiContext: { resourceId: "id/row", text: `Inbox (${x})` }, result: text },
        );

  it("typed text, coordinates, results, thoughts and counters", () => {
    const words = fc.string({ unit: "grapheme", maxLength: 20 });
    const step = fc.record({
      kind: fc.constantFrom("tap", "type"),
      a: words,
      b: words,
      x: fc.nat(2000),
      y: fc.nat(2000),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        const one = cleaned(steps.map(({ kind, a, x }) => actionOf(kind, a, x)));
        const other = cleaned(steps.map(({ kind, b, y }) => ({ ...actionOf(kind, b, y), thought: b })));
        expect(behaviorFingerprint(one)).toBe(behaviorFingerprint(other));
        expect(draftIdentity(one.map(withoutHidden))).toBe(draftIdentity(other.map(withoutHidden)));
      }),
      { numRuns: 1000 },
    );
  });

  /** A random text can look like a secret; whether it was hidden is no part of the behaviour, but empties the target. */
  const withoutHidden = (step: RedactedStep): RedactedStep =>
    step.action.type === "tap" ? { ...step, action: { type: "tap" } } : step;
});

describe("what tells two drafts apart", () => {
  const launch = stepOf({ type: "launch_app", packageName: "com.android.settings" });
  const tapOn = (text: string, x: number) =>
    cleaned([launch, stepOf({ type: "tap", x, y: 9 }, { uiContext: { text } })]);

  it("the target, where the trace names it", () => {
    expect(behaviorFingerprint(tapOn("Wi-Fi", 1))).toBe(behaviorFingerprint(tapOn("Bluetooth", 2)));
    expect(draftIdentity(tapOn("Wi-Fi", 1))).not.toBe(draftIdentity(tapOn("Bluetooth", 2)));
    expect(draftIdentity(tapOn("Wi-Fi", 1))).toBe(draftIdentity(tapOn("Wi-Fi", 700)));
  });

  it("only the behaviour, where it does not", () => {
    const blind = (x: number) => cleaned([launch, stepOf({ type: "tap", x, y: x })]);
    expect(draftIdentity(blind(1))).toBe(behaviorFingerprint(blind(2)));
  });

  it("named arguments of other agents, not what they type", () => {
    const fill = (selector: string, value: string) => cleaned([stepOf({ type: "fill", selector, value })]);
    expect(draftIdentity(fill("#to", "a"))).toBe(draftIdentity(fill("#to", "b")));
    expect(draftIdentity(fill("#to", "a"))).not.toBe(draftIdentity(fill("#from", "a")));
  });
});
