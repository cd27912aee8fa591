import { editDistance } from "../text/edit-distance.js";

/** Names that somebody may have meant, the nearest first: a slip in every third letter, or a part of the name. */
export function nearNames(wanted: string, names: readonly string[]): readonly string[] {
  const typed = wanted.toLowerCase();
  const slips = Math.max(1, Math.floor(typed.length / 3));
  return names
    .map((name) => {
      const distance = editDistance(name.toLowerCase(), typed, slips);
      const isPart = typed.length > 2 && name.toLowerCase().includes(typed);
      return { name, distance: isPart ? Math.min(distance, slips) : distance };
    })
    .filter(({ distance }) => distance <= slips)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 5)
    .map(({ name }) => name);
}

/** ` Did you mean …?`, or nothing. */
export function didYouMean(wanted: string, names: readonly string[]): string {
  const near = nearNames(wanted, names);
  return near.length === 0 ? "" : ` Did you mean ${near.map((name) => `"${name}"`).join(" or ")}?`;
}
