import { bestFirst, type Competition } from "./best-first.js";
import type { PreparedRequest } from "./score-request.js";
import type { Shelf } from "./shelf.js";
import { termsOf } from "./terms.js";
import { SELF_ANSWERED } from "./usual-requests.js";

/** How near requests that need no skill come to the skills of a registry: what "near" means there. */
export interface Background {
  readonly mean: number;
  readonly deviation: number;
}

/** What is compared when only words can be: nothing is near or far. */
export const NO_BACKGROUND: Background = Object.freeze({ mean: 0, deviation: 1 });

/** Evenly drawn competitors are enough to know it, and asking ten thousand would take as long as fifty searches. */
const SAMPLE = 1024;
/**
 * A few skills are far from nearly everything, also from what is asked of other skills; so as many as these are assumed
 * beside them, with what is usual among fifty.
 */
const ASSUMED_SKILLS = 8;
const ASSUMED: Background = { mean: 0.3, deviation: 0.13 };
const NOTHING: ReadonlyMap<string, number> = new Map();

/**
 * The best score of each of some questions, riddles and remarks that an assistant answers by itself. Descriptions among
 * each other tell less: they differ by the same deviation in every registry, while requests come half as near again to
 * the skills of one as to those of another.
 */
export function backgroundOf(
  { shelf, space, slots }: Omit<Competition, "request" | "wanted">,
  answered: readonly Float32Array[],
): Background {
  const step = Math.max(1, slots.length / SAMPLE);
  const sample: number[] = [];
  for (let place = 0; place < slots.length; place += step) sample.push(slots[Math.floor(place)] as number);
  const best = answered.flatMap((vector, place) => {
    const request = questionAt(place, vector, shelf);
    return bestFirst({ shelf, space, slots: sample, request, wanted: 1 }).slice(0, 1);
  });
  if (best.length === 0) return NO_BACKGROUND;
  const mean = best.reduce((sum, { score }) => sum + score, 0) / best.length;
  const variance = best.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / best.length;
  const steadied = (own: number, assumed: number) =>
    (own * slots.length + assumed * ASSUMED_SKILLS) / (slots.length + ASSUMED_SKILLS);
  return { mean: steadied(mean, ASSUMED.mean), deviation: steadied(Math.sqrt(variance), ASSUMED.deviation) };
}

function questionAt(place: number, vector: Float32Array, { words }: Shelf): PreparedRequest {
  const message = SELF_ANSWERED[place] ?? "";
  return {
    message,
    vector,
    lean: 0,
    key: "",
    coverage: words.cover(termsOf(message)),
    exampleRarity: NOTHING,
  };
}
