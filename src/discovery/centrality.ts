/**
 * What people ask for, about everything and nothing. A description that is near
 * all of them at once is near nothing in particular: it was written to be found.
 */
export const EVERYDAY_REQUESTS: readonly string[] = Object.freeze([
  "can you help me with something",
  "what should I do next",
  "please look into this and tell me what you find",
  "I need this done by tomorrow morning",
  "write a short message to my boss",
  "my computer does not start any more",
  "find a cheap place to stay for the weekend",
  "how much money did I spend last month",
  "remind me to call my mother",
  "what is the weather going to be like",
  "show me the newest files in this folder",
  "translate this sentence for me",
  "why does the test fail on the server",
  "plan a party for my daughter",
  "which of these two is better",
  "summarise the long document I received",
  "play something relaxing",
  "turn the lights off in the kitchen",
  "make the picture smaller",
  "book a table for four people",
  "what happened in the news today",
  "add milk to my list",
  "explain how this works in simple words",
  "fix the mistake in my code",
  "how do I get from here to the station",
  "compare the prices of these products",
  "I feel tired all the time",
  "send the report to the whole team",
  "teach me a few words of another language",
  "draw a chart of these numbers",
  "who won the game last night",
  "clean up my messages",
]);

/** How far above the usual a description may stand, in robust deviations; honest ones stay below. */
const USUAL_DEVIATIONS = 3;
/** A few skills that happen to be equally central must not make the next one an outlier. */
const SMALLEST_DEVIATION = 0.02;
/** What one unit above the limit costs. */
const EXCESS_COST = 3;
/** Median absolute deviation to standard deviation, for a normal distribution. */
const ROBUST = 1.4826;

/** Mean similarity of a document to everyday requests. */
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
