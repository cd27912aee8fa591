import { describe, expect, it } from "vitest";
import { createSkillIndex } from "../../src/discovery/index.js";
import { committedNone, committedQueries, committedSkills } from "../support/discovery-fixtures.js";

const labelled = (split: string) =>
  [...committedQueries, ...committedNone]
    .filter((query) => query.split === split)
    .map(({ query, gold }) => ({ message: query, skill: gold[0] }));

async function committedIndex() {
  const index = createSkillIndex();
  await index.put(committedSkills);
  return index;
}

/** Mean negative log-likelihood of "the first hit is right": what calibration is about. */
async function surprise(index: Awaited<ReturnType<typeof committedIndex>>) {
  let sum = 0;
  const cases = labelled("held-out");
  for (const { message, skill } of cases) {
    const [first] = (await index.rank(message, { max: 1 })).hits;
    const probability = first?.probability ?? 0;
    sum -= Math.log(first?.id === skill ? probability : 1 - probability);
  }
  return sum / cases.length;
}

describe("fit", () => {
  it("makes the probabilities of unseen requests more honest", async () => {
    const index = await committedIndex();
    const before = await surprise(index);
    const calibration = await index.fit(labelled("tune"));
    expect(calibration.cases).toBeGreaterThan(200);
    expect(calibration.embedder).toBe((await index.rank("x")).embedder);
    expect(await surprise(index)).toBeLessThan(before);
  });

  it("gives the same calibration for the same cases, and changes no ranking", async () => {
    const [one, two] = [await committedIndex(), await committedIndex()];
    const before = await one.rank("bill the client");
    expect(await one.fit(labelled("tune"))).toEqual(await two.fit(labelled("tune")));
    const after = await one.rank("bill the client");
    expect(after.hits.map(({ id }) => id)).toEqual(before.hits.map(({ id }) => id));
  });

  it("is moved only a little by a few cases, and not at all by none", async () => {
    const index = await committedIndex();
    const [before] = (await index.rank("bill the client for October")).hits;
    await index.fit([]);
    expect((await index.rank("bill the client for October")).hits[0]).toEqual(before);
    await index.fit([{ message: "bill the client for October", skill: undefined }]);
    const [after] = (await index.rank("bill the client for October")).hits;
    expect(after?.probability).toBeLessThan(before?.probability ?? 0);
    expect(after?.probability).toBeGreaterThan((before?.probability ?? 0) / 2);
  });

  it("can be handed to another index of the same embedder, and to no other", async () => {
    const calibration = await (await committedIndex()).fit(labelled("tune"));
    expect(createSkillIndex({ calibration }).calibration).toEqual(calibration);
    const foreign = { ...calibration, embedder: "another" };
    expect(createSkillIndex({ calibration: foreign }).calibration.cases).toBe(0);
  });
});

describe("learning", () => {
  it("finds a skill by what it was confirmed for, also in other words, and says why", async () => {
    const index = await committedIndex();
    const message = "sort out the paperwork for the tax office";
    await index.confirm("recipe-finder", message);
    const { hits } = await index.rank(message);
    expect(hits[0]?.id).toBe("recipe-finder");
    expect(hits[0]?.reason.example).toEqual(index.get("recipe-finder")?.examples?.[0]);
    expect(hits[0]?.probability).toBeGreaterThan(0.8);
  });

  it("remembers words that the entity filter lets through, and no names", async () => {
    const index = await committedIndex();
    await index.confirm("invoice-writer", "send Alice Cooper the invoice for €4,200 to alice@example.com");
    const words = index.get("invoice-writer")?.examples?.flat() ?? [];
    expect(words).toContain("invoice");
    expect(words.join(" ")).not.toMatch(/alice|cooper|4,?200|example\.com/i);
  });

  it("keeps five examples a skill, the newest, each once", async () => {
    const index = await committedIndex();
    const asked = ["bill", "invoice", "receipt", "payment", "budget", "report", "report"];
    for (const word of asked) await index.confirm("invoice-writer", `send the ${word}`);
    const kept = index.get("invoice-writer")?.examples ?? [];
    expect(kept).toHaveLength(5);
    expect(kept.at(-1)?.join(" ")).toContain("report");
  });

  it("does not know a skill that is not there", async () => {
    const index = await committedIndex();
    await expect(index.confirm("nobody", "x")).rejects.toMatchObject({ code: "skill-not-found" });
  });
});
