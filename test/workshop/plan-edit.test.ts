import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFrontmatter } from "../../src/skills/frontmatter.js";
import { planEdit } from "../../src/workshop/plan-edit.js";

const plan = (
  current: string | undefined,
  change: Parameters<typeof planEdit>[0]["change"],
  maxBytes = 40_000,
) => planEdit({ skillName: "demo", current, change, maxBytes });
const header = "---\nname: demo\ndescription: d\n---\n\n";

describe("create", () => {
  test.each([
    "plain words",
    "colon: and # hash",
    'quotes " and \\ backslash',
    "[list, like] {map: like} *alias &anchor !tag",
    "- starts like a list",
    "yes",
    "2026-01-01",
    "null",
    "multi\nline\ttext",
    "emoji 🎉 and 中文",
    "| pipe > fold",
    "'single'",
  ])("the description %j survives the frontmatter", (description) => {
    const text = plan(undefined, { kind: "create", description, body: "- Step." })._unsafeUnwrap().text;
    const { data, broken } = parseFrontmatter(text).value;
    expect({ broken, ...data }).toEqual({
      broken: false,
      name: "demo",
      description: description.replace(/\s+/g, " "),
    });
  });

  test("any description can be read back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (description) => {
        const text = plan(undefined, { kind: "create", description, body: "- Step." })._unsafeUnwrap().text;
        const { data, broken } = parseFrontmatter(text).value;
        expect(broken).toBe(false);
        expect(data.name).toBe("demo");
        expect(data.description).toBe(description.replace(/[\s\p{Cc}]+/gu, " ").trim());
      }),
      { numRuns: 2000 },
    );
  });

  test("never overwrites, and takes no document with a header of its own", () => {
    expect(plan("x", { kind: "create", description: "d", body: "b" })._unsafeUnwrapErr().code).toBe(
      "proposal-stale",
    );
    const whole = { kind: "create", description: "d", body: "---\nname: other\n---\n\nPlan" } as const;
    expect(plan(undefined, whole)._unsafeUnwrapErr().code).toBe("input-invalid");
  });
});

describe("replace", () => {
  test.each([
    ["only the first match", `${header}a b a`, "a b", "X", `${header}X a`],
    [
      "indentation of oldText counts",
      `${header}- x\n    - x\n`,
      "    - x",
      "    - y",
      `${header}- x\n    - y\n`,
    ],
    ["dollar sequences are literal", `${header}old`, "old", "$1 $& $' $` $$", `${header}$1 $& $' $\` $$`],
    [
      "LF in the request, CRLF in the file",
      `${header.replaceAll("\n", "\r\n")}a\r\nb\r\nc`,
      "a\nb",
      "x\ny",
      `${header.replaceAll("\n", "\r\n")}x\r\ny\r\nc`,
    ],
    ["an empty replacement deletes", `${header}keep drop`, " drop", "", `${header}keep`],
  ])("%s", (_, current, oldText, newText, expected) => {
    expect(plan(current, { kind: "replace", oldText, newText })._unsafeUnwrap().text).toBe(expected);
  });

  test.each([
    ["missing text", header, "nope", "x", "text-not-found"],
    ["missing skill", undefined, "a", "x", "skill-not-found"],
    ["a renamed skill", header, "name: demo", "name: other", "input-invalid"],
    ["a broken header", header, "---\n\n", "", "input-invalid"],
    ["an empty oldText", header, "", "x", "input-invalid"],
  ])("refuses %s", (_, current, oldText, newText, code) => {
    expect(plan(current, { kind: "replace", oldText, newText })._unsafeUnwrapErr().code).toBe(code);
  });

  test("touches only its match", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ minLength: 1 }),
        fc.string(),
        fc.string(),
        (before, oldText, after, newText) => {
          const current = `${before}${oldText}${after}`;
          const result = plan(current, { kind: "replace", oldText, newText });
          if (result.isErr()) return;
          const at = current.indexOf(oldText);
          expect(result.value.text).toBe(current.slice(0, at) + newText + current.slice(at + oldText.length));
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe("size", () => {
  test("counts UTF-8 bytes of the whole result; a file that is too large may shrink", () => {
    const large = `${header}${"é".repeat(600)}\n`;
    expect(
      plan(header, { kind: "append", section: "W", body: "é".repeat(600) }, 1024)._unsafeUnwrapErr(),
    ).toMatchObject({
      code: "skill-too-large",
      message: "skill exceeds 1024 bytes",
    });
    expect(plan(large, { kind: "replace", oldText: "éé", newText: "é" }, 1024).isOk()).toBe(true);
    expect(plan(large, { kind: "replace", oldText: "é", newText: "éé" }, 1024).isErr()).toBe(true);
  });
});
