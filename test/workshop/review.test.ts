import { describe, expect, test } from "vitest";
import { parseReviewAnswer } from "../../src/workshop/review-answer.js";
import { buildReviewRequest } from "../../src/workshop/review-request.js";

const same = (text: string): string => text;

describe("what a reviewer sees", () => {
  test("tool output never enters the transcript", () => {
    const { prompt, tools } = buildReviewRequest(
      [
        { role: "system", content: "SYSTEM" },
        { role: "user", content: "please fix it" },
        {
          role: "assistant",
          content: [
            { type: "text", text: "looking" },
            { type: "tool_use", input: { a: "TOOLINPUT" } },
          ],
        },
        { role: "tool", content: "TOOLOUT" },
        { role: "toolResult", content: [{ type: "text", text: "TOOLOUT" }] },
        {
          role: "user",
          content: [
            { type: "tool_result", content: "TOOLOUT" },
            { type: "text", text: "thanks" },
          ],
        },
        { role: "function", content: "TOOLOUT" },
      ],
      [],
      same,
    );
    expect(prompt).toBe(
      "Existing skills:\n(none)\n\nTranscript:\nuser: please fix it\nassistant: looking\nuser: thanks",
    );
    expect(tools).toBe("none");
  });

  test("the last 12,000 characters, never half a character", () => {
    const { prompt } = buildReviewRequest([{ role: "user", content: "😀".repeat(13_000) }], [], same);
    const transcript = prompt.slice(prompt.indexOf("Transcript:\n") + 12);
    expect([...transcript]).toHaveLength(12_000);
    expect(new Set([...transcript])).toEqual(new Set(["😀"]));
  });

  test("twelve skills of at most 2,000 characters, the fitting ones and not the alphabet's first", () => {
    const skills = Array.from({ length: 40 }, (_, index) => ({
      name: `a-skill-${index}`,
      text: "unrelated words ".repeat(400),
    }));
    const { prompt } = buildReviewRequest(
      [{ role: "user", content: "rotate the kubernetes certificates" }],
      [...skills, { name: "zz-kubernetes-certificates", text: "How to rotate kubernetes certificates." }],
      same,
    );
    const shown = prompt.match(/^### .*$/gm) ?? [];
    expect(shown).toHaveLength(12);
    expect(shown[0]).toBe("### zz-kubernetes-certificates");
    expect(Math.max(...prompt.split("### ").map((part) => part.length))).toBeLessThan(2_100);
  });

  test("secrets are gone before the text is cut or sent", () => {
    const { prompt } = buildReviewRequest(
      [{ role: "user", content: "the SECRET is here" }],
      [{ name: "s", text: "SECRET" }],
      (text) => text.replaceAll("SECRET", "***"),
    );
    expect(prompt).not.toContain("SECRET");
  });
});

describe("what a reviewer may answer", () => {
  test.each([
    ["bare", '{"action":"none"}'],
    ["fenced", 'Sure:\n```json\n{"action":"none"}\n```\n'],
    ["with words around", 'I think {"action":"none"} is right.'],
  ])("%s", (_, raw) => {
    expect(parseReviewAnswer(raw)._unsafeUnwrap()).toEqual({ action: "none" });
  });

  test("append without a section means the workflow", () => {
    const raw = JSON.stringify({ action: "append", skillName: "a", body: "- x" });
    expect(parseReviewAnswer(raw)._unsafeUnwrap()).toMatchObject({ section: "Workflow" });
  });

  test.each([
    ["no JSON", "nothing to do"],
    ["an array", "[]"],
    ["an unknown action", '{"action":"delete","skillName":"a"}'],
    ["a missing body", '{"action":"create","skillName":"a"}'],
    ["a wrong type", '{"action":"append","skillName":["a"],"body":"x"}'],
    ["replace without newText", '{"action":"replace","skillName":"a","oldText":"x"}'],
    ["broken JSON", '{"action":"none"'],
    ["nothing", ""],
  ])("refuses %s", (_, raw) => {
    expect(parseReviewAnswer(raw)._unsafeUnwrapErr().code).toBe("port-answer-invalid");
  });
});
