import { describe, expect, it } from "vitest";
import { createSkillIndex, createStaticEmbedder } from "../../src/discovery/index.js";
import { leaningOf, leanOf } from "../../src/discovery/leaning.js";
import { EVERYDAY_REQUESTS, SELF_ANSWERED } from "../../src/discovery/usual-requests.js";
import { committedNone, committedQueries } from "../support/discovery-fixtures.js";

const embedder = createStaticEmbedder();
const embed = (texts: readonly string[]) => embedder.embed({ texts, kind: "query" });
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe.each([
  ["that the model was taught", embedder.leaning],
  ["made of short lists", leaningOf(await embed(EVERYDAY_REQUESTS), await embed(SELF_ANSWERED))],
])("a leaning %s", (_, leaning) => {
  const leanings = async (texts: readonly string[]) =>
    (await embed(texts)).map((vector) => leanOf(leaning, vector));

  it("tells what is to be done from what is only to be answered, on requests that it was not made from", async () => {
    const served = await leanings(committedQueries.map(({ query }) => query));
    const answered = await leanings(committedNone.map(({ query }) => query));
    expect(mean(served)).toBeLessThan(-0.3);
    expect(mean(answered)).toBeGreaterThan(0.3);
  });

  it("has no weight without end", async () => {
    for (const lean of await leanings([...EVERYDAY_REQUESTS, ...SELF_ANSWERED, "", "日本語"]))
      expect(Math.abs(lean)).toBeLessThanOrEqual(3);
  });
});

describe("an embedder with a leaning of its own", () => {
  const skills = [{ id: "images", description: "Compress and resize pictures." }];
  const { id, dimensions, leaning } = embedder;
  const answered = async (own: typeof leaning) => {
    const index = createSkillIndex({
      embedder: {
        specificationVersion: "v1",
        id: `${id}-own`,
        dimensions,
        embed: embedder.embed,
        leaning: own,
      },
    });
    await index.put(skills);
    return index.rank("make this picture smaller");
  };

  it("is asked by it", async () => {
    const direction = new Float64Array(dimensions);
    const deed = await answered({ direction, middle: 3 });
    const question = await answered({ direction, middle: -3 });
    expect(deed.hits[0]?.probability).toBeGreaterThan(question.hits[0]?.probability ?? 1);
  });

  it("that does not fit its vectors fails, and the default answers", async () => {
    const { hits, degraded } = await answered({ direction: [1], middle: 0 });
    expect(degraded?.message).toContain("leaning of another shape");
    expect(hits[0]?.probability).toBeGreaterThan(0);
  });
});

describe("the leaning of a request", () => {
  it("is nothing where an embedder sees no difference", () => {
    const same = [Float32Array.of(1, 0), Float32Array.of(1, 0)];
    expect(leanOf(leaningOf(same, same), Float32Array.of(0.6, 0.8))).toBe(0);
  });

  it("was made from no request of the committed set", () => {
    const asked = new Set([...committedQueries, ...committedNone].map(({ query }) => query.toLowerCase()));
    expect([...EVERYDAY_REQUESTS, ...SELF_ANSWERED].filter((text) => asked.has(text))).toEqual([]);
  });
});
