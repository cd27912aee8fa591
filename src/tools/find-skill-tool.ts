import { z } from "zod";
import type { SkillIndex } from "../discovery/types.js";
import { type AgentTool, defineTool } from "./agent-tool.js";

/** What the tool may tell beyond the index. */
export interface FindSkillToolOptions {
  /** Where the model can open the skill with this id. Without it the tool answers with names alone. */
  readonly fileOf?: (id: string) => string | undefined;
}

/** Lets a model look for skills by meaning, for catalogs too large for its prompt. */
export function createFindSkillTool(index: SkillIndex, options: FindSkillToolOptions = {}): AgentTool {
  return defineTool({
    name: "find_skill",
    description: "Find the installed skills that fit a request, by meaning. May answer that none does.",
    input: z.strictObject({
      request: z.string().min(1).max(20_000).describe("What is wanted, in plain words."),
      max: z.int().min(1).max(20).default(3),
    }),
    run: async ({ request, max }) => {
      const { hits, none } = await index.select(request, { max });
      return {
        none,
        skills: hits.map(({ id, probability }) => {
          const file = options.fileOf?.(id);
          return {
            id,
            description: index.get(id)?.description ?? "",
            probability: Math.round(probability * 100) / 100,
            ...(file === undefined ? {} : { file }),
          };
        }),
      };
    },
  });
}
