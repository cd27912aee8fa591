import type { Question } from "../core/questions.js";
import type { ConfirmerAnswer } from "../ports/confirmer.js";

/** The choice that changes nothing: what silence, an end of input or nonsense means. */
export function refusalOf(question: Question): string {
  switch (question.kind) {
    case "choose":
    case "plan":
    case "dependencies":
      return "decline";
    case "credentials":
    case "switch":
    case "interrupted":
      return "stop";
    case "retain":
      return "release";
  }
}

/**
 * Reads a typed answer: a choice in full or its first letters where they are
 * clear, and after `approve` the numbers of the candidates in the order to try
 * them, after `block` those that are meant. `undefined` when it is none of these; an empty line is the refusal.
 */
export function parseAnswer(question: Question, line: string): ConfirmerAnswer | undefined {
  const [word = "", ...numbers] = line
    .trim()
    .toLowerCase()
    .split(/[\s,]+/);
  if (word === "") return { choice: refusalOf(question) };
  const choices: readonly string[] = question.choices;
  const fitting = choices.filter((choice) => choice.startsWith(word));
  const choice = choices.includes(word) ? word : fitting.length === 1 ? fitting[0] : undefined;
  if (choice === undefined) return undefined;
  const picked = numbers.filter((number) => number !== "");
  if (picked.length === 0) return { choice };
  if (question.kind !== "choose" || choice === "decline") return undefined;
  const keys = picked.map((number) =>
    /^[1-9][0-9]?$/.test(number) ? question.candidates[Number(number) - 1]?.pin.key : undefined,
  );
  const known = keys.filter((key) => key !== undefined);
  return known.length === keys.length && new Set(known).size === known.length
    ? { choice, keys: known }
    : undefined;
}
