import type { PortContext } from "../ports/context.js";
import type { SkillIndex } from "./types.js";

/**
 * How likely each skill is to serve the message, by id: what the prompt ranks its
 * catalog by under a budget. Skills that are out of the question are at zero.
 */
export async function scoreMap(
  index: SkillIndex,
  message: string,
  context?: PortContext,
): Promise<ReadonlyMap<string, number>> {
  const { hits } = await index.rank(message, { max: index.size }, context);
  const scores = new Map(index.ids().map((id) => [id, 0]));
  for (const { id, probability } of hits) scores.set(id, probability);
  return scores;
}
