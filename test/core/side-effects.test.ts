import { describe, expect, it } from "vitest";
import { isReadOnly, isWriteEffect, mergeSideEffects, severityMarks } from "../../src/core/side-effects.js";

describe("what counts as writing", () => {
  it.each([
    ["read:notes.md", false],
    ["read:env:TODOIST_API_KEY", false],
    ["network:api.todoist.com", false],
    ["write:out.txt", true],
    ["delete:out.txt", true],
    ["shell:bash", true],
    ["WRITE:out.txt", true],
    ["teleport:home", true],
    ["", true],
  ])("%j: %s", (effect, expected) => {
    expect(isWriteEffect(effect)).toBe(expected);
  });

  it("nothing known is not read-only", () => {
    expect(isReadOnly([])).toBe(false);
    expect(isReadOnly(["network:x"])).toBe(true);
    expect(isReadOnly(["network:x", "shell:y"])).toBe(false);
  });
});

describe("severity marks", () => {
  it.each([
    [["network:api.todoist.com"], ["read-only"]],
    [
      ["network:api.todoist.com", "read:env:TODOIST_API_KEY"],
      ["read-only", "credentials"],
    ],
    [["read:env:EDITOR"], ["read-only"]],
    [["read:~/.ssh/id_ed25519"], ["read-only", "credentials"]],
    [
      ["write:a", "delete:b"],
      ["write", "destructive"],
    ],
    [["shell:jq"], ["shell"]],
    [["teleport:home"], ["shell"]],
    [[], ["shell"]],
    [
      ["write:a", "delete:b", "read:env:GITHUB_TOKEN", "shell:x"],
      ["write", "destructive", "credentials", "shell"],
    ],
  ])("%j", (effects, marks) => {
    expect(severityMarks(effects)).toEqual(marks);
  });
});

describe("merging", () => {
  it("is a union in a stable order, and the same list when nothing is new", () => {
    const known = ["network:a", "read:b"];
    expect(mergeSideEffects(known, ["read:b", "write:c", "write:c"])).toEqual([
      "network:a",
      "read:b",
      "write:c",
    ]);
    expect(mergeSideEffects(known, ["read:b"])).toBe(known);
  });

  it("a flood of harmless effects can't push out the one that writes", () => {
    const flood = Array.from({ length: 5000 }, (_, index) => `network:host${index}.example`);
    const merged = mergeSideEffects(
      ["write:a"],
      [...flood, "delete:b", ...flood.map((effect) => `${effect}x`)],
    );
    expect(merged).toHaveLength(64);
    expect(merged.slice(0, 2)).toEqual(["write:a", "delete:b"]);
  });

  it("what is no text counts as a shell command", () => {
    expect(mergeSideEffects([], [7, ""])).toEqual(["shell:unknown"]);
  });
});
