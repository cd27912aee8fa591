import type { SkillKey } from "../core/identity.js";
import type { Question } from "../core/questions.js";
import type { PortContext } from "./context.js";

export interface ConfirmerAnswer {
  /** One of the question's choices; anything else is a refusal. */
  readonly choice: string;
  /** With `approve` on a `choose` question: the approved candidates in the order to try them. Default: all shown. */
  readonly keys?: readonly SkillKey[];
}

/**
 * Asks a person (or a host rule that speaks for one). Silence, a throw, a timeout or
 * an unknown choice is a refusal; nothing but an offered choice ever approves.
 */
export interface Confirmer {
  readonly specificationVersion: "v1";
  /** Who answers: recorded with every grant. */
  readonly answers: "human" | "host";
  confirm(
    request: { readonly questionId: string; readonly question: Question },
    context: PortContext,
  ): Promise<ConfirmerAnswer>;
}
