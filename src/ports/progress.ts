import type { EffectKind } from "../core/effects.js";
import type { CortexFailure } from "../core/errors.js";
import type { By } from "../core/facts.js";
import type { SkillKey } from "../core/identity.js";
import type { Notice, Question } from "../core/questions.js";

/** What a user interface can show while a flow runs. Starts and ends come in pairs with the same effect id. */
export type Progress =
  | { readonly kind: "flow-started"; readonly flowId: string; readonly at: number }
  | {
      readonly kind: "effect-started";
      readonly flowId: string;
      readonly effectId: string;
      readonly effect: EffectKind;
      readonly at: number;
    }
  | {
      readonly kind: "bytes";
      readonly flowId: string;
      readonly effectId: string;
      readonly key: string;
      readonly received: number;
      readonly total: number | undefined;
    }
  | {
      readonly kind: "effect-ended";
      readonly flowId: string;
      readonly effectId: string;
      readonly effect: EffectKind;
      readonly at: number;
      readonly failure?: CortexFailure;
    }
  | {
      /** The audit trail: a question was answered or not, a notice was heard or not. Comes once for each of them. */
      readonly kind: "decided";
      readonly flowId: string;
      /** The id of the question or notice. */
      readonly effectId: string;
      readonly at: number;
      readonly question: Question["kind"] | Notice["kind"];
      /** What was decided about: the skills that were approved or, where nothing was, that were shown. */
      readonly keys: readonly SkillKey[];
      /** An offered choice; a notice's outcome; `cancelled` or `expired` with the flow; `none` for silence and nonsense. */
      readonly choice: string;
      readonly by: By | "notice" | "nobody";
    }
  | {
      /** A port that only refines failed; the flow goes on without it. */
      readonly kind: "degraded";
      readonly flowId: string;
      readonly at: number;
      readonly port: "matcher";
      readonly failure: CortexFailure;
    }
  | { readonly kind: "flow-ended"; readonly flowId: string; readonly at: number; readonly outcome: string };

/** Must not throw; what it throws is ignored. */
export type ProgressListener = (progress: Progress) => void;
