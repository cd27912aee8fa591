import { describe, expect, test } from "vitest";
import { isNearDuplicate, sketchOf } from "../../src/workshop/near-duplicates.js";

const same = (left: string, right: string): boolean => isNearDuplicate(sketchOf(left), sketchOf(right));

describe("the same advice in other words", () => {
  test.each([
    ["Use pnpm for installing packages.", "please use pnpm for installing the packages!"],
    ["- Verify the frames.\n- Record the license.", "Record the license, verify the frames"],
    ["Lint before you commit.", "lint, before you commit"],
  ])("%j ≈ %j", (left, right) => {
    expect(same(left, right)).toBe(true);
    expect(same(right, left)).toBe(true);
  });
});

describe("other advice in nearly the same words", () => {
  test.each([
    ["Always push to main.", "Never push to main."],
    ["Keep 3 backups of it.", "Keep 5 backups of it."],
    ["Lint before commit.", "Commit before lint."],
    ["Run the tests before merging.", "Run the tests after merging."],
    [
      "For each release of the package enable the strict type checker in the shared build configuration file.",
      "For each release of the package disable the strict type checker in the shared build configuration file.",
    ],
    ["Wait until the build is green.", "Wait."],
  ])("%j ≠ %j", (left, right) => {
    expect(same(left, right)).toBe(false);
    expect(same(right, left)).toBe(false);
  });
});
