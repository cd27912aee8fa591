/** How far above the usual a description may stand, in robust deviations; honest ones stay below. */
const USUAL_DEVIATIONS = 3;
/** A few skills that happen to be equally central must not make the next one an outlier. */
const SMALLEST_DEVIATION = 0.02;
/** What one unit above the limit costs. */
const EXCESS_COST = 3;
/** Median absolute deviation to standard deviation, for a normal distribution. */
const ROBUST = 1.4826;

/** Mean similarity of a document to everyday requests: near all of them at once is near nothing in particular. */
export function centralityOf(document: Float32Array, requests: readonly Float32Array[]): number {
  let sum = 0;
  for (const request of requests)
    for (let index = 0; index < document.length; index += 1)
      sum += (document[index] as number) * (request[index] as number);
  return requests.length === 0 ? 0 : sum / requests.length;
}

/** What a central description loses, from what is usual among all: nothing below the limit. */
export function centralityCost(centralities: readonly number[]): (centrality: number) => number {
  const middle = median(centralities);
  const deviation = ROBUST * median(centralities.map((value) => Math.abs(value - middle)));
  const limit = middle + USUAL_DEVIATIONS * Math.max(deviation, SMALLEST_DEVIATION);
  return (centrality) => EXCESS_COST * Math.max(0, centrality - limit);
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const upper = sorted[sorted.length >> 1] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[(sorted.length >> 1) - 1] ?? upper) + upper) / 2;
}
