import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createSkillIndex, createStaticEmbedder } from "../src/discovery/index.js";
import { committedSet, manySkills } from "./discovery-data.js";
import { interleaved, type Row, ratioRow } from "./harness.js";

const MODEL = "models/static-en.bin";
const COUNT = 10_000;

/** The fastest scan in plain JavaScript that is known: float32, four accumulators. */
function bestScan(matrix: Float32Array, query: Float32Array, scores: Float64Array): number {
  const { length } = query;
  let best = 0;
  for (let row = 0, at = 0; row < scores.length; row += 1, at += length) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let index = 0; index < length; index += 4) {
      a += (matrix[at + index] as number) * (query[index] as number);
      b += (matrix[at + index + 1] as number) * (query[index + 1] as number);
      c += (matrix[at + index + 2] as number) * (query[index + 2] as number);
      d += (matrix[at + index + 3] as number) * (query[index + 3] as number);
    }
    scores[row] = a + b + c + d;
    if ((scores[row] as number) > (scores[best] as number)) best = row;
  }
  return best;
}

function limitRow(name: string, ours: number, limit: number, unit: string): Row {
  return {
    name,
    ours,
    other: limit,
    peer: "the limit",
    unit,
    ratio: ours / limit,
    goal: `<= ${limit} ${unit}`,
    met: ours <= limit,
  };
}

function memoryInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

export async function speedRows(short: boolean): Promise<readonly Row[]> {
  const queries = committedSet().queries.map(({ query }) => query);
  let next = 0;
  const nextQuery = () => {
    next += 1;
    return queries[next % queries.length] ?? "";
  };
  const embedder = createStaticEmbedder();
  await embedder.embed({ texts: queries, kind: "query" });

  const skills = manySkills(COUNT);
  const before = memoryInUse();
  const index = createSkillIndex();
  const started = performance.now();
  await index.put(skills);
  const seconds = (performance.now() - started) / 1000;
  await index.rank(nextQuery());
  const memory = memoryInUse() - before;

  const matrix = Float32Array.from({ length: COUNT * 256 }, (_, place) => Math.sin(place));
  const query = matrix.slice(0, 256);
  const scores = new Float64Array(COUNT);
  const times = await interleaved(
    {
      scan: () => bestScan(matrix, query, scores),
      rank: () => index.rank(nextQuery(), { max: 3 }),
      embed: () => embedder.embed({ texts: [nextQuery()], kind: "query" }),
    },
    { rounds: short ? 9 : 31, callsPerRound: 20 },
  );
  const load = await interleaved(
    { load: () => createStaticEmbedder({ bytes: readFileSync(MODEL) }).id },
    { rounds: short ? 5 : 15, callsPerRound: 1 },
  );
  return [
    limitRow("load the model", load.load, 30, "ms"),
    limitRow("embed one query", times.embed, 0.1, "ms"),
    ratioRow({
      name: "search among 10,000, without embedding",
      ours: times.rank - times.embed,
      other: times.scan,
      peer: "best kernel's scan",
      unit: "ms",
      atMost: 1.3,
    }),
    limitRow("index 10,000 descriptions", seconds, 3, "s"),
    limitRow("memory for 10,000 skills", memory, 40, "MB"),
  ];
}
