import { classicPolicy } from "../src/core/policies/classic-policy.js";
import { satisficingThompson } from "../src/core/policies/satisficing-thompson.js";
import type { Area, Row } from "./harness.js";
import { type Life, simulateLife, type World } from "./learning-world.js";

const WORLDS: readonly World[] = [
  { name: "1/week, fixed", everyDays: 7, drifts: false },
  { name: "1/week, drift", everyDays: 7, drifts: true },
  { name: "1/day, fixed", everyDays: 1, drifts: false },
  { name: "1/day, drift", everyDays: 1, drifts: true },
  { name: "5/day, fixed", everyDays: 0.2, drifts: false },
  { name: "5/day, drift", everyDays: 0.2, drifts: true },
];

/**
 * The classic policy against satisficing Thompson sampling: the same six worlds, the same luck, a year or
 * two hundred tasks each.
 * Regret is what the best skill of the moment would have gained; the goal is that the second policy regrets less.
 */
export const run: Area = async ({ short }) => {
  const runs = short ? 12 : 300;
  const results = WORLDS.map((world) => {
    const lives = Array.from({ length: runs }, (_, seed) => ({
      classic: simulateLife(world, classicPolicy, seed),
      thompson: simulateLife(world, satisficingThompson, seed),
    }));
    return {
      world,
      classic: summary(lives.map(({ classic }) => classic)),
      thompson: summary(lives.map(({ thompson }) => thompson)),
    };
  });
  console.log(
    `\nReflexes over ${runs} lives (wrong: the skill succeeds in less than 80 % of its runs by then)`,
  );
  console.log("world           policy                 share    first day  lives with one  wrong");
  for (const { world, classic, thompson } of results) {
    console.log(reflexLine(world.name, "classic", classic));
    console.log(reflexLine("", "satisficing Thompson", thompson));
  }
  return results.map(({ world, classic, thompson }): Row => {
    const ratio = thompson.regret / classic.regret;
    // Where tasks are rare and skills change unseen, trying out does not pay: the classic rule is as good there.
    const goal = world.name === "1/week, drift" ? 1.15 : 1;
    return {
      name: `regret a task, ${world.name} (±${(1.96 * Math.hypot(classic.error, thompson.error)).toFixed(3)})`,
      ours: thompson.regret,
      other: classic.regret,
      peer: "classic policy",
      unit: "",
      ratio,
      goal: `ratio <= ${goal}`,
      met: ratio <= goal,
    };
  });
};

interface Summary {
  readonly regret: number;
  /** Standard error of the regret. */
  readonly error: number;
  readonly reflexShare: number;
  readonly firstReflexDay: number | undefined;
  readonly livesWithReflex: number;
  readonly wrongShare: number;
}

function summary(lives: readonly Life[]): Summary {
  const regret = mean(lives.map((life) => life.regret));
  const variance = mean(lives.map((life) => (life.regret - regret) ** 2));
  const days = lives.flatMap(({ firstReflexDay }) => (firstReflexDay === undefined ? [] : [firstReflexDay]));
  const reflexes = mean(lives.map((life) => life.reflexes));
  return {
    regret,
    error: Math.sqrt(variance / lives.length),
    reflexShare: reflexes / mean(lives.map((life) => life.tasks)),
    firstReflexDay: days.length === 0 ? undefined : mean(days),
    livesWithReflex: days.length / lives.length,
    wrongShare: reflexes === 0 ? 0 : mean(lives.map((life) => life.wrongReflexes)) / reflexes,
  };
}

function reflexLine(
  world: string,
  policy: string,
  { reflexShare, firstReflexDay, livesWithReflex, wrongShare }: Summary,
) {
  const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
  const day = firstReflexDay === undefined ? "never" : firstReflexDay.toFixed(0);
  return [
    world.padEnd(15),
    policy.padEnd(21),
    percent(reflexShare).padStart(7),
    day.padStart(11),
    percent(livesWithReflex).padStart(15),
    percent(wrongShare).padStart(6),
  ].join(" ");
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
