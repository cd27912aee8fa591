import { stem, tokenise } from "../text/index.js";
import type { Background } from "./background.js";
import { bestFirst, type Competition } from "./best-first.js";
import { type Calibration, calibrationFeatures, type HitFeatures, LEXICAL_WEIGHTS } from "./calibration.js";
import { entryClauses } from "./entry.js";
import { logistic } from "./logistic.js";
import { containsPhrase } from "./phrases.js";
import type { SlotScore } from "./score-request.js";
import type { Hit, Reason } from "./types.js";

/** Everything that an answer depends on. */
export interface RankInput extends Competition {
  readonly background: Background;
  readonly calibration: Calibration;
}

/** A hit, what its probability came from, and the phrase that keeps it out. */
export interface RankedHit extends Omit<Hit, "reason"> {
  readonly slot: number;
  readonly standing: SlotScore;
  readonly features: HitFeatures;
  readonly suppressed: string | undefined;
}

/** The competitors that come into question, best first; equal scores in the order of ids. */
export function rankRequest(input: RankInput): readonly RankedHit[] {
  const { shelf, request } = input;
  const scores = bestFirst(input);
  return scores.map((own, place) => {
    const rival = scores[place === 0 ? 1 : 0]?.score;
    const features = calibrationFeatures({ score: own.score, rival, lean: request.lean }, input.background);
    const entry = shelf.entryAt(own.slot);
    const fit =
      request.vector === undefined
        ? logistic(LEXICAL_WEIGHTS, [own.coverage])
        : logistic(input.calibration.serves, features.serves);
    return {
      id: entry.skill.id,
      slot: own.slot,
      standing: own,
      score: own.score,
      cosine: own.cosine,
      margin: rival === undefined ? own.score : own.score - rival,
      features,
      fit,
      probability:
        request.vector === undefined ? fit : fit * logistic(input.calibration.chosen, features.chosen),
      suppressed: entry.suppressors.find((phrase) => containsPhrase(request.message, phrase)),
    };
  });
}

/** The hit as the caller sees it, with its reason. */
export function explained({ shelf, request }: Pick<RankInput, "shelf" | "request">, ranked: RankedHit): Hit {
  const { id, score, cosine, probability, fit, margin, standing } = ranked;
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
  return { id, score, cosine, probability, fit, margin, reason };
}

/** The user's own words instead of their stems. */
function asWritten(message: string, stems: readonly string[]): readonly string[] {
  const words = new Map(tokenise(message).map((word) => [stem(word), word]));
  return stems.map((own) => words.get(own) ?? own);
}

/** Probability that none of these serves, whichever of them it would be. */
export function noneProbability(ranked: readonly RankedHit[]): number {
  return ranked.reduce((none, { fit }) => Math.min(none, 1 - fit), 1);
}
