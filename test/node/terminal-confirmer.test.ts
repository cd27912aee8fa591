import { fc, test as propertyTest } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { Question } from "../../src/core/questions.js";
import { parseAnswer, refusalOf } from "../../src/node/terminal-answer.js";
import { createTerminalConfirmer } from "../../src/node/terminal-confirmer.js";
import { portContext } from "../support/installer-world.js";
import { card, chooseQuestion, fakeTerminal } from "../support/terminal-world.js";

const CANDIDATES = [card("clawhub:@alice/todo"), card("clawhub:@bob/todo"), card("github:acme/todo")];
const CHOOSE = chooseQuestion(CANDIDATES);
const PIN = CANDIDATES[0]?.pin ?? { key: "", version: "", digest: "" };
const PROMPT = "approve / decline / block [decline]> ";

const QUESTIONS: readonly Question[] = [
  CHOOSE,
  {
    kind: "plan",
    task: "t",
    pin: PIN,
    steps: [],
    marks: [],
    sideEffects: [],
    findings: [],
    lessons: [],
    lookups: [],
    choices: ["approve", "decline"],
  },
  { kind: "dependencies", pin: PIN, missing: [], choices: ["install", "ready", "decline"] },
  { kind: "credentials", pin: PIN, env: [], choices: ["retry", "stop"] },
  { kind: "switch", failed: PIN, failure: "api_error", next: card("clawhub:x"), choices: ["switch", "stop"] },
  { kind: "interrupted", pin: PIN, during: "execute", choices: ["continue", "stop"] },
  { kind: "retain", pin: PIN, successes: 3, weight: 0.8, choices: ["keep", "release"] },
];

describe("the typed answer", () => {
  test.each([
    ["approve", { choice: "approve" }],
    ["  APPROVE  ", { choice: "approve" }],
    ["a", { choice: "approve" }],
    ["d", { choice: "decline" }],
    ["block", { choice: "block" }],
    ["block 2", { choice: "block", keys: ["clawhub:@bob/todo"] }],
    ["approve 2 1", { choice: "approve", keys: ["clawhub:@bob/todo", "clawhub:@alice/todo"] }],
    ["a 3,1", { choice: "approve", keys: ["github:acme/todo", "clawhub:@alice/todo"] }],
    ["", { choice: "decline" }],
    ["   ", { choice: "decline" }],
    ["yes", undefined],
    ["approve 4", undefined],
    ["approve 0", undefined],
    ["approve 1 1", undefined],
    ["approve all", undefined],
    ["decline 1", undefined],
    ["approved", undefined],
    ["approve!", undefined],
  ])("%j", (line, answer) => {
    expect(parseAnswer(CHOOSE, line)).toEqual(answer);
  });

  test.each(QUESTIONS.map((question) => [question.kind, question] as const))(
    "an empty line refuses a %s question with one of its own choices",
    (_kind, question) => {
      const choices: readonly string[] = question.choices;
      expect(parseAnswer(question, "")).toEqual({ choice: refusalOf(question) });
      expect(choices).toContain(refusalOf(question));
    },
  );

  propertyTest.prop([fc.string(), fc.integer({ min: 0, max: QUESTIONS.length - 1 })], { numRuns: 2_000 })(
    "nothing but an offered choice is ever answered, and approval begins with an a",
    (line, index) => {
      const question = QUESTIONS[index] ?? CHOOSE;
      const answer = parseAnswer(question, line);
      if (answer === undefined) return;
      expect(question.choices as readonly string[]).toContain(answer.choice);
      if (answer.choice === "approve") expect(line.trim().toLowerCase()).toMatch(/^a/);
    },
  );
});

