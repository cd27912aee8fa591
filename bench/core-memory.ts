import { parseSnapshot, serialiseSnapshot } from "../src/core/snapshot.js";
import { largestCortex } from "./core-fixture.js";

const COPIES = 20;

/** Prints the heap bytes that one loaded cortex takes, as the mean over several. */
function main(): void {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error("Run with --expose-gc.");
  const text = serialiseSnapshot(largestCortex());
  parseSnapshot(text);
  collect();
  const before = process.memoryUsage().heapUsed;
  const loaded = Array.from({ length: COPIES }, () => parseSnapshot(text).state);
  collect();
  const bytes = (process.memoryUsage().heapUsed - before) / loaded.length;
  console.log(String(Math.round(bytes)));
}

main();
