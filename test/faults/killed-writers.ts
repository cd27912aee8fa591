import { readCounts } from "./read-counts.js";
import { startWriter } from "./writer-process.js";

const NAME = "writer";
/** Large enough for a write to take a while. */
const PADDING = 100_000;
const LONGEST_LIFE_MS = 25;

/** One writer after another is killed while it writes; a reader looks all the time. */
export async function killedWriters(
  directory: string,
  { kills }: { readonly kills: number },
): Promise<{ readonly line: string; readonly failures: number }> {
  let torn = 0;
  let lost = 0;
  let reads = 0;
  let backwards = 0;
  let highest = 0;
  const look = (): number => {
    reads += 1;
    const counts = readCounts(directory);
    if (counts === "torn") {
      torn += 1;
      return highest;
    }
    const count = counts[NAME] ?? 0;
    if (count < highest) backwards += 1;
    highest = Math.max(highest, count);
    return count;
  };
  const reader = setInterval(look, 0);
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const writer = startWriter(directory, { name: NAME, commits: 1_000_000, padding: PADDING });
      await writer.started;
      await new Promise((resolve) => setTimeout(resolve, (kill * 7.3) % LONGEST_LIFE_MS));
      writer.child.kill("SIGKILL");
      await writer.ended;
      if (look() < writer.acknowledged()) lost += 1;
    }
  } finally {
    clearInterval(reader);
  }
  // The last word: a writer that nobody kills gets through, whatever the others left behind.
  const survivor = startWriter(directory, { name: NAME, commits: 1, padding: PADDING });
  const code = await survivor.ended;
  if (code !== 0 || look() < survivor.acknowledged()) lost += 1;
  return {
    line: `${kills} × kill -9 while writing, ${reads} reads beside it: ${torn} torn, ${lost} lost, ${backwards} backwards`,
    failures: torn + lost + backwards,
  };
}
