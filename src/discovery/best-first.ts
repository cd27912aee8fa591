import { withActions } from "./actions.js";
import { withoutCrowding } from "./crowding.js";
import { firstScores, fullScore, type PreparedRequest, type SlotScore } from "./score-request.js";
import type { Shelf } from "./shelf.js";
import { topPlaces } from "./top-places.js";
import type { VectorSpace } from "./vector-space.js";

/** Competitors that get the second, dearer look: at least so many, and at most, however many hits are wanted. */
const SECOND_LOOK = 32;
const LONGEST_LOOK = 256;

/** Everything that an order depends on. */
export interface Competition {
  readonly shelf: Shelf;
  readonly space: VectorSpace;
  /** Competing slots, in the order of their ids. */
  readonly slots: readonly number[];
  readonly request: PreparedRequest;
  /** Hits that the caller asked for. */
  readonly wanted: number;
}

/** The competitors that come into question, best first; equal scores in the order of ids. */
export function bestFirst({ shelf, space, slots, request, wanted }: Competition): readonly SlotScore[] {
  const first = firstScores(space, request, slots);
  const places = new Set(topPlaces(first, Math.min(LONGEST_LOOK, Math.max(SECOND_LOOK, wanted))));
  if (shelf.learned.size > 0)
    slots.forEach((slot, place) => {
      if (shelf.learned.has(slot)) places.add(place);
    });
  const looked = [...places]
    .sort((a, b) => a - b)
    .map((place) => slots[place] as number)
    .map((slot) => fullScore(space, shelf.entryAt(slot), slot, request));
  const best = (
    request.vector === undefined ? looked : withActions(shelf, looked, request, slots.length)
  ).toSorted((a, b) => b.score - a.score);
  return request.vector === undefined ? best : withoutCrowding(space, best, slots.length);
}
