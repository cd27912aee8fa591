import { CortexError } from "../core/errors.js";
import type { Confirmer } from "../ports/confirmer.js";
import { renderQuestion } from "../runtime/render-question.js";
import { Terminal, type TerminalOptions } from "./terminal.js";
import { parseAnswer, refusalOf } from "./terminal-answer.js";

/** Three unclear answers are a refusal. */
const TRIES = 3;

/**
 * Asks the person at the terminal. An empty line, the end of input and anything
 * unclear refuse; without a terminal it fails with `port-missing`. What a skill
 * says is shown through `safeText`, so it can't move the cursor or fake a question.
 */
export function createTerminalConfirmer(options: TerminalOptions = {}): Confirmer {
  const terminal = new Terminal(options);
  let before: Promise<unknown> = Promise.resolve();
  const confirm: Confirmer["confirm"] = async ({ question }, { signal }) => {
    terminal.require();
    const refusal = refusalOf(question);
    await terminal.discardTypedAhead();
    terminal.show(`\n${renderQuestion(question)}`);
    const prompt = `${question.choices.join(" / ")} [${refusal}]> `;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const typed = await terminal.readLine(prompt, { signal });
      if (typed.kind === "aborted") {
        terminal.show("\n(no longer waiting for an answer)");
        throw new CortexError("cancelled", "The question was withdrawn.");
      }
      if (typed.kind !== "line") break;
      const answer = parseAnswer(question, typed.text);
      if (answer !== undefined) return answer;
      await terminal.discardTypedAhead();
      terminal.show(
        question.kind === "choose"
          ? `Please type one of: ${question.choices.join(", ")}; approve and block take numbers, such as: approve 2 1`
          : `Please type one of: ${question.choices.join(", ")}`,
      );
    }
    terminal.show(`(${refusal})`);
    return { choice: refusal };
  };
  return {
    specificationVersion: "v1",
    answers: "human",
    // Two flows in one process must not share one prompt.
    confirm(request, context) {
      const turn = before.then(() => confirm(request, context));
      before = turn.catch(() => undefined);
      return turn;
    },
  };
}
