import type { Catalog, OwnedSkill } from "../ports/catalog.js";
import type { PortContext } from "../ports/context.js";
import { createSkillIndex } from "./skill-index.js";
import type { SelectOptions, SkillIndexOptions } from "./types.js";

/** Choices of a catalog. */
export interface DiscoveryCatalogOptions extends SkillIndexOptions {
  /** When a skill that the user has counts as able to do the task. */
  readonly select?: Omit<SelectOptions, "candidates">;
}

/** The skills that the user already has, found by meaning. `list` is asked before every match; only what changed is embedded. */
export function createDiscoveryCatalog(
  list: (context: PortContext) => Promise<readonly OwnedSkill[]>,
  options: DiscoveryCatalogOptions = {},
): Catalog {
  const index = createSkillIndex(options);
  return {
    specificationVersion: "v1",
    list: async (context) => {
      context.signal.throwIfAborted();
      return list(context);
    },
    async match({ task }, context) {
      context.signal.throwIfAborted();
      // By place: two skills may share a name.
      const owned = new Map((await list(context)).map((skill) => [skill.location, skill]));
      await index.remove(index.ids().filter((id) => !owned.has(id)));
      await index.put(
        [...owned.values()].map(({ location, name, description }) => ({ id: location, name, description })),
        context,
      );
      const { hits } = await index.select(
        task,
        { ...options.select, candidates: [...owned.keys()] },
        context,
      );
      return hits.flatMap(({ id }) => owned.get(id) ?? []);
    },
  };
}
