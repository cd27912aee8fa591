// Fits the default calibration on the half of the project's own set that may be tuned on, and prints its weights.
// Usage: npx tsx models/calibrate.ts
// Registries of many sizes are drawn from the set, so that the weights hold for six skills and for hundreds.
import { readFileSync } from "node:fs";
import type { LabelledAnswer } from "../src/discovery/fit-calibration.js";
import { fitLogistic, type LogisticCase, type LogisticWeights } from "../src/discovery/logistic.js";
import { Index } from "../src/discovery/skill-index.js";
import type { DiscoverableSkill } from "../src/discovery/types.js";

interface Query {
  readonly query: string;
  readonly gold: readonly string[];
  readonly split: "tune" | "held-out";
}

/** The answer of a registry to one request. */
interface Answer extends LabelledAnswer {
  readonly registry: number;
}

const FOLDER = new URL("../test/fixtures/discovery/", import.meta.url);
const SIZES = [12, 25, 50, 100, 136];
const ROUNDS = 4;
/** Share of requests whose answer is not in the registry: the hardest "none" there is. */
const WITHOUT_ANSWER = 0.15;
/** Every registry counts as if this share of its requests had an answer: small ones have few. */
const ANSWERABLE_SHARE = 0.55;
const REGISTRY_WEIGHT = 100;

const lines = <T>(name: string): readonly T[] =>
  readFileSync(new URL(name, FOLDER), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
const skills = lines<DiscoverableSkill>("skills.jsonl");
const tuned = [...lines<Query>("queries.jsonl"), ...lines<Query>("queries-none.jsonl")].filter(
  ({ split }) => split === "tune",
);

let state = 20_261_118;
function draw(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

async function answers(): Promise<readonly Answer[]> {
  const found: Answer[] = [];
  for (let registry = 0; registry < SIZES.length * ROUNDS; registry += 1) {
    const chosen = skills
      .map((skill) => ({ skill, key: draw() }))
      .sort((a, b) => a.key - b.key)
      .slice(0, SIZES[registry % SIZES.length])
      .map(({ skill }) => skill);
    const index = new Index({});
    await index.put(chosen);
    for (const { query, gold } of tuned) {
      const skill = gold.find((id) => index.get(id) !== undefined);
      if (gold.length > 0 && skill === undefined && draw() >= WITHOUT_ANSWER) continue;
      for (const answer of await index.answersOf([{ message: query, skill }]))
        found.push({ ...answer, registry });
    }
  }
  return found;
}

const found = await answers();

/** So that every registry counts alike, and requests with an answer their share of it. */
function weightOf({ registry, answerable }: Answer): number {
  const alike = found.filter((other) => other.registry === registry && other.answerable === answerable);
  const share = answerable ? ANSWERABLE_SHARE : 1 - ANSWERABLE_SHARE;
  return (share * REGISTRY_WEIGHT) / alike.length;
}

function fitted(cases: readonly LogisticCase[]): LogisticWeights {
  const size = cases[0]?.features.length ?? 0;
  return fitLogistic(cases, { prior: Array.from({ length: size + 1 }, () => 0), strength: 1 });
}

const cases = found.flatMap((answer) => {
  const [first] = answer.hits;
  return first === undefined ? [] : [{ ...answer, ...first, weight: weightOf(answer) }];
});
const serves = fitted(
  cases.map(({ features, answerable, weight }) => ({ features: features.serves, label: answerable, weight })),
);
const chosen = fitted(
  cases
    .filter(({ answerable }) => answerable)
    .map(({ features, right, weight }) => ({ features: features.chosen, label: right, weight })),
);
const rounded = (weights: LogisticWeights) => weights.map((weight) => Number(weight.toFixed(2)));
console.log(`${found.length} requests: serves ${rounded(serves)}; chosen ${rounded(chosen)}`);
