import type { Report } from "../core/flow-types.js";
import type { Question } from "../core/questions.js";
import type { OwnedSkill } from "../ports/catalog.js";
import type { ExecutionOrder } from "../ports/runner.js";

/** What a host that drives a flow itself has to do next. */
export type Step =
  | {
      readonly kind: "question";
      readonly flowId: string;
      readonly questionId: string;
      readonly question: Question;
    }
  | { readonly kind: "execute"; readonly flowId: string; readonly order: ExecutionOrder }
  | { readonly kind: "owned"; readonly skills: readonly OwnedSkill[] }
  | { readonly kind: "done"; readonly flowId: string; readonly report: Report };
