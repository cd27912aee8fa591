import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSession } from "../../src/experience/index.js";

const minimal = { task: "t", ok: true, at: 0, traces: [{ action: { type: "tap" } }] };

it("a minimal run is enough; texts that are missing are empty", () => {
  expect(parseSession(minimal)._unsafeUnwrap()).toEqual({
    task: "t",
    sessionPath: "",
    ok: true,
    finalMessage: "",
    at: 0,
    traces: [{ action: { type: "tap" }, result: "", thought: "", currentApp: "" }],
  });
});

it("keeps every argument of an action, and reads a numeric element id", () => {
  const action = { type: "drag", path: [[1, 2]], nested: { deep: true } };
  const session = parseSession({
    ...minimal,
    traces: [{ action, uiContext: { elementId: 7 } }],
  })._unsafeUnwrap();
  expect(session.traces[0]).toMatchObject({ action, uiContext: { elementId: "7" } });
});

describe("an error names the place and never the value", () => {
  it.each([
    ["task", { ...minimal, task: 5 }],
    ["ok", { ...minimal, ok: "hunter2" }],
    ["at", { ...minimal, at: -1 }],
    ["at", { ...minimal, at: 1e15 }],
    ["traces", { ...minimal, traces: "hunter2" }],
    ["traces.0.action.type", { ...minimal, traces: [{ action: { kind: "hunter2" } }] }],
    ["traces.0.result", { ...minimal, traces: [{ action: { type: "tap" }, result: ["hunter2"] }] }],
    ["", "hunter2"],
  ])("%s", (path, value) => {
    const error = parseSession(value)._unsafeUnwrapErr();
    expect(error.code).toBe("input-invalid");
    expect(error.details).toEqual({ path });
    expect(JSON.stringify(error)).not.toContain("hunter2");
  });
});

it("never throws", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => void parseSession(value)),
    { numRuns: 2000 },
  );
});
