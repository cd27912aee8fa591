import { filterEntities } from "./entity-filter.js";

const SIGNALS = 4;
const KEYWORDS = 5;

/** Generic even among generic words: they fit every task, so they give way when there are too many. */
const LIGHT: ReadonlySet<string> = new Set(
  "add ask allow answer app apply area begin change check choose click close complete continue create custom daily day detail end enter example file fill find finish follow give group handle help include information item keep know learn leave level list load look make manage minute month move name need new note number open option order pick place prepare provide ready recent request require result return run search see select send set show start state step stop support system task team tell text thing think time tool try turn type update use user value view visit wait week word work world write year".split(
    " ",
  ),
);

/** Two to four words by which a task's region is recognised again; fewer when no more is safe to keep. */
export function signalsOf(task: string): string[] {
  return telling(filterEntities(task), SIGNALS);
}

/** Three to five words for a registry search; fewer when no more is safe to send. */
export function keywordsOf(task: string): string[] {
  return telling(filterEntities(task), KEYWORDS);
}

/** The first `maximum` words that say something, filled up with light ones, in the order of the task. */
function telling(words: readonly string[], maximum: number): string[] {
  if (words.length <= maximum) return [...words];
  const strong = words.filter((word) => !LIGHT.has(word)).slice(0, maximum);
  const chosen = new Set([
    ...strong,
    ...words.filter((word) => LIGHT.has(word)).slice(0, maximum - strong.length),
  ]);
  return words.filter((word) => chosen.has(word));
}
