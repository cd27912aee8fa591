import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { proposeFromFolder, readSessions } from "../../src/node/experience-folder.js";
import { AT, fixture, sessionOf, stepOf } from "../support/experience-sessions.js";
import { codeOf, createTestWorkshop } from "../support/workshop-desk.js";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "experience-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const keep = (name: string, value: unknown): void =>
  writeFileSync(join(directory, name), typeof value === "string" ? value : JSON.stringify(value));
const run = (text: string, at: number) =>
  sessionOf([stepOf({ type: "tap", x: 1, y: 2 }), stepOf({ type: "type", text })], {
    task: `Type ${text}`,
    at,
  });

describe("reading", () => {
  it("one run a file, in the order of their names; everything else is reported or left alone", async () => {
    keep("b.json", fixture("browser-session.json"));
    keep("a.json", fixture("android-session.json"));
    keep("broken.json", '{ "task": "hunter2"');
    keep("wrong.json", { task: "hunter2" });
    keep("notes.md", "not a run");
    keep(".hidden.json", "{}");
    mkdirSync(join(directory, "folder.json"));
    symlinkSync("/etc/passwd", join(directory, "link.json"));
    const { value, diagnostics } = await readSessions(directory);
    expect(value.map(({ file }) => file)).toEqual([join(directory, "a.json"), join(directory, "b.json")]);
    expect(diagnostics.map(({ code, file }) => [code, file?.slice(directory.length + 1)])).toEqual([
      ["trace-unusable", "broken.json"],
      ["trace-unusable", "folder.json"],
      ["trace-unusable", "link.json"],
      ["trace-unusable", "wrong.json"],
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain("hunter2");
  });

  it("a folder that is not there is an error", async () => {
    expect(await codeOf(readSessions(join(directory, "absent")))).toBe("input-invalid");
  });
});

describe("proposing", () => {
  it("one draft a behaviour, refined by all its runs, and only through the workshop", async () => {
    keep("1.json", run("shoes", AT + 2));
    keep("2.json", run("hats", AT + 1));
    keep("3.json", { ...run("gloves", AT), ok: false });
    keep("4.json", fixture("browser-session.json"));
    const { workshop, files } = createTestWorkshop();
    const { value, diagnostics } = await proposeFromFolder({ directory, workshop, layout: "strict" });
    expect(value.map(({ draft, result }) => [draft.runs.length, result.status])).toEqual([
      [1, "pending"],
      [2, "pending"],
    ]);
    expect(value[1]?.draft.name).toBe("20261118-090807-type-hats");
    expect(value[1]?.draft.files[0]?.text).toContain("2. type(<varies>)");
    expect(diagnostics).toMatchObject([{ code: "run-failed", file: join(directory, "3.json") }]);
    expect(files.contents.size).toBe(0);
    expect(readdirSync(directory)).toHaveLength(4);
    expect(await workshop.list("pending")).toHaveLength(2);
  });

  it("a folder that is read again changes nothing that waits", async () => {
    keep("1.json", fixture("android-session.json"));
    const { workshop } = createTestWorkshop();
    await proposeFromFolder({ directory, workshop });
    const before = await workshop.list("pending");
    const { value } = await proposeFromFolder({ directory, workshop });
    expect(value.map(({ result }) => result.status)).toEqual(["unchanged"]);
    expect(await workshop.list("pending")).toEqual(before);
  });

  it("the limit of the workshop is reported, and does not stop the others", async () => {
    keep("1.json", fixture("browser-session.json"));
    keep("2.json", fixture("android-session.json"));
    const { workshop } = createTestWorkshop({ config: { maxPending: 1 } });
    const { value, diagnostics } = await proposeFromFolder({ directory, workshop });
    expect(value).toHaveLength(1);
    expect(diagnostics).toMatchObject([
      { code: "draft-refused", message: expect.stringContaining("proposal-limit") },
    ]);
  });
});
