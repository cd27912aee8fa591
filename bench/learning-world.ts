import { FAILURES, type Fact } from "../src/core/facts.js";
import { learnCandidate, newCandidate } from "../src/core/learn-candidate.js";
import { DEFAULT_LIMITS } from "../src/core/limits.js";
import { EMPTY_VIEW, type Policy } from "../src/core/memory-view.js";
import { randomFrom } from "../src/core/policies/beta.js";
import { reflexEligible } from "../src/core/reflex.js";
import type { StoredCandidate } from "../src/core/state.js";
import { effectiveWeight } from "../src/core/weights.js";

/** How often a task comes, and whether skills get better and worse unseen. */
export interface World {
  readonly name: string;
  readonly everyDays: number;
  readonly drifts: boolean;
}

/** What a life in a world came to. */
export interface Life {
  readonly tasks: number;
  /** Mean difference between the best skill's chance of success and the chosen one's. */
  readonly regret: number;
  readonly reflexes: number;
  /** Reflexes of skills that succeed in less than 80 % of their runs. */
  readonly wrongReflexes: number;
  readonly firstReflexDay: number | undefined;
}

const DAY = 86_400_000;
const START = 1_767_225_600_000;
const YEAR_DAYS = 365;
/** Where tasks are rare, a life goes on until there were this many: a year of 52 tasks is mostly trying out. */
const FEWEST_TASKS = 200;
const CANDIDATES = 5;
/** Share of good skills, which succeed in 90 to 100 % of their runs; the others in 20 to 80 %. */
const GOOD_SHARE = 0.35;
/** Under drift each skill is another one after about this many days. */
const DRIFT_DAYS = 180;
const RELIABLE = 0.8;

/** One region with five skills, for a year and at least 200 tasks. The world's luck depends on the seed only, not on the policy. */
export function simulateLife(world: World, policy: Policy, seed: number): Life {
  const luck = randomFrom(seed * 7919 + 17);
  const drawSkill = () => (luck() < GOOD_SHARE ? 0.9 + 0.1 * luck() : 0.2 + 0.6 * luck());
  const chances = Array.from({ length: CANDIDATES }, drawSkill);
  let records = chances.map((_, index) => fresh(index));
  const tasks = Math.max(FEWEST_TASKS, Math.floor(YEAR_DAYS / world.everyDays));
  let regret = 0;
  let reflexes = 0;
  let wrongReflexes = 0;
  let firstReflexDay: number | undefined;
  for (let task = 0; task < tasks; task += 1) {
    const day = task * world.everyDays;
    const at = START + Math.round(day * DAY);
    for (let index = 0; index < CANDIDATES; index += 1) {
      const redrawn = luck() < world.everyDays / DRIFT_DAYS;
      const next = drawSkill();
      if (redrawn && world.drifts) chances[index] = next;
    }
    const runLuck = luck();
    const failureLuck = luck();
    const searchLuck = luck();
    // What was forgotten is found again by search and starts anew; what was never used is as fresh as today.
    records = records.map((record, index) =>
      forgotten(record, at) ? { ...fresh(index), lastUsed: at } : record,
    );
    const chosen = choose(policy, records, at, seed * 100_003 + task, searchLuck);
    const record = records[chosen] ?? fresh(chosen);
    const chance = chances[chosen] ?? 0;
    regret += Math.max(...chances) - chance;
    if (reflexEligible(record, DEFAULT_LIMITS, at, policy)) {
      reflexes += 1;
      if (chance < RELIABLE) wrongReflexes += 1;
      firstReflexDay ??= day;
    }
    const success = runLuck < chance;
    const failure = FAILURES[Math.floor(failureLuck * FAILURES.length)] ?? "runtime_error";
    const result = success ? "success" : failure;
    records[chosen] = learnCandidate(DEFAULT_LIMITS, record, at, outcome(chosen, result), at);
  }
  return { tasks, regret: regret / tasks, reflexes, wrongReflexes, firstReflexDay };
}

/** The policy's first choice; where it has none, search brings back any of the five. */
function choose(
  policy: Policy,
  records: readonly StoredCandidate[],
  at: number,
  seed: number,
  luck: number,
): number {
  const view = {
    ...EMPTY_VIEW,
    regions: [{ region: "todo", probability: 1, signals: [], candidates: records }],
  };
  const [best] = policy.rank(view, at, seed, DEFAULT_LIMITS);
  const found = records.findIndex(({ key }) => key === best);
  return found >= 0 ? found : Math.floor(luck * CANDIDATES);
}

function forgotten(record: StoredCandidate, at: number): boolean {
  const never = record.successes + record.failures === 0;
  return never || effectiveWeight(record, record.lastUsed, at) < DEFAULT_LIMITS.minimumKeptWeight;
}

function fresh(index: number): StoredCandidate {
  return { ...newCandidate(keyOf(index)), lastUsed: START };
}

function keyOf(index: number): string {
  return `clawhub:@world/skill-${index}`;
}

function outcome(
  index: number,
  result: Extract<Fact, { kind: "outcome" }>["result"],
): Extract<Fact, { kind: "outcome" }> {
  return {
    kind: "outcome",
    region: "todo",
    pin: { key: keyOf(index), version: "1.0.0", digest: `sha256:${"a".repeat(64)}` },
    result,
    by: "runner",
    sideEffects: ["read:list"],
    skillMdChars: 900,
  };
}
