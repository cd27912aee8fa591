import type { LogisticWeights } from "./logistic.js";

/** How scores become probabilities, for one embedder. */
export interface Calibration {
  /** The embedder whose scores these weights were fitted on. */
  readonly embedder: string;
  /** Constant, then the weights of height over the registry, height over the competitors, margin and leaning. */
  readonly weights: LogisticWeights;
  /** Labelled cases behind the weights; zero for the default. */
  readonly cases: number;
}

/** How similar the registry's own descriptions are to each other: what "similar" means there. */
export interface Background {
  readonly mean: number;
  readonly deviation: number;
}

/** What one hit looks like against its competitors. */
export interface HitShape {
  readonly score: number;
  /** Score of the best other skill; undefined when it is alone. */
  readonly rival: number | undefined;
  /** Mean and deviation of all competing scores for this request. */
  readonly mean: number;
  readonly deviation: number;
  readonly competitors: number;
  /** How much the request is like those that need no skill; see `leanOf`. */
  readonly lean: number;
}

/** A registry of a few skills says little about its background: this many assumed pairs steady it. */
const ASSUMED_PAIRS = 20;
const ASSUMED: Background = { mean: 0.15, deviation: 0.12 };
const ASSUMED_COMPETITORS = 8;
const LARGEST_MARGIN = 3;
const BACKGROUND_SAMPLE = 96;

/** Similarities of all pairs of a sample, evenly drawn. */
export function sampleSimilarities(
  slots: readonly number[],
  between: (first: number, second: number) => number,
): readonly number[] {
  const step = Math.max(1, slots.length / BACKGROUND_SAMPLE);
  const sample: number[] = [];
  for (let place = 0; place < slots.length; place += step) sample.push(slots[Math.floor(place)] as number);
  return sample.flatMap((first, index) => sample.slice(index + 1).map((second) => between(first, second)));
}

/** Mean and deviation of pairwise similarities, steadied by an assumption for small registries. */
export function backgroundOf(similarities: readonly number[]): Background {
  const count = similarities.length + ASSUMED_PAIRS;
  let mean = ASSUMED_PAIRS * ASSUMED.mean;
  for (const value of similarities) mean += value;
  mean /= count;
  let squares = ASSUMED_PAIRS * (ASSUMED.deviation ** 2 + (ASSUMED.mean - mean) ** 2);
  for (const value of similarities) squares += (value - mean) ** 2;
  return { mean, deviation: Math.max(Math.sqrt(squares / count), 1e-3) };
}

/**
 * Numbers without an absolute cosine in them: height over the registry's
 * background, height over this request's competitors, distance to the best
 * rival, and whether the request asks for an answer rather than for a deed. The
 * second counts against a hit: what stands out among skills that are
 * all far from the request is still far from it.
 */
export function calibrationFeatures(shape: HitShape, background: Background): readonly number[] {
  const { deviation } = background;
  const steadied = shape.competitors + ASSUMED_COMPETITORS;
  const mean = (shape.mean * shape.competitors + background.mean * ASSUMED_COMPETITORS) / steadied;
  const variance =
    (shape.deviation ** 2 * shape.competitors + deviation ** 2 * ASSUMED_COMPETITORS) / steadied;
  const margin = shape.rival === undefined ? 1 : (shape.score - shape.rival) / deviation;
  return [
    (shape.score - background.mean) / deviation,
    (shape.score - mean) / Math.sqrt(variance),
    Math.max(-LARGEST_MARGIN, Math.min(LARGEST_MARGIN, margin)),
    shape.lean,
  ];
}

/** Fitted by models/calibrate.ts on the half of the project's own set that may be tuned on. */
export const DEFAULT_WEIGHTS: LogisticWeights = Object.freeze([-2.16, 1.29, -0.88, 0.25, -0.5]);

/** For requests that the model can't read: shared words alone decide, and half of them are needed for an even chance. */
export const LEXICAL_WEIGHTS: LogisticWeights = Object.freeze([-3, 6]);
