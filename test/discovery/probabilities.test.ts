import { describe, expect, it } from "vitest";
import { createSkillIndex } from "../../src/discovery/index.js";
import { committedQueries, committedSkills } from "../support/discovery-fixtures.js";

const MAILERS = [
  { id: "mail-a", description: "Send an e-mail to a person in the address book." },
  { id: "mail-b", description: "Send e-mails to people in the address book." },
];
const OTHERS = [
  { id: "tides", description: "Tell when the sea is high and low at a harbour." },
  { id: "knit", description: "Draw charts for knitting patterns." },
  { id: "chess", description: "Analyse a chess position." },
];
const REQUEST = "send an e-mail to Marta that the meeting was moved";

async function indexOf(skills: readonly { readonly id: string; readonly description: string }[]) {
  const index = createSkillIndex();
  await index.put(skills);
  return index;
}

describe("probabilities", () => {
  it("are shared by rivals, and do not turn into 'none of these' because there are two", async () => {
    const { hits, noneProbability } = await (await indexOf([...MAILERS, ...OTHERS])).rank(REQUEST);
    const [first, second] = hits;
    expect([first?.id, second?.id].sort()).toEqual(["mail-a", "mail-b"]);
    expect((first?.probability ?? 1) + (second?.probability ?? 1)).toBeLessThanOrEqual(1.1);
    expect(first?.fit).toBeGreaterThan(0.8);
    expect(second?.fit).toBeGreaterThan(0.8);
    expect(noneProbability).toBeLessThan(0.2);
  });

  it("are higher for one that stands alone than for the same one beside its double", async () => {
    const alone = await (await indexOf([MAILERS[0] as (typeof MAILERS)[0], ...OTHERS])).rank(REQUEST);
    const beside = await (await indexOf([...MAILERS, ...OTHERS])).rank(REQUEST);
    expect(alone.hits[0]?.probability).toBeGreaterThan(0.9);
    expect(beside.hits[0]?.probability).toBeLessThan((alone.hits[0]?.probability ?? 0) - 0.2);
  });

  it("of a skill are never above its fit, whatever is asked", async () => {
    const index = await indexOf(committedSkills);
    for (const { query } of committedQueries) {
      const { hits, noneProbability } = await index.rank(query, { max: 5 });
      for (const { probability, fit } of hits) expect(probability).toBeLessThanOrEqual(fit);
      expect(1 - noneProbability).toBeCloseTo(Math.max(...hits.map(({ fit }) => fit)), 6);
    }
  });

  it("do not trust the only skill there is with everything", async () => {
    const index = await indexOf([{ id: "show-todo", description: "show, todo, list" }]);
    for (const message of ["Search my notes", "pay the invoice of the plumber", "book a table for four"])
      expect((await index.rank(message)).hits[0]?.probability).toBeLessThan(0.5);
    expect((await index.rank("what is on my todo list")).hits[0]?.probability).toBeGreaterThan(0.5);
  });

  it("mean the same in a registry of short descriptions and in one of long ones", async () => {
    const tail =
      " Use when the user asks for it, mentions it, or works on something like it; reads files, writes a report, and explains every step that it takes.";
    const long = await indexOf(
      committedSkills.map(({ id, description }) => ({ id, description: description + tail })),
    );
    const short = await indexOf(committedSkills);
    const sums = { cosines: [0, 0], fits: [0, 0] };
    let found = 0;
    for (const { query, gold } of committedQueries) {
      const hits = [(await short.rank(query)).hits[0], (await long.rank(query)).hits[0]];
      if (hits.some((hit) => hit === undefined || !gold.includes(hit.id))) continue;
      found += 1;
      hits.forEach((hit, place) => {
        sums.cosines[place] = (sums.cosines[place] ?? 0) + (hit?.cosine ?? 0);
        sums.fits[place] = (sums.fits[place] ?? 0) + (hit?.fit ?? 0);
      });
    }
    expect(found).toBeGreaterThan(100);
    const [near = 0, far = 0] = sums.cosines;
    expect(far / found).toBeLessThan(near / found - 0.1);
    const [before = 0, after = 0] = sums.fits;
    expect(Math.abs(after - before) / found).toBeLessThan(0.05);
  });
});
