import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isNearDuplicate, mayBeNearDuplicate, sketchOf } from "../../src/workshop/near-duplicates.js";

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

test("nine of ten words are enough, for the shortcut too", () => {
  const nine = "alpha bravo charlie delta echo foxtrot golf hotel india";
  const sketch = sketchOf(`${nine} juliet`);
  expect(mayBeNearDuplicate(nine, sketch) && isNearDuplicate(sketch, sketchOf(nine))).toBe(true);
});

test("the shortcut never dismisses a near-duplicate", () => {
  const roots =
    "verify apply map use study embed publish compress box add make carry animate license app".split(" ");
  const forms = [
    "",
    "s",
    "es",
    "ed",
    "ing",
    "ion",
    "ies",
    "ying",
    "ped",
    "ping",
    "ication",
    "ator",
    "e",
    "'s",
  ];
  const word = fc.oneof(
    fc.tuple(fc.constantFrom(...roots), fc.constantFrom(...forms)).map(([root, form]) => `${root}${form}`),
    fc.stringMatching(/^[a-zA-Z]{1,9}$/),
  );
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 14 }),
      fc.nat(),
      fc.context(),
      (words, seed, context) => {
        const other = words.map((one, index) =>
          (seed >> (index % 16)) % 2 === 0
            ? one
            : `${one.replace(/(?:s|ed|ing)$/, "")}${forms[(seed + index) % forms.length]}`,
        );
        const [left, right] = [words.join(" "), `${other.join(", ")}.`];
        context.log(`${left} | ${right}`);
        const sketch = sketchOf(left);
        const isNear = isNearDuplicate(sketch, sketchOf(`  ${right}`));
        // Another text of the same words: the one above is remembered, and what is remembered is not dismissed anyway.
        if (isNear) expect(mayBeNearDuplicate(` ${right}`, sketch)).toBe(true);
      },
    ),
    { numRuns: 5000 },
  );
});
