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

const FOLDER = new URL("../test/fixtures/discovery/", import.meta.url);
const SIZES = [6, 12, 25, 50, 100, 136];
const ROUNDS = 6;
/** Share of drawn registries from which the answer was taken out: the hardest "none" there is. */
const WITHOUT_ANSWER = 0.1;
const FEATURES = 5;

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

async function main(): Promise<void> {
  const cases: LogisticCase[] = [];
  for (const size of SIZES)
    for (let round = 0; round < ROUNDS; round += 1) {
      const chosen = [...skills]
        .map((skill) => ({ skill, key: draw() }))
        .sort((a, b) => a.key - b.key)
        .slice(0, size);
      const index = new Index({});
      await index.put(chosen.map(({ skill }) => skill));
      const present = new Set(chosen.map(({ skill }) => skill.id));
      const labelled = tuned
        .filter(({ gold }) => gold.length === 0 || present.has(gold[0] ?? "") || draw() < WITHOUT_ANSWER)
        .map(({ query, gold }) => ({ message: query, skill: gold[0] }));
      cases.push(...(await index.casesOf(labelled)));
    }
  const weights = fitLogistic(cases, { prior: new Array<number>(FEATURES + 1).fill(0), strength: 1 });
  console.log(`${cases.length} cases: [${weights.map((weight) => Number(weight.toFixed(3))).join(", ")}]`);
}

await main();
