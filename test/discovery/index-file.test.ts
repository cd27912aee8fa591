import { describe, expect, it } from "vitest";
import {
  createSkillIndex,
  createStaticEmbedder,
  loadSkillIndex,
  type SkillIndex,
  saveSkillIndex,
} from "../../src/discovery/index.js";
import type { Embedder } from "../../src/ports/embedder.js";
import { committedQueries, committedSkills } from "../support/discovery-fixtures.js";

const messages = committedQueries.slice(0, 40).map(({ query }) => query);

/** The default under another name that counts the texts it embeds. */
function counting(id: string): Embedder & { readonly embedded: string[] } {
  const embedded: string[] = [];
  const inner = createStaticEmbedder();
  return {
    specificationVersion: "v1",
    id,
    dimensions: inner.dimensions,
    embedded,
    embed: (request) => {
      embedded.push(...request.texts);
      return inner.embed(request);
    },
  };
}

async function answers(index: SkillIndex) {
  return Promise.all(messages.map((message) => index.rank(message)));
}

async function sampleIndex(embedder?: Embedder) {
  const index = createSkillIndex(embedder === undefined ? {} : { embedder });
  await index.put(committedSkills);
  await index.confirm("invoice-writer", "send the bill to the customer");
  await index.put([
    { id: "translator", description: "Translates texts", triggers: { any: ["翻訳して"], none: ["image"] } },
  ]);
  return index;
}

describe("a saved index", () => {
  it("answers after loading as it did before, without embedding anything again", async () => {
    const before = await sampleIndex(counting("a"));
    const embedder = counting("a");
    const { value, diagnostics } = await loadSkillIndex(await saveSkillIndex(before), { embedder });
    expect(diagnostics).toEqual([]);
    expect(embedder.embedded).toEqual([]);
    expect(await answers(value)).toEqual(await answers(before));
    expect(value.get("invoice-writer")).toEqual(before.get("invoice-writer"));
  });

  it("keeps its calibration with the embedder that it belongs to", async () => {
    const before = await sampleIndex();
    const fitted = await before.fit(
      committedQueries.slice(0, 60).map(({ query, gold }) => ({ message: query, skill: gold[0] })),
    );
    const bytes = await saveSkillIndex(before);
    expect((await loadSkillIndex(bytes)).value.calibration).toEqual(fitted);
    const other = (await loadSkillIndex(bytes, { embedder: counting("other") })).value.calibration;
    expect(other).toMatchObject({ embedder: "other", cases: 0 });
  });

  it("is embedded again by another embedder, and says so", async () => {
    const before = await sampleIndex(counting("a"));
    const embedder = counting("b");
    const { value, diagnostics } = await loadSkillIndex(await saveSkillIndex(before), { embedder });
    expect(diagnostics.map(({ code }) => code)).toEqual(["index-embedded-again"]);
    expect(embedder.embedded.length).toBeGreaterThan(committedSkills.length);
    const ids = (rankings: Awaited<ReturnType<typeof answers>>) =>
      rankings.map(({ hits }) => hits.map(({ id }) => id));
    expect(ids(await answers(value))).toEqual(ids(await answers(before)));
    expect((await value.rank("anything")).embedder).toBe("b");
  });

  it("is the same bytes for the same skills, in whatever order they came", async () => {
    const [one, two] = [createSkillIndex(), createSkillIndex()];
    await one.put(committedSkills);
    await two.put(committedSkills.toReversed());
    expect(await saveSkillIndex(two)).toEqual(await saveSkillIndex(one));
  });

  it("that is damaged gives an empty index and says so", async () => {
    const bytes = await saveSkillIndex(await sampleIndex());
    const damaged = [
      new Uint8Array(),
      bytes.slice(0, 3),
      bytes.slice(0, 100),
      bytes.slice(0, -1),
      Uint8Array.from([...bytes, 0]),
      bytes.map((byte, place) => (place === 20 ? 0xff : byte)),
      new TextEncoder().encode("SCIX\u0002\0\0\0{}"),
    ];
    for (const each of damaged) {
      const { value, diagnostics } = await loadSkillIndex(each);
      expect(value.size).toBe(0);
      expect(diagnostics.map(({ code }) => code)).toEqual(["index-invalid"]);
    }
  });
});
