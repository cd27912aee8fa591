import type { SkillKey } from "../core/identity.js";
import type { PortContext } from "./context.js";

export interface OwnedSkill {
  readonly name: string;
  readonly description: string;
  readonly location: string;
  /** Set when the host knows where it came from; such keys are never installed over. */
  readonly key?: SkillKey;
}

/** The skills that the user already has. They are named before anything is searched, and never touched. */
export interface Catalog {
  readonly specificationVersion: "v1";
  list(context: PortContext): Promise<readonly OwnedSkill[]>;
  /** Those that can do the task, best first; empty when none clearly does. */
  match(request: { readonly task: string }, context: PortContext): Promise<readonly OwnedSkill[]>;
}
