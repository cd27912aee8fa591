import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createFlowWorld, FLOW_TASK } from "./core-flow.js";
import { type Area, interleaved, median, type Row, ratioRow } from "./harness.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What the package costs a harness that only imports it, and what the runtime adds to its ports. */
export const run: Area = async ({ short }) => [coldImport(short ? 5 : 25), await overhead(short ? 20 : 200)];

function coldImport(rounds: number): Row {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(importTime("./dist/index.js"));
    theirs.push(importTime("zod"));
  }
  return ratioRow({
    name: 'import "skill-cortex", cold',
    ours: median(ours),
    other: median(theirs),
    peer: 'import "zod"',
    unit: "ms",
    atMost: 1.2,
  });
}

function importTime(specifier: string): number {
  const script = `const start = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - start);`;
  const child = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
    cwd: ROOT,
  });
  return Number(child.stdout);
}

/** Ports that answer at once: what is left is the runtime. */
async function overhead(rounds: number): Promise<Row> {
  const cortex = createFlowWorld();
  const times = await interleaved(
    { flow: () => cortex.run({ task: FLOW_TASK }) },
    { rounds, callsPerRound: 5 },
  );
  await cortex.close();
  const goal = 5;
  return {
    name: "a whole flow over ports that answer at once",
    ours: times.flow,
    other: goal,
    peer: "the goal",
    unit: "ms",
    ratio: times.flow / goal,
    goal: `<= ${goal} ms`,
    met: times.flow <= goal,
  };
}
