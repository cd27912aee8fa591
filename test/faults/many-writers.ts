import { readCounts } from "./read-counts.js";
import { startWriter } from "./writer-process.js";

/** Writers of one document at the same time: every commit must be there, and none twice. */
export async function manyWriters(
  directory: string,
  { processes, commits }: { readonly processes: number; readonly commits: number },
): Promise<{ readonly line: string; readonly failures: number }> {
  const started = performance.now();
  const writers = Array.from({ length: processes }, (_, index) =>
    startWriter(directory, { name: `writer-${index}`, commits, padding: 500 }),
  );
  const codes = await Promise.all(writers.map(({ ended }) => ended));
  const seconds = (performance.now() - started) / 1000;
  const counts = readCounts(directory);
  const found = Array.from({ length: processes }, (_, index) =>
    counts === "torn" ? 0 : (counts[`writer-${index}`] ?? 0),
  );
  const lost = found.reduce((sum, count) => sum + Math.max(0, commits - count), 0);
  const doubled = found.reduce((sum, count) => sum + Math.max(0, count - commits), 0);
  const died = codes.filter((code) => code !== 0).length;
  const rate = Math.round((processes * commits) / seconds);
  return {
    line: `${processes} processes × ${commits} commits: ${lost} lost, ${doubled} doubled, ${died} writers failed; ${rate} commits a second`,
    failures: lost + doubled + died,
  };
}
