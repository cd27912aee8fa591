import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance } from "../../src/text/edit-distance.js";
import { growthOf } from "../support/text-growth.js";

/** The textbook table, whole: what the banded version must agree with. */
function reference(a: string[], b: string[]): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const cost = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
        a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? at(row - 2, column - 2) + 1
          : Number.POSITIVE_INFINITY,
      );
      const line = table[row];
      if (line !== undefined) line[column] = cost;
    }
  }
  return at(a.length, b.length);
}

describe("editDistance", () => {
  it.each([
    ["todoist", "todoist", 2, 0],
    ["todoist", "todiost", 2, 1],
    ["github", "glthub", 2, 1],
    ["slack", "slac", 2, 1],
    ["kitten", "sitting", 5, 3],
    ["kitten", "sitting", 2, 3],
    ["", "abc", 5, 3],
    ["", "abc", 2, 3],
    ["abc", "", 0, 1],
    ["ca", "abc", 5, 3],
    ["a😀b", "ab", 2, 1],
  ])("%s → %s within %i is %i", (left, right, limit, expected) => {
    expect(editDistance(left, right, limit)).toBe(expected);
  });

  it("agrees with the whole table, capped at the limit, in both directions", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 9 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 6 }), (left, right, limit) => {
        const expected = Math.min(reference([...left], [...right]), limit + 1);
        expect(editDistance(left, right, limit)).toBe(expected);
        expect(editDistance(right, left, limit)).toBe(expected);
      }),
      { numRuns: 5000 },
    );
  });

  it("takes linear time for a fixed limit", () => {
    const work = (text: string) => editDistance(`x${text}y`, `y${text}x`, 2);
    expect(growthOf(work, (size) => "ab".repeat(size / 2), 200_000)).toBeLessThan(3);
  });
});
