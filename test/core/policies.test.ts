import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/core/limits.js";
import { type CandidateRecord, EMPTY_VIEW, type MemoryView } from "../../src/core/memory-view.js";
import { betaBelow, randomFrom, sampleBeta } from "../../src/core/policies/beta.js";
import { classicPolicy } from "../../src/core/policies/classic-policy.js";
import { satisficingThompson } from "../../src/core/policies/satisficing-thompson.js";
import { policyLaws } from "../../src/testing/laws-policy.js";
import { DAY, record, START } from "../support/core-memory.js";

const named = (name: string, change: Partial<CandidateRecord>) =>
  record({ key: `clawhub:@a/${name}`, ...change });
const viewWith = (...regions: readonly (readonly CandidateRecord[])[]): MemoryView => ({
  ...EMPTY_VIEW,
  regions: regions.map((candidates, index) => ({
    region: `r${index}`,
    probability: 0.9 - index / 10,
    signals: [],
    candidates,
  })),
});
const short = (keys: readonly string[]) => keys.map((key) => key.slice("clawhub:@a/".length)).join(" ");

describe("classic policy", () => {
  it("ranks by effective weight, so that a fresh skill can pass a faded better one", () => {
    const view = viewWith([
      named("faded", { weight: 0.9, lastUsed: START - 90 * DAY }),
      named("fresh", { weight: 0.6 }),
      named("best", { weight: 0.7 }),
    ]);
    expect(short(classicPolicy.rank(view, START, 1))).toBe("best fresh faded");
  });

  it("filters below 0.3 effective and keeps 0.3", () => {
    const view = viewWith([
      named("at", { weight: 0.3 }),
      named("below", { weight: 0.2999 }),
      named("aged", { weight: 0.5, lastUsed: START - 73 * DAY }),
      named("just", { weight: 0.5, lastUsed: START - 72 * DAY }),
    ]);
    expect(new Set(short(classicPolicy.rank(view, START, 1)).split(" "))).toEqual(new Set(["at", "just"]));
    expect(classicPolicy.rank(view, START, 1, { ...DEFAULT_LIMITS, minimumUsableWeight: 0 })).toHaveLength(4);
  });

  it("the better matching region comes first, and a skill of both once", () => {
    const both = named("both", { weight: 0.5 });
    const view = viewWith([both, named("weak", { weight: 0.4 })], [named("strong", { weight: 0.9 }), both]);
    expect(short(classicPolicy.rank(view, START, 1))).toBe("both weak strong");
  });

  it("does not depend on seed or storage order", () => {
    const records = [named("b", {}), named("a", {}), named("c", { successes: 3 })];
    expect(short(classicPolicy.rank(viewWith(records), START, 1))).toBe("c a b");
    expect(short(classicPolicy.rank(viewWith(records.toReversed()), START, 2))).toBe("c a b");
  });

  it.each([
    [{ successes: 5, weight: 0.9 }, 0, true],
    [{ successes: 4, weight: 0.9 }, 0, false],
    [{ successes: 5, weight: 0.8999 }, 0, false],
    [{ successes: 5, weight: 0.9 }, 0.001, false],
    [{ successes: 5, weight: 1 }, 18, true],
  ])("may reflex with %j after %d days: %s", (change, days, expected) => {
    expect(classicPolicy.mayReflex(record(change), START + days * DAY)).toBe(expected);
  });
});

