import type { EffectKind } from "../core/effects.js";
import type { CortexFailure } from "../core/errors.js";

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
