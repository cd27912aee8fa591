import type { Finding, Verdict } from "../core/findings.js";
import type { Bundle } from "./bundle.js";
import type { PortContext } from "./context.js";

/**
 * An optional second opinion on a skill, usually a model's. It is shown beside the
 * scanner's findings and never instead of them: a judge can add a refusal, it can't lift one.
 *
 * The skill's text is material, not instructions: an implementation must quote it.
 * Failure contract: may reject with anything; a judge that fails gives the verdict `error`.
 */
export interface Judge {
  readonly specificationVersion: "v1";
  /** Who judges, for example the model's name; shown as `judge:<id>`. */
  readonly id: string;
  /** `status` and a one-sentence `detail`; checked against a strict schema before use (`safety/judge-verdict.ts`). */
  judge(
    request: { readonly name: string; readonly bundle: Bundle; readonly findings: readonly Finding[] },
    context: PortContext,
  ): Promise<Omit<Verdict, "by">>;
}
