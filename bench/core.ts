import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { DEFAULT_LIMITS } from "../src/core/limits.js";
import { matchRegions } from "../src/core/match-regions.js";
import { parseSnapshot, serialiseSnapshot } from "../src/core/snapshot.js";
import { reduce } from "../src/core/state.js";
import { viewOf } from "../src/core/view-of.js";
import { largestCortex, nextBatch } from "./core-fixture.js";
import { createFlowWorld, FLOW_TASK } from "./core-flow.js";
import { type Area, interleaved, median, type Row, ratioRow } from "./harness.js";

const TASK = "Please compress the images from yesterday's meeting and send them to the design channel";

/** Speed of memory on the largest cortex that the default limits allow, against parsing the same bytes. */
export const run: Area = async ({ short }) => {
  const state = largestCortex();
  const text = serialiseSnapshot(state);
  const options = { rounds: short ? 15 : 80, callsPerRound: short ? 10 : 25 };
  // Once the compiler has seen enough of it; JSON.parse needs no warming up.
  for (let warm = 0; warm < 150; warm += 1) parseSnapshot(text);
  let number = 0;
  const times = await interleaved(
    {
      parse: () => JSON.parse(text),
      load: () => parseSnapshot(text),
      reduce: () => {
        number += 1;
        return reduce(DEFAULT_LIMITS, state, nextBatch(number));
      },
      stringify: () => JSON.stringify(JSON.parse(text)),
      serialise: () => serialiseSnapshot(state),
      perceive: () => viewOf(state, matchRegions(TASK, state.regions)),
      // As after a load: no stems are remembered for new lists.
      perceiveCold: () =>
        matchRegions(
          TASK,
          state.regions.map(({ region, signals }) => ({ region, signals: [...signals] })),
        ),
    },
    options,
  );
  const floor = { peer: "JSON.parse", unit: "ms", other: times.parse };
  return [
    ratioRow({
      ...floor,
      name: `validated load of ${Math.round(text.length / 1024)} KB`,
      ours: times.load,
      atMost: 1.5,
    }),
    ratioRow({ ...floor, name: "one reduce", ours: times.reduce, atMost: 0.1 }),
    ratioRow({
      name: "serialise",
      ours: times.serialise,
      other: times.stringify - times.parse,
      peer: "JSON.stringify",
      unit: "ms",
      atMost: 2,
    }),
    bound("perception over 80 regions", times.perceive, 0.1),
    ratioRow({ ...floor, name: "first perception after a load", ours: times.perceiveCold, atMost: 0.5 }),
    bound("whole successful flow, ports in memory", await flowTime(short), 1),
    memoryRow(text),
  ];
};

/**
 * Recall, two questions, an install, two scans, a run, a commit and a release: milliseconds of processor time,
 * because nothing in it waits and other programs must not count.
 */
async function flowTime(short: boolean): Promise<number> {
  const cortex = createFlowWorld();
  const flows = async (count: number) => {
    for (let flow = 0; flow < count; flow += 1) {
      const report = await cortex.run({ task: FLOW_TASK });
      if (report.outcome !== "succeeded") throw new Error(`The flow ended ${report.outcome}.`);
    }
  };
  await flows(short ? 400 : 1000);
  const times: number[] = [];
  for (let round = 0; round < (short ? 15 : 60); round += 1) {
    const before = process.cpuUsage();
    await flows(10);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000 / 10);
  }
  return median(times);
}

function bound(name: string, ours: number, atMost: number): Row {
  return {
    name,
    ours,
    other: atMost,
    peer: "the goal",
    unit: "ms",
    ratio: ours / atMost,
    goal: `<= ${atMost} ms`,
    met: ours <= atMost,
  };
}

/** Measured in a process of its own, where garbage can be collected on demand. */
function memoryRow(text: string): Row {
  const script = fileURLToPath(new URL("core-memory.ts", import.meta.url));
  const child = spawnSync(process.execPath, ["--expose-gc", "--import", "tsx", script], { encoding: "utf8" });
  const bytes = Number(child.stdout.trim());
  return ratioRow({
    name: "memory of a loaded cortex",
    ours: bytes / 1024,
    other: text.length / 1024,
    peer: "its JSON",
    unit: "KB",
    atMost: 4,
  });
}
