import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFileStore } from "../../src/node/index.js";
import { createWorld, skill } from "../support/flow-world.js";

const TASK = "Show my todo list for today";
const OTHER = "Compress the image";
const SKILLS = [skill("todo-list", "Show and query the todo list"), skill("image", "compress an image")];

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "skill-cortex-damage-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const file = () => join(directory, "cortex.json");

/** A memory of three runs, in a file that somebody then changes. */
async function learned() {
  const world = createWorld({ store: createFileStore({ directory }) }, SKILLS);
  for (let run = 0; run < 3; run += 1) await world.cortex.run({ task: TASK });
  return world;
}

describe("a file that can't be read at all", () => {
  it.each(["run", "explain first"])(
    "is set aside, and what the backup knows is not lost (%s)",
    async (way) => {
      const { cortex } = await learned();
      await writeFile(file(), "{ not json");
      if (way !== "run") {
        const [told] = (await cortex.memory.explain()).diagnostics;
        expect(told).toMatchObject({
          code: "cortex-corrupt",
          fix: expect.stringContaining("backup is used"),
        });
      }
      expect((await cortex.run({ task: OTHER })).outcome).toBe("succeeded");
      const { regions } = await cortex.memory.explain();
      expect(regions.flatMap(({ candidates }) => candidates.map(({ key }) => key)).sort()).toEqual([
        "clawhub:@alice/image",
        "clawhub:@alice/todo-list",
      ]);
      expect((await readdir(directory)).filter((name) => name.includes("corrupt"))).toHaveLength(1);
    },
  );
});

describe("a file of which parts can't be read", () => {
  it("is copied aside before it is overwritten, once, and the rest is used", async () => {
    const { cortex } = await learned();
    const sound = JSON.parse(await readFile(file(), "utf8"));
    const damaged = JSON.stringify({ ...sound, stats: { ...sound.stats, searches: "many" } });
    await writeFile(file(), damaged);
    await cortex.run({ task: TASK });
    await cortex.run({ task: TASK });
    const copies = (await readdir(directory)).filter((name) => name.startsWith("cortex.repaired-"));
    const texts = await Promise.all(copies.map((name) => readFile(join(directory, name), "utf8")));
    expect(texts).toEqual([damaged]);
    const { regions } = await cortex.memory.explain();
    expect(regions.flatMap(({ candidates }) => candidates.map(({ successes }) => successes))).toEqual([5]);
  });
});