describe("satisficing Thompson sampling", () => {
  const proven = (successes: number, failures: number) => ({ evidence: { successes, failures } });

  it("uses what is good enough, whatever the seed", () => {
    const view = viewWith([
      named("untried", proven(0, 0)),
      named("good", proven(7, 1)),
      named("bad", proven(1, 9)),
    ]);
    for (let seed = 0; seed < 50; seed += 1) {
      expect(short(satisficingThompson.rank(view, START, seed))).toBe("good untried bad");
    }
  });

  it("explores where nothing is, in the proportion of what may be best", () => {
    const view = viewWith([named("untried", proven(0, 0)), named("fair", proven(6, 4))]);
    const firsts = Array.from({ length: 4000 }, (_, seed) =>
      short(satisficingThompson.rank(view, START, seed)),
    );
    const share = firsts.filter((order) => order.startsWith("untried")).length / firsts.length;
    // P(U > Beta(7, 5)) for uniform U is 1 - 7/12.
    expect(share).toBeGreaterThan(5 / 12 - 0.03);
    expect(share).toBeLessThan(5 / 12 + 0.03);
  });

  it("does not filter: a skill that is used often and fails now and then stays usable", () => {
    expect(
      short(
        satisficingThompson.rank(viewWith([named("busy", { weight: 0.05, ...proven(18, 2) })]), START, 1),
      ),
    ).toBe("busy");
  });

  it("old evidence fades", () => {
    const view = viewWith([named("once-good", proven(8, 1))]);
    const reflexive = record({ consecutive: 9, ...proven(20, 0) });
    expect(satisficingThompson.mayReflex(reflexive, START)).toBe(true);
    expect(satisficingThompson.mayReflex(reflexive, START + 720 * DAY)).toBe(false);
    expect(satisficingThompson.rank(view, START + 3600 * DAY, 1)).toHaveLength(1);
  });

  // 0.85 to the 15th is 0.087, to the 14th still 0.103.
  it.each([
    [14, 0, 5, true],
    [13, 0, 5, false],
    [20, 0, 4, false],
    [19, 1, 9, false],
  ])("may reflex with %d successes, %d failures and %d in a row: %s", (good, bad, consecutive, expected) => {
    expect(satisficingThompson.mayReflex(record({ consecutive, ...proven(good, bad) }), START)).toBe(
      expected,
    );
  });
});

describe("both policies", () => {
  for (const policy of [classicPolicy, satisficingThompson]) {
    for (const law of policyLaws(policy)) it(`${policy.id}: ${law.name}`, () => law.run({ runs: 1000 }));
  }

  it("the laws find a policy that invents skills", () => {
    const inventor = { ...classicPolicy, rank: () => ["clawhub:@eve/evil"] };
    expect(() => policyLaws(inventor).forEach((law) => void law.run({ runs: 50 }))).toThrow();
  });
});

describe("the beta distribution", () => {
  it.each([
    // Closed forms: I_x(a, 1) = x^a and I_x(1, b) = 1 - (1 - x)^b.
    [0.85, 6, 1, 0.85 ** 6],
    [0.85, 21, 1, 0.85 ** 21],
    [0.3, 1, 4, 1 - 0.7 ** 4],
    [0.5, 7, 7, 0.5],
    // Binomial sum: P(p < 0.85) for Beta(20, 2) is P(at least 20 of 21).
    [0.85, 20, 2, 21 * 0.85 ** 20 * 0.15 + 0.85 ** 21],
    [0, 3, 3, 0],
    [1, 3, 3, 1],
  ])("P(p < %d) for Beta(%d, %d)", (x, a, b, expected) => {
    expect(betaBelow(x, a, b)).toBeCloseTo(expected, 12);
  });

  it("samples have the mean and variance of the distribution", () => {
    const random = randomFrom(7);
    const draws = Array.from({ length: 40_000 }, () => sampleBeta(4, 2, random));
    const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
    const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length;
    expect(mean).toBeCloseTo(4 / 6, 2);
    expect(variance).toBeCloseTo(8 / (36 * 7), 2);
  });

  it("random numbers repeat with their seed, lie inside 0..1 and are even", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (seed) => {
        const [one, two] = [randomFrom(seed), randomFrom(seed)];
        for (let draw = 0; draw < 20; draw += 1) {
          const value = one();
          expect(value).toBe(two());
          expect(value > 0 && value < 1).toBe(true);
        }
      }),
    );
    const firsts = Array.from({ length: 10_000 }, (_, seed) => randomFrom(seed)());
    for (let bin = 0; bin < 10; bin += 1) {
      const share = firsts.filter((value) => Math.floor(value * 10) === bin).length;
      expect(share).toBeGreaterThan(850);
      expect(share).toBeLessThan(1150);
    }
  });
});
