// Fits the default calibration on the half of the project's own set that may be tuned on, and prints its weights.
// Usage: npx tsx models/calibrate.ts
// Registries of many sizes are drawn from the set, so that the weights hold for six skills and for hundreds.
import { readFileSync } from "node:fs";
import { fitLogistic, type LogisticCase } from "../src/discovery/logistic.js";
import { Index } from "../src/discovery/skill-index.js";
import type { DiscoverableSkill } from "../src/discovery/types.js";

interface Query {
  readonly query: string;
  readonly gold: readonly string[];
  readonly split: "tune" | "held-out";
}

/** The first hit of a request, whether it was right, and whether any skill could have been. */
interface FirstHit {
  readonly features: readonly number[];
  readonly right: boolean;
  readonly answerable: boolean;
  readonly registry: number;
}

const FOLDER = new URL("../test/fixtures/discovery/", import.meta.url);
const SIZES = [6, 12, 25, 50, 100, 136];
const ROUNDS = 4;
/** Share of requests whose answer is not in the registry: the hardest "none" there is. */
const WITHOUT_ANSWER = 0.15;
/** Every registry counts as if this share of its requests had an answer: small ones have few. */
const ANSWERABLE_SHARE = 0.7;
const REGISTRY_WEIGHT = 100;
/** What the margin counts beside the heights: flat between 0.2 and 0.8. */
const MARGIN_SHARE = 0.4;
/**
 * What the leaning counts against the heights: flat between 0.6 and 1. Fitted, it would count twice as much, since
 * the set's requests without an answer are mere questions almost all; elsewhere they are not.
 */
const LEAN_SHARE = 0.8;

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

async function firstHits(): Promise<readonly FirstHit[]> {
  const found: FirstHit[] = [];
  for (let registry = 0; registry < SIZES.length * ROUNDS; registry += 1) {
    const chosen = skills
      .map((skill) => ({ skill, key: draw() }))
      .sort((a, b) => a.key - b.key)
      .slice(0, SIZES[registry % SIZES.length])
      .map(({ skill }) => skill);
    const index = new Index({});
    await index.put(chosen);
    for (const { query, gold } of tuned) {
      const answer = gold.find((id) => index.get(id) !== undefined);
      if (gold.length > 0 && answer === undefined && draw() >= WITHOUT_ANSWER) continue;
      const [first] = await index.casesOf([{ message: query, skill: answer }]);
      if (first === undefined) continue;
      found.push({
        features: first.features,
        right: first.label,
        answerable: answer !== undefined,
        registry,
      });
    }
  }
  return found;
}

/** Which mix of the two heights tells requests with an answer from those without one. */
function heights(found: readonly FirstHit[]): readonly [number, number] {
  const cases = found.map(({ features, answerable, registry }): LogisticCase => {
    const alike = found.filter((other) => other.registry === registry && other.answerable === answerable);
    const share = answerable ? ANSWERABLE_SHARE : 1 - ANSWERABLE_SHARE;
    return {
      features: features.slice(0, 2),
      label: answerable,
      weight: (share * REGISTRY_WEIGHT) / alike.length,
    };
  });
  const [, overRegistry = 0, overRivals = 0] = fitLogistic(cases, { prior: [0, 0, 0], strength: 1 });
  return [overRegistry, overRivals];
}

const found = await firstHits();
const [overRegistry, overRivals] = heights(found);
const mixed = found.map(({ features: [first = 0, second = 0, margin = 0, lean = 0], right }) => ({
  features: [overRegistry * first + overRivals * second + MARGIN_SHARE * margin - LEAN_SHARE * lean],
  label: right,
}));
const [constant = 0, scale = 0] = fitLogistic(mixed, { prior: [0, 0], strength: 1 });
const weights = [
  constant,
  overRegistry * scale,
  overRivals * scale,
  MARGIN_SHARE * scale,
  -LEAN_SHARE * scale,
];
console.log(`${found.length} requests: [${weights.map((weight) => Number(weight.toFixed(2))).join(", ")}]`);
