import { isNearDuplicate, sketchOf } from "./near-duplicates.js";
import type { WatchedCorrection } from "./state.js";

/** More than this many watched corrections would be a log of conversations, not a watch list. */
const WATCHED = 100;

/** Notes one sighting; several in one session count once, and old ones are forgotten. */
export function seen(
  watch: readonly WatchedCorrection[],
  event: {
    readonly at: number;
    readonly skillName: string;
    readonly text: string;
    readonly sessionId: string;
    readonly since: number;
  },
): readonly WatchedCorrection[] {
  const fresh = watch
    .map((entry) => ({ ...entry, seen: entry.seen.filter((sighting) => sighting.at >= event.since) }))
    .filter((entry) => entry.seen.length > 0);
  const known = findWatched(fresh, event.text);
  const sighting = { at: event.at, sessionId: event.sessionId };
  if (known === undefined) {
    return [{ skillName: event.skillName, text: event.text, seen: [sighting] }, ...fresh].slice(0, WATCHED);
  }
  const others = known.seen.filter((earlier) => earlier.sessionId !== event.sessionId);
  return fresh.map((entry) => (entry === known ? { ...entry, seen: [...others, sighting] } : entry));
}

/** Forgets a correction that has become a proposal. */
export function captured(
  watch: readonly WatchedCorrection[],
  event: { readonly text: string },
): readonly WatchedCorrection[] {
  const known = findWatched(watch, event.text);
  return watch.filter((entry) => entry !== known);
}

/** How many sessions have seen it so far. */
export function sightings(watch: readonly WatchedCorrection[], text: string): number {
  return findWatched(watch, text)?.seen.length ?? 0;
}

function findWatched<Entry extends WatchedCorrection>(
  watch: readonly Entry[],
  text: string,
): Entry | undefined {
  const wanted = sketchOf(text);
  return watch.find((entry) => isNearDuplicate(sketchOf(entry.text), wanted));
}
