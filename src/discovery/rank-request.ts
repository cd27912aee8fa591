import { stem, tokenise } from "../text/index.js";
import { withActions } from "./actions.js";
import { type Background, type Calibration, calibrationFeatures, LEXICAL_WEIGHTS } from "./calibration.js";
import { withoutCrowding } from "./crowding.js";
import { entryClauses } from "./entry.js";
import { logistic } from "./logistic.js";
import { containsPhrase } from "./phrases.js";
import { firstScores, fullScore, type PreparedRequest, type SlotScore } from "./score-request.js";
import type { Shelf } from "./shelf.js";
import { topPlaces } from "./top-places.js";
import type { Hit, Reason } from "./types.js";
import type { VectorSpace } from "./vector-space.js";

/** Everything that an answer depends on. */
export interface RankInput {
  readonly shelf: Shelf;
  readonly space: VectorSpace;
  readonly background: Background;
  readonly calibration: Calibration;
  /** Competing slots, in the order of their ids. */
  readonly slots: readonly number[];
  readonly request: PreparedRequest;
  /** Hits that the caller asked for. */
  readonly wanted: number;
}

/** A hit, what its probability came from, and the phrase that keeps it out. */
export interface RankedHit extends Omit<Hit, "reason"> {
  readonly slot: number;
  readonly standing: SlotScore;
  readonly features: readonly number[];
  readonly suppressed: string | undefined;
}

/** Competitors that get the second, dearer look: at least so many, and at most, however many hits are wanted. */
const SECOND_LOOK = 32;
const LONGEST_LOOK = 256;

/** The competitors that come into question, best first; equal scores in the order of ids. */
export function rankRequest(input: RankInput): readonly RankedHit[] {
  const { shelf, slots, request } = input;
  const first = firstScores(input.space, request, slots);
  const places = new Set(topPlaces(first, Math.min(LONGEST_LOOK, Math.max(SECOND_LOOK, input.wanted))));
  if (shelf.learned.size > 0)
    slots.forEach((slot, place) => {
      if (shelf.learned.has(slot)) places.add(place);
    });
  const looked = [...places]
    .sort((a, b) => a - b)
    .map((place) => slots[place] as number)
    .map((slot) => fullScore(input.space, shelf.entryAt(slot), slot, request));
  const best = (
    request.vector === undefined ? looked : withActions(shelf, looked, request, slots.length)
  ).toSorted((a, b) => b.score - a.score);
  const scores = request.vector === undefined ? best : withoutCrowding(input.space, best, slots.length);
  const { mean, deviation } = spread(first);
  return scores.map((own, place) => {
    const rival = scores[place === 0 ? 1 : 0]?.score;
    const shape = { ...own, rival, mean, deviation, competitors: slots.length, lean: request.lean };
    const features = calibrationFeatures(shape, input.background);
    const entry = shelf.entryAt(own.slot);
    return {
      id: entry.skill.id,
      slot: own.slot,
      standing: own,
      score: own.score,
      cosine: own.cosine,
      margin: rival === undefined ? own.score : own.score - rival,
      features,
      probability:
        request.vector === undefined
          ? logistic(LEXICAL_WEIGHTS, [own.coverage])
          : logistic(input.calibration.weights, features),
      suppressed: entry.suppressors.find((phrase) => containsPhrase(request.message, phrase)),
    };
  });
}

/** The hit as the caller sees it, with its reason. */
export function explained({ shelf, request }: Pick<RankInput, "shelf" | "request">, ranked: RankedHit): Hit {
  const { id, score, cosine, probability, margin, standing } = ranked;
  const entry = shelf.entryAt(ranked.slot);
  const clause = standing.clause === undefined ? undefined : entryClauses(entry)[standing.clause];
  const example = standing.example === undefined ? undefined : entry.examples[standing.example];
  const contained = entry.triggers.find((phrase) => containsPhrase(request.message, phrase));
  const trigger =
    contained ?? (standing.trigger === undefined ? undefined : entry.triggers[standing.trigger]);
  const reason: Reason = {
    words:
      standing.coverage > 0
        ? asWritten(request.message, shelf.words.shared(ranked.slot, request.coverage))
        : [],
    ...(clause === undefined ? {} : { clause }),
    ...(example === undefined ? {} : { example }),
    ...(trigger === undefined ? {} : { trigger }),
  };
  return { id, score, cosine, probability, margin, reason };
}

/** The user's own words instead of their stems. */
function asWritten(message: string, stems: readonly string[]): readonly string[] {
  const words = new Map(tokenise(message).map((word) => [stem(word), word]));
  return stems.map((own) => words.get(own) ?? own);
}

/** Probability that none of these serves: the complement of the best one's. */
export function noneProbability(ranked: readonly RankedHit[]): number {
  return ranked.reduce((none, { probability }) => Math.min(none, 1 - probability), 1);
}

function spread(scores: Float64Array): { readonly mean: number; readonly deviation: number } {
  const { length } = scores;
  if (length === 0) return { mean: 0, deviation: 0 };
  let mean = 0;
  for (let index = 0; index < length; index += 1) mean += scores[index] as number;
  mean /= length;
  let variance = 0;
  for (let index = 0; index < length; index += 1) variance += ((scores[index] as number) - mean) ** 2;
  return { mean, deviation: Math.sqrt(variance / length) };
}