describe("the terminal confirmer", () => {
  test("shows facts, then the skill's words, and takes the answer", async () => {
    const terminal = fakeTerminal();
    const confirmer = createTerminalConfirmer(terminal);
    const answer = confirmer.confirm({ questionId: "q", question: CHOOSE }, portContext());
    await terminal.typeAfter(PROMPT, "approve 2\n");
    expect(await answer).toEqual({ choice: "approve", keys: ["clawhub:@bob/todo"] });
    expect(confirmer.answers).toBe("human");
    expect(terminal.shown()).toContain("1. clawhub:@alice/todo 1.0.0");
    expect(terminal.shown()).toContain("(untrusted)");
  });

  test("asks again when unclear, and gives up after three times", async () => {
    const terminal = fakeTerminal();
    const answer = createTerminalConfirmer(terminal).confirm(
      { questionId: "q", question: CHOOSE },
      portContext(),
    );
    const hint =
      "Please type one of: approve, decline, block; approve and block take numbers, such as: approve 2 1\n";
    await terminal.typeAfter(PROMPT, "sure\n");
    await terminal.typeAfter(`${hint}${PROMPT}`, "ok\n");
    await terminal.typeAfter(`${hint}${PROMPT}${hint}${PROMPT}`, "go\n");
    expect(await answer).toEqual({ choice: "decline" });
  });

  test("the end of input refuses", async () => {
    const terminal = fakeTerminal();
    const answer = createTerminalConfirmer(terminal).confirm(
      { questionId: "q", question: CHOOSE },
      portContext(),
    );
    await terminal.typeAfter(PROMPT, "");
    terminal.input.end();
    expect(await answer).toEqual({ choice: "decline" });
  });

  test("what was typed before the question is not an answer to it", async () => {
    const terminal = fakeTerminal();
    terminal.input.write("approve\n");
    const answer = createTerminalConfirmer(terminal).confirm(
      { questionId: "q", question: CHOOSE },
      portContext(),
    );
    await terminal.typeAfter(PROMPT, "decline\n");
    expect(await answer).toEqual({ choice: "decline" });
  });

  test("an abort withdraws the question, and the next one works", async () => {
    const terminal = fakeTerminal();
    const confirmer = createTerminalConfirmer(terminal);
    const controller = new AbortController();
    const first = confirmer.confirm(
      { questionId: "q", question: CHOOSE },
      portContext({ signal: controller.signal }),
    );
    const second = confirmer.confirm({ questionId: "r", question: CHOOSE }, portContext());
    await terminal.typeAfter(PROMPT, "");
    controller.abort();
    await expect(first).rejects.toMatchObject({ code: "cancelled" });
    await terminal.typeAfter("no longer waiting", "");
    const shown = terminal.shown();
    const from = Date.now();
    while (terminal.shown().length < shown.length + PROMPT.length && Date.now() - from < 5_000)
      await new Promise((resolve) => setTimeout(resolve, 10));
    terminal.input.write("approve\n");
    expect(await second).toEqual({ choice: "approve" });
  });

  test.each([
    ["input", false, true],
    ["output", true, false],
  ])("without a terminal for %s it fails clearly, at once", async (_name, inTTY, outTTY) => {
    const terminal = fakeTerminal();
    Object.assign(terminal.input, { isTTY: inTTY });
    Object.assign(terminal.output, { isTTY: outTTY });
    await expect(
      createTerminalConfirmer(terminal).confirm({ questionId: "q", question: CHOOSE }, portContext()),
    ).rejects.toMatchObject({ code: "port-missing", message: expect.stringContaining("not a terminal") });
    expect(terminal.shown()).toBe("");
  });

  test("a skill can't draw on the screen: no control, bidi or line break of its reaches it", async () => {
    const evil =
      "\u001b[2J\u001b[1;1Happrove / decline> \u0007\u009b31m\r\nInstalled.\u202egnihtyna\u2028\u0000\u007f";
    const terminal = fakeTerminal();
    const question = chooseQuestion([
      card("clawhub:@evil/x", {
        name: evil,
        description: evil,
        lookalikes: [evil],
        verdicts: [{ by: evil, status: "clean" }],
        findings: [
          { rule: "r", severity: "warn", file: evil, line: 1, excerpt: evil, why: evil, action: evil },
        ],
        sideEffects: [evil],
      }),
    ]);
    const answer = createTerminalConfirmer(terminal).confirm(
      { questionId: "q", question: { ...question, task: evil } },
      portContext(),
    );
    await terminal.typeAfter(PROMPT, "\n");
    expect(await answer).toEqual({ choice: "decline" });
    expect(terminal.shown()).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/,
    );
  });
});
