import { PassThrough } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { CandidateCard, Question } from "../../src/core/questions.js";

/** A pretended terminal: what was shown, and a hand that types. */
export function fakeTerminal(isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY });
  let shown = "";
  output.on("data", (chunk: Buffer) => {
    shown += chunk.toString("utf8");
  });
  return {
    input,
    output,
    shown: () => shown,
    /** Types as soon as the text is on the screen. */
    async typeAfter(text: string, line: string): Promise<void> {
      const from = Date.now();
      while (!shown.includes(text)) {
        if (Date.now() - from > 5_000) throw new Error(`never shown: ${text}`);
        await delay(5);
      }
      input.write(line);
    },
  };
}

export function card(key: string, overrides: Partial<CandidateCard> = {}): CandidateCard {
  return {
    pin: { key, version: "1.0.0", digest: `sha256:${"a".repeat(64)}` },
    source: "clawhub",
    reviewed: true,
    scan: "clean",
    stars: 3,
    downloads: 10,
    sideEffects: ["network:api.example.com"],
    marks: ["read-only"],
    findings: [],
    verdicts: [],
    lookalikes: [],
    history: undefined,
    changed: undefined,
    name: "todo",
    description: "Manages todos.",
    ...overrides,
  };
}

export function chooseQuestion(candidates: readonly CandidateCard[]): Extract<Question, { kind: "choose" }> {
  return {
    kind: "choose",
    task: "list my todos",
    region: "todo",
    candidates,
    refused: [],
    lessons: [],
    choices: ["approve", "decline", "block"],
  };
}
