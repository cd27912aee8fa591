import { exampleKey, exampleWords } from "./example-words.js";
import { EXAMPLES_KEPT } from "./learned-meaning.js";
import type { DiscoverableSkill } from "./types.js";

/** The skill with this request among its examples; undefined when nothing of the request may be remembered. */
export function confirmedSkill(skill: DiscoverableSkill, message: string): DiscoverableSkill | undefined {
  const words = exampleWords(message);
  const key = exampleKey(words);
  if (key === "") return undefined;
  const examples = skill.examples ?? [];
  const others = examples.filter((own) => exampleKey(own) !== key);
  // The words as they were kept first: another order of them is another vector.
  const kept = examples.find((own) => exampleKey(own) === key) ?? words;
  return { ...skill, examples: [...others, kept].slice(-EXAMPLES_KEPT) };
}
