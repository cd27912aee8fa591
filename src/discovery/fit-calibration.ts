import type { Calibration, HitFeatures } from "./calibration.js";
import { fitLogistic } from "./logistic.js";

/** The best hits of a request of which it is known what serves it. */
export interface LabelledAnswer {
  /** Whether any skill of the index serves it. */
  readonly answerable: boolean;
  readonly hits: readonly { readonly features: HitFeatures; readonly right: boolean }[];
}

/** The default calibration weighs as much as about ten labelled requests. */
const PRIOR_STRENGTH = 40;

/** The calibration that fits labelled requests best; a few of them move it only a little. */
export function fitCalibration(known: Calibration, answers: readonly LabelledAnswer[]): Calibration {
  const serves = answers.flatMap(({ answerable, hits: [first] }) =>
    first === undefined ? [] : [{ features: first.features.serves, label: answerable }],
  );
  const chosen = answers
    .filter(({ answerable }) => answerable)
    .flatMap(({ hits }) => hits)
    .map(({ features, right }) => ({ features: features.chosen, label: right }));
  return {
    embedder: known.embedder,
    serves: fitLogistic(serves, { prior: known.serves, strength: PRIOR_STRENGTH }),
    chosen: fitLogistic(chosen, { prior: known.chosen, strength: PRIOR_STRENGTH }),
    cases: answers.length,
  };
}
