import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseSnapshot, serialiseSnapshot } from "../src/core/snapshot.js";
import { createFileStore } from "../src/node/file-store.js";
import { largestCortex } from "./core-fixture.js";
import { type Area, interleaved, median, type Row, ratioRow } from "./harness.js";
import { commitsPerSecond } from "./store-rivals.js";

const CONTEXT = { signal: new AbortController().signal, deadline: Number.MAX_SAFE_INTEGER, flowId: "bench" };

/** The file store against the least that a durable write can cost, and against SQLite with many writers. */
export const run: Area = async ({ short }) => {
  const rows = [await oneCommit(short ? 20 : 200)];
  if (short || !existsSync(new URL("node_modules/better-sqlite3", import.meta.url))) return rows;
  for (const [size, text] of [
    ["20 KB", "x".repeat(20_000)],
    ["largest cortex", serialiseSnapshot(largestCortex())],
  ] as const)
    rows.push(await manyWriters(size, text));
  return rows;
};

async function oneCommit(rounds: number): Promise<Row> {
  const directory = mkdtempSync(join(tmpdir(), "skill-cortex-bench-"));
  const text = serialiseSnapshot(largestCortex());
  const { state } = parseSnapshot(text);
  const store = createFileStore({ directory });
  let revision: string | undefined;
  let count = 0;
  /** A byte differs each time: no store may skip an equal text. */
  const fresh = () => `${serialiseSnapshot(state)}${" ".repeat(1 + (count++ % 7))}`;
  try {
    const times = await interleaved(
      {
        ours: async () => {
          const swap = await store.compareAndSwap(
            { key: "cortex", expected: revision, text: fresh() },
            CONTEXT,
          );
          if (swap.outcome === "committed") revision = swap.revision;
        },
        floor: () => {
          const descriptor = openSync(join(directory, "floor.tmp"), "w", 0o600);
          writeSync(descriptor, fresh());
          fsyncSync(descriptor);
          closeSync(descriptor);
          renameSync(join(directory, "floor.tmp"), join(directory, "floor.json"));
        },
      },
      { rounds, callsPerRound: 1 },
    );
    return ratioRow({
      name: `one compareAndSwap of ${Math.round(text.length / 1024)} KB`,
      ours: times.ours,
      other: times.floor,
      peer: "stringify + fsynced rename",
      unit: "ms",
      atMost: 1.5,
    });
  } finally {
    await store.close?.();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function manyWriters(size: string, text: string): Promise<Row> {
  const options = { writers: 8, commits: 100, text };
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    ours.push(await commitsPerSecond("ours", options));
    theirs.push(await commitsPerSecond("sqlite", options));
  }
  const ratio = median(ours) / median(theirs);
  return {
    name: `8 writers, ${size}`,
    ours: median(ours),
    other: median(theirs),
    peer: "better-sqlite3 WAL FULL",
    unit: "commits/s",
    ratio,
    goal: "ratio >= 1",
    met: ratio >= 1,
  };
}
