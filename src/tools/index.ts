/**
 * Agent tools over the cortex, discovery and the workshop: JSON Schema in, plain data out, and no tool that consents.
 * @packageDocumentation
 */
export type { CortexFailure } from "../core/errors.js";
export type { SkillIndex } from "../discovery/types.js";
export type { Cortex } from "../runtime/cortex.js";
export type { Workshop } from "../workshop/create-workshop.js";
export type { AgentTool } from "./agent-tool.js";
export { createCortexTools, presentStep } from "./cortex-tools.js";
export { createFindSkillTool, type FindSkillToolOptions } from "./find-skill-tool.js";
export {
  createSkillWorkshopTool,
  type SkillWorkshopCaller,
  type SkillWorkshopInput,
  type SkillWorkshopTool,
} from "./skill-workshop-tool.js";
