import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createSkillIndex } from "../../src/discovery/index.js";
import { termsOf } from "../../src/discovery/terms.js";
import { committedNone, committedQueries, committedSkills } from "../support/discovery-fixtures.js";

const heldOut = <T extends { readonly split: string }>(queries: readonly T[]) =>
  queries.filter(({ split }) => split === "held-out");

describe("the committed evaluation set", () => {
  it("is large enough, and its ids are unique", () => {
    expect(committedSkills.length).toBeGreaterThanOrEqual(120);
    expect(committedQueries.length).toBeGreaterThanOrEqual(250);
    expect(committedNone.length).toBeGreaterThanOrEqual(60);
    expect(new Set(committedSkills.map(({ id }) => id)).size).toBe(committedSkills.length);
    expect(new Set([...committedQueries, ...committedNone].map(({ id }) => id)).size).toBe(
      committedQueries.length + committedNone.length,
    );
  });

  it("asks for skills that exist, half of the time without a content word of theirs", () => {
    const words = new Map(committedSkills.map(({ id, description }) => [id, new Set(termsOf(description))]));
    const apart = committedQueries.filter(({ query, gold }) => {
      const [answer = ""] = gold;
      expect(words.has(answer)).toBe(true);
      return !termsOf(query).some((term) => words.get(answer)?.has(term));
    });
    expect(apart.length).toBeGreaterThanOrEqual(committedQueries.length / 2);
  });

  it("is split into a half that may be tuned on and a half that may not", () => {
    expect(heldOut(committedQueries).length).toBe(committedQueries.length / 2);
    expect(heldOut(committedNone).length).toBe(committedNone.length / 2);
  });
});

describe("the committed model", () => {
  it("is the file that its checksum names", () => {
    const [expected] = readFileSync("models/static-en.bin.sha256", "utf8").split(" ");
    expect(createHash("sha256").update(readFileSync("models/static-en.bin")).digest("hex")).toBe(expected);
  });

  it("finds what it found when it was made, on the half that nothing was tuned on", async () => {
    const index = createSkillIndex();
    await index.put(committedSkills);
    let first = 0;
    let inFive = 0;
    for (const { query, gold } of heldOut(committedQueries)) {
      const ids = (await index.rank(query, { max: 5 })).hits.map(({ id }) => id);
      if (ids[0] === gold[0]) first += 1;
      if (ids.includes(gold[0] ?? "")) inFive += 1;
    }
    // 77.9 and 92.6 % at the time of writing.
    expect((100 * first) / heldOut(committedQueries).length).toBeGreaterThanOrEqual(77.4);
    expect((100 * inFive) / heldOut(committedQueries).length).toBeGreaterThanOrEqual(92.1);
  });

  it("selects nothing for most requests that no skill serves", async () => {
    const index = createSkillIndex();
    await index.put(committedSkills);
    const fired = await Promise.all(
      heldOut(committedNone).map(async ({ query }) => !(await index.select(query)).none),
    );
    expect(fired.filter(Boolean).length / fired.length).toBeLessThan(0.2);
  });
});
