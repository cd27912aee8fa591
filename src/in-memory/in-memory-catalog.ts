import type { Catalog, OwnedSkill } from "../ports/catalog.js";
import { stem, tokenise } from "../text/index.js";

/** A catalog over a list; a skill matches when the task names it or shares two words with its description. */
export function createInMemoryCatalog(skills: readonly OwnedSkill[]): Catalog {
  return {
    specificationVersion: "v1",
    async list() {
      return skills;
    },
    async match({ task }) {
      const words = new Set(tokenise(task).map(stem));
      return skills.filter(({ name, description }) => {
        const own = new Set(tokenise(`${name} ${description}`).map(stem));
        return words.has(name.toLowerCase()) || [...own].filter((word) => words.has(word)).length >= 2;
      });
    },
  };
}
