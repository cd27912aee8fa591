import { describe, expect, it } from "vitest";
import { createSkillIndex } from "../../src/discovery/index.js";
import type { Embedder } from "../../src/ports/embedder.js";
import { netclaw } from "../support/discovery-fixtures.js";

async function netclawIndex() {
  const index = createSkillIndex();
  await index.put(netclaw.skills);
  return index;
}

describe("the four cases of the source document", () => {
  it.each(netclaw.cases)("$query finds $gold first", async ({ query, gold }) => {
    const { hits } = await (await netclawIndex()).rank(query);
    expect(hits[0]?.id).toBe(gold);
  });
});

describe("an answer", () => {
  it("carries score, probability, margin and reason with every hit", async () => {
    const index = await netclawIndex();
    const { hits, embedder, evidence } = await index.rank("Can you schedule reminders for me?");
    expect(hits).toHaveLength(6);
    expect(evidence).toBe("semantic");
    expect(embedder).toMatch(/^static-en-[0-9a-f]{16}$/);
    for (const hit of hits) {
      expect(hit.probability).toBeGreaterThan(0);
      expect(hit.probability).toBeLessThan(1);
    }
    const [first, second] = hits;
    expect(first?.reason.words).toEqual(expect.arrayContaining(["reminders", "schedule"]));
    expect(first?.margin).toBeCloseTo((first?.score ?? 0) - (second?.score ?? 0), 12);
    expect(second?.margin).toBeLessThan(0);
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
  });

  it("names the clause that is nearer than the whole description", async () => {
    const index = createSkillIndex();
    await index.put([
      {
        id: "desk",
        description:
          "Answers letters. Books flights and hotels for journeys. Waters the plants on the balcony. Feeds the cat.",
      },
      { id: "code", description: "Reviews pull requests and explains failing builds." },
    ]);
    const { hits } = await index.rank("Find me a cheap plane ticket to Lisbon");
    expect(hits[0]?.id).toBe("desk");
    expect(hits[0]?.reason.clause).toBe("Books flights and hotels for journeys");
  });

  it("is none when nothing fits", async () => {
    const index = await netclawIndex();
    const selection = await index.select("Why do cats purr when they are happy?");
    expect(selection.none).toBe(true);
    expect(selection.hits).toEqual([]);
    expect(selection.noneProbability).toBeGreaterThan(0.5);
  });

  it("is none of an empty index, of an empty request and of no candidates", async () => {
    expect(await createSkillIndex().select("anything")).toMatchObject({ none: true, noneProbability: 1 });
    const index = await netclawIndex();
    expect((await index.select("")).none).toBe(true);
    expect((await index.select("schedule a reminder", { candidates: [] })).none).toBe(true);
  });

  it("keeps to the candidates, the floor and the maximum that were asked for", async () => {
    const index = await netclawIndex();
    const { hits } = await index.rank("schedule reminders", { candidates: ["skill-author", "unknown"] });
    expect(hits.map(({ id }) => id)).toEqual(["skill-author"]);
    const all = await index.select("schedule reminders", { minProbability: 0, max: 2 });
    expect(all.hits).toHaveLength(2);
    expect((await index.select("schedule reminders", { minProbability: 0, minCosine: 2 })).none).toBe(true);
  });
});

it("reads no model before there is something to find", async () => {
  let asked = 0;
  const embedder: Embedder = {
    specificationVersion: "v1",
    get id() {
      asked += 1;
      return "lazy";
    },
    get dimensions() {
      asked += 1;
      return 2;
    },
    embed: async ({ texts }) => texts.map(() => Float32Array.of(1, 0)),
  };
  const index = createSkillIndex({ embedder });
  await index.put([]);
  expect([index.size, index.ids(), index.degraded, asked]).toEqual([0, [], undefined, 0]);
  await index.put(netclaw.skills);
  expect(asked).toBeGreaterThan(0);
});
