import type { RunResult } from "../core/facts.js";
import type { Pin } from "../core/identity.js";
import type { Plan } from "../core/listing.js";
import type { Lesson } from "../core/memory-view.js";
import type { PortContext } from "./context.js";

/** Everything that whoever runs the skill needs; the model is usually the runner. */
export interface ExecutionOrder {
  readonly task: string;
  readonly pin: Pin;
  readonly plan: Plan;
  /** The folder of the skill. */
  readonly location: string;
  /** The text of SKILL.md: data for the runner, quoted and untrusted for a prompt. */
  readonly skillMd: string;
  readonly lessons: readonly Lesson[];
  /** 1 for the first try. */
  readonly attempt: number;
}

export interface ExecutionOutcome {
  readonly result: RunResult;
  /** Names of what is missing, with `dependency_missing`. */
  readonly missing?: readonly string[];
  /** What was seen to happen, for example `network:api.example.com`. */
  readonly sideEffects?: readonly string[];
}

/** Optional: runs an installed skill. Without one, `execute` is handed to the caller as a step. */
export interface Runner {
  readonly specificationVersion: "v1";
  /** Who vouches for the result: `model` does not count towards reflex by default. */
  readonly reports: "runner" | "model" | "human" | "host";
  execute(order: ExecutionOrder, context: PortContext): Promise<ExecutionOutcome>;
}
