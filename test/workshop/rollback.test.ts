import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTestWorkshop, human } from "../support/workshop-desk.js";

const DEMO = "skills/demo/SKILL.md";
const piece = fc.oneof(
  fc.constantFrom(
    "## Workflow",
    "### Deep",
    "- a",
    "  - b",
    "```",
    "> q",
    "",
    "",
    "text",
    "$&",
    "<!-- c -->",
  ),
  fc.string({ unit: "grapheme", maxLength: 10 }),
);
const body = fc
  .tuple(
    fc.constantFrom("", "\ufeff", "---\nname: demo\ndescription: d\n---\n\n", "---\r\nname: demo\r\n---\r\n"),
    fc.array(piece, { maxLength: 12 }),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "\n"),
  )
  .map(([head, lines, end, tail]) => `${head}${lines.join(end)}${tail}`);
const addition = fc.array(piece, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n"));

/** Applies one suggestion to a skill and gives the texts between, or undefined when the edit was refused. */
async function appliedAndTakenBack(text: string | undefined, suggestion: object) {
  const { workshop, files } = createTestWorkshop(text === undefined ? {} : { texts: { [DEMO]: text } });
  const suggested = await workshop.suggest({ skillName: "demo", ...suggestion }).catch(() => undefined);
  const id = suggested?.proposal?.id;
  if (id === undefined || suggested?.status !== "pending") return undefined;
  await workshop.approve(id, human);
  const after = files.contents.get(DEMO)?.text;
  await workshop.rollback(id, human);
  return { after, back: files.contents.get(DEMO)?.text, left: [...files.contents.keys()] };
}

describe("append then rollback is the identity on bytes", () => {
  test("for any text of a skill", async () => {
    let applied = 0;
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.constantFrom("Workflow", "### Deep", "New"),
        addition,
        async (text, section, add) => {
          const outcome = await appliedAndTakenBack(text, { section, body: add });
          if (outcome === undefined) return;
          applied += 1;
          expect(outcome.after).not.toBe(text);
          expect(outcome.back).toBe(text);
        },
      ),
      { numRuns: 1500 },
    );
    expect(applied).toBeGreaterThan(500);
  });

  test("for a skill that was not there", async () => {
    expect(await appliedAndTakenBack(undefined, { body: "- A step." })).toMatchObject({ left: [] });
  });
});

test("replace touches only its match, and rollback restores it", async () => {
  await fc.assert(
    fc.asyncProperty(body, body, addition, addition, async (before, after, oldText, newText) => {
      const text = `${before}${oldText}${after}`;
      const outcome = await appliedAndTakenBack(text, { oldText, newText });
      if (outcome === undefined) return;
      const at = text.indexOf(oldText);
      expect(outcome.after?.startsWith(text.slice(0, at))).toBe(true);
      expect(outcome.after?.endsWith(text.slice(at + oldText.length))).toBe(true);
      expect(outcome.back).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

test("any stack of edits comes off in reverse order, byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("Workflow", "Notes", "Checks"), { minLength: 1, maxLength: 6 }),
      async (sections) => {
        const { workshop, files } = createTestWorkshop();
        const texts: (string | undefined)[] = [];
        const ids: string[] = [];
        for (const [index, section] of sections.entries()) {
          texts.push(files.contents.get(DEMO)?.text);
          const words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"][index];
          const { proposal } = await workshop.suggest({
            skillName: "demo",
            section,
            body: `- Do the ${words} step.`,
          });
          ids.push(proposal?.id ?? "");
          await workshop.approve(proposal?.id ?? "", human);
        }
        for (const id of ids.reverse()) {
          await workshop.rollback(id, human);
          expect(files.contents.get(DEMO)?.text).toBe(texts.pop());
        }
        expect(files.contents.size).toBe(0);
      },
    ),
    { numRuns: 100 },
  );
});
