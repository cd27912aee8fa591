import { createSkillIndex } from "../src/discovery/index.js";
import type { Query, RetrievalSet } from "./discovery-data.js";
import type { Ranker } from "./discovery-peers.js";

/** Shares of queries, 0..100. */
export interface Found {
  readonly first: number;
  readonly inFive: number;
}

export async function found(ranker: Ranker, queries: readonly Query[], closed = false): Promise<Found> {
  let first = 0;
  let inFive = 0;
  for (const { query, gold, candidates } of queries) {
    const ids = await ranker.rank(query, closed ? candidates : undefined);
    if (gold.includes(ids[0] ?? "")) first += 1;
    if (ids.some((id) => gold.includes(id))) inFive += 1;
  }
  return { first: (100 * first) / queries.length, inFive: (100 * inFive) / queries.length };
}

/**
 * How well requests with an answer are told from those without, by the probability of "none" and by that of the first
 * hit, and whether the latter means what it says.
 */
export async function honesty(
  set: RetrievalSet,
): Promise<{ readonly auroc: number; readonly aurocOfFirst: number; readonly ece: number }> {
  const index = createSkillIndex();
  await index.put(set.skills);
  const answered: Answered[] = [];
  for (const { query, gold } of [...set.queries, ...set.none]) {
    const { hits, noneProbability } = await index.rank(query, { max: 1 });
    answered.push({
      some: 1 - noneProbability,
      probability: hits[0]?.probability ?? 0,
      right: gold.includes(hits[0]?.id ?? ""),
      answerable: gold.length > 0,
    });
  }
  return {
    auroc: areaUnderCurve(answered, ({ some }) => some),
    aurocOfFirst: areaUnderCurve(answered, ({ probability }) => probability),
    ece: calibrationError(answered),
  };
}

/** Four of each skill's five queries are confirmed, the fifth is asked; all five folds. */
export async function afterLearning(set: RetrievalSet): Promise<number> {
  const folds = 5;
  const bySkill = new Map<string, Query[]>();
  for (const query of set.queries) {
    const id = query.gold[0] ?? "";
    bySkill.set(id, [...(bySkill.get(id) ?? []), query]);
  }
  let right = 0;
  for (let fold = 0; fold < folds; fold += 1) {
    const index = createSkillIndex();
    await index.put(set.skills);
    const asked: Query[] = [];
    for (const [id, queries] of bySkill)
      for (const [place, query] of queries.entries())
        if (place % folds === fold) asked.push(query);
        else await index.confirm(id, query.query);
    for (const { query, gold } of asked) {
      const { hits } = await index.rank(query, { max: 1 });
      if (gold.includes(hits[0]?.id ?? "")) right += 1;
    }
  }
  return (100 * right) / set.queries.length;
}

interface Answered {
  /** Probability that some skill serves the request. */
  readonly some: number;
  /** Probability of the first hit. */
  readonly probability: number;
  readonly right: boolean;
  readonly answerable: boolean;
}

function areaUnderCurve(answered: readonly Answered[], by: (one: Answered) => number): number {
  const sorted = answered
    .map((one) => ({ value: by(one), answerable: one.answerable }))
    .sort((a, b) => a.value - b.value);
  let ranks = 0;
  let positives = 0;
  for (let begin = 0; begin < sorted.length; ) {
    let end = begin;
    while (end < sorted.length && sorted[end]?.value === sorted[begin]?.value) end += 1;
    const tied = sorted.slice(begin, end).filter(({ answerable }) => answerable).length;
    ranks += tied * ((begin + end + 1) / 2);
    positives += tied;
    begin = end;
  }
  return (ranks - (positives * (positives + 1)) / 2) / (positives * (sorted.length - positives));
}

function calibrationError(answered: readonly Answered[]): number {
  const bins = Array.from({ length: 15 }, () => 0);
  for (const { probability, right } of answered) {
    const bin = Math.min(14, Math.floor(probability * 15));
    bins[bin] = (bins[bin] ?? 0) + probability - (right ? 1 : 0);
  }
  return bins.reduce((sum, difference) => sum + Math.abs(difference), 0) / answered.length;
}
