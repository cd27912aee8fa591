import type { Background } from "./background.js";
import type { LogisticWeights } from "./logistic.js";

/** How scores become probabilities, for one embedder. */
export interface Calibration {
  /** The embedder whose scores these weights were fitted on. */
  readonly embedder: string;
  /** Whether a skill serves the request at all: constant, height over the background, leaning. */
  readonly serves: LogisticWeights;
  /** Whether it is then this one and not a rival: constant, margin. */
  readonly chosen: LogisticWeights;
  /** Labelled requests behind the weights; zero for the default. */
  readonly cases: number;
}

/** What the two halves of a hit's probability are computed from. */
export interface HitFeatures {
  readonly serves: readonly number[];
  readonly chosen: readonly number[];
}

/** What one hit looks like against its competitors. */
export interface HitShape {
  readonly score: number;
  /** Score of the best other skill; undefined when it is alone. */
  readonly rival: number | undefined;
  /** How much the request is like those that need no skill; see `leanOf`. */
  readonly lean: number;
}

const LARGEST_MARGIN = 3;

/**
 * Numbers without an absolute cosine in them. Whether a skill serves the request is told by how much nearer it comes
 * than requests that need none, and by whether it asks for an answer rather than for a deed; which skill it is, by the
 * distance to the best rival; who is alone competes with being near nothing in particular.
 */
export function calibrationFeatures(
  { score, rival, lean }: HitShape,
  { mean, deviation }: Background,
): HitFeatures {
  const margin = (score - (rival ?? mean)) / deviation;
  return {
    serves: [(score - mean) / deviation, lean],
    chosen: [Math.max(-LARGEST_MARGIN, Math.min(LARGEST_MARGIN, margin))],
  };
}

/** Fitted by models/calibrate.ts on the half of the project's own set that may be tuned on. */
export const DEFAULT_WEIGHTS: Pick<Calibration, "serves" | "chosen"> = Object.freeze({
  serves: Object.freeze([-0.3, 1.25, -0.77]),
  chosen: Object.freeze([-0.6, 2.19]),
});

/** For requests that the model can't read: shared words alone decide, and half of them are needed for an even chance. */
export const LEXICAL_WEIGHTS: LogisticWeights = Object.freeze([-3, 6]);
