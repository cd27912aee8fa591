import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { bytesDigest, textDigest, treeDigest } from "../../src/safety/index.js";

const file = (path: string, text: string, executable = false) => ({
  path,
  bytes: new TextEncoder().encode(text),
  ...(executable ? { executable } : {}),
});

describe("the tree digest", () => {
  it("does not depend on the order of the files", () => {
    const files = [file("SKILL.md", "a"), file("scripts/x.sh", "b", true), file("b.txt", "")];
    expect(treeDigest({ files })).toBe(treeDigest({ files: [...files].reverse() }));
    expect(treeDigest({ files })).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it.each([
    ["content", [file("SKILL.md", "b")]],
    ["name", [file("SKILL.MD", "a")]],
    ["executable bit", [file("SKILL.md", "a", true)]],
    ["number of files", [file("SKILL.md", "a"), file("x", "")]],
  ])("changes with the %s", (_, files) => {
    expect(treeDigest({ files })).not.toBe(treeDigest({ files: [file("SKILL.md", "a")] }));
  });

  it("keeps names and content apart", () => {
    const left = treeDigest({ files: [file('a" - x', "1"), file("b", "2")] });
    const right = treeDigest({ files: [file("a", "1"), file('" - xb', "2")] });
    expect(left).not.toBe(right);
  });

  test.prop([fc.string(), fc.string()])("two texts share a digest only when they are one", (a, b) => {
    expect(textDigest(a) === textDigest(b)).toBe(a === b);
    expect(textDigest(a)).toBe(bytesDigest(new TextEncoder().encode(a)));
  });
});
