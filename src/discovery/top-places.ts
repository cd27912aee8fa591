/**
 * Places of the `count` highest scores, best first; equal scores in the order
 * of their places. One pass: almost every score fails the first comparison.
 */
export function topPlaces(scores: Float64Array, count: number): readonly number[] {
  const places: number[] = [];
  if (count <= 0) return places;
  let floor = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < scores.length; place += 1) {
    const score = scores[place] as number;
    if (places.length === count && score <= floor) continue;
    let position = places.length === count ? count - 1 : places.length;
    for (; position > 0; position -= 1) {
      const above = places[position - 1] as number;
      if ((scores[above] as number) >= score) break;
      places[position] = above;
    }
    places[position] = place;
    floor = scores[places[places.length - 1] as number] as number;
  }
  return places;
}
