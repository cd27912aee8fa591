import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { buildDraft, proposeDraft } from "../../src/experience/index.js";
import { createNodeWorkshop } from "../../src/node/index.js";
import type { Approver } from "../../src/ports/approver.js";
import {
  CANARIES,
  type Canary,
  everyByte,
  KEYS,
  leaks,
  PASSWORDS,
  SPELLINGS,
} from "../support/canary-world.js";
import { sessionOf, stepOf } from "../support/experience-sessions.js";
import { temporaryFolder } from "../support/installer-world.js";
import { context } from "../support/rules-world.js";
import { createTestWorkshop, gifSuggestion, human } from "../support/workshop-desk.js";

const SECRETS = [...KEYS, ...PASSWORDS];
const spelling = fc.constantFrom("plain", "quoted", "in brackets", "at a line's end", "in a link");

function createWorld() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "workspace"));
  const lines: string[] = [];
  const workshop = createNodeWorkshop({
    workspace: join(folder, "workspace"),
    directory: join(folder, "store"),
    logger: { specificationVersion: "v1", log: (_level, line) => lines.push(line) },
  });
  const exits = () => `${everyByte(folder)}\n${lines.join("\n")}`;
  return { folder, workshop, exits };
}

describe("a secret in a recorded run", () => {
  test.prop(
    [
      fc.constantFrom(...SECRETS),
      spelling,
      fc.constantFrom("task", "thought", "result", "message", "typed", "argument", "label", "path"),
    ],
    { numRuns: 60 },
  )("is in no byte of the store or the workspace, before and after approval", async (canary, how, where) => {
    const text = SPELLINGS[how]?.(canary.text) ?? "";
    const { workshop, exits } = createWorld();
    const typed = {
      type: "type",
      text: where === "typed" ? text : "hello",
      note: where === "argument" ? text : "",
    };
    const session = sessionOf(
      [
        stepOf({ type: "launch_app", packageName: "com.example.app" }),
        stepOf(typed, {
          thought: where === "thought" ? `Enter ${text}` : "Enter it",
          result: where === "result" ? `ok ${text}` : "ok",
          ...(where === "label" ? { uiContext: { label: text } } : {}),
        }),
        stepOf({ type: "tap", x: 1, y: 2 }, { result: "ok" }),
      ],
      {
        task: where === "task" ? `Sign in with ${text}` : "Sign in to the app",
        finalMessage: where === "message" ? text : "Done.",
        sessionPath: where === "path" ? `/sessions/${text.trim().replace(/\s+/g, "+")}.md` : "/sessions/1.md",
      },
    );
    const drafted = buildDraft(session);
    const draft = "value" in drafted ? drafted.value : undefined;
    if (draft !== undefined) {
      const { proposal } = await proposeDraft(workshop, draft);
      expect(leaks(canary, exits())).toEqual([]);
      if (proposal?.status === "pending") await workshop.approve(proposal.id, human);
    }
    expect(leaks(canary, exits())).toEqual([]);
    await workshop.close();
  });
});

describe("a secret in a conversation", () => {
  test.prop(
    [
      fc.constantFrom(...SECRETS),
      spelling,
      fc.constantFrom("title", "reason", "description", "body", "section", "newText"),
    ],
    { numRuns: 60 },
  )(
    "that an agent suggests to remember is in no byte of the store or the workspace",
    async (canary, how, where) => {
      const text = SPELLINGS[how]?.(canary.text) ?? "";
      const { workshop, exits } = createWorld();
      await workshop
        .suggest(gifSuggestion)
        .then(({ proposal }) => proposal && workshop.approve(proposal.id, human));
      const suggestion =
        where === "newText"
          ? {
              skillName: gifSuggestion.skillName,
              oldText: "Confirm it has multiple frames.",
              newText: `Confirm with ${text}.`,
            }
          : { ...gifSuggestion, section: "Workflow", [where]: `Use ${text} for it` };
      const result = await workshop.suggest(suggestion).catch(() => undefined);
      if (result?.proposal?.status === "pending")
        await workshop
          .approve(result.proposal.id, { ...human, reason: `yes ${text}` })
          .catch(() => undefined);
      expect(leaks(canary, exits())).toEqual([]);
      await workshop.close();
    },
  );

  it("that ends with a correction is in no byte either", async () => {
    for (const canary of SECRETS) {
      const { workshop, exits } = createWorld();
      await workshop.onTurnEnd({
        sessionId: "s1",
        agentId: "main",
        messages: [
          {
            id: "m1",
            role: "user",
            content: `From now on always use ${canary.text} when you check the calendar.`,
          },
        ],
      } as never);
      expect(leaks(canary, exits())).toEqual([]);
      await workshop.close();
    }
  });
});

it("a secret in what an approver throws is in no log line", async () => {
  for (const canary of SECRETS) {
    const approver: Approver = {
      specificationVersion: "v1",
      answers: "human",
      approve: () => Promise.reject(new Error(`the channel refused ${canary.text}`)),
    };
    const { workshop, lines, store } = createTestWorkshop({ approver });
    const { proposal } = await workshop.suggest(gifSuggestion);
    await workshop.requestApply(proposal?.id ?? "").catch(() => undefined);
    expect(lines.some((line) => line.includes("approver failed"))).toBe(true);
    const documents = await Promise.all(
      (await store.list({ prefix: "" }, context())).map((key) => store.read({ key }, context())),
    );
    expect(leaks(canary, [...lines, JSON.stringify(documents)].join("\n"))).toEqual([]);
  }
});

it("the canaries are recognised by the checks that look for them", () => {
  for (const canary of CANARIES as readonly Canary[])
    for (const spell of Object.values(SPELLINGS))
      expect(leaks(canary, `x ${spell(canary.text)} y`).length).toBeGreaterThan(0);
});
