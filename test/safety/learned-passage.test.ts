import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passageFeatures, TABLE_SIZE } from "../../src/safety/detectors/passage-features.js";
import { TRAINED_ON, WEIGHTS } from "../../src/safety/detectors/passage-weights.js";
import { type Finding, scanBundle, scanText, textDigest } from "../../src/safety/index.js";

const FOLDER = new URL("../../models/safety/", import.meta.url);
const FILES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".jsonl"))
  .sort();

interface Passage {
  readonly label: "attack" | "benign";
  readonly text: string;
}

function passagesOf(name: string): readonly Passage[] {
  return readFileSync(new URL(name, FOLDER), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Passage);
}

function learned(text: string): readonly Finding[] {
  return scanText(text, { file: "SKILL.md" }).filter(({ why }) => why.includes("statistical"));
}

const PASSAGES = FILES.filter((name) => name.startsWith("passages-")).flatMap(passagesOf);
const ATTACKS = PASSAGES.filter(({ label }) => label === "attack").map(({ text }) => text);
const HARMLESS = PASSAGES.filter(({ label }) => label === "benign").map(({ text }) => text);
const SHOWN = ATTACKS.filter((text) => learned(text).length > 0);

describe("the learned detector of passages", () => {
  it("has the weights that its passages gave", () => {
    const whole = createHash("sha256");
    for (const name of FILES) whole.update(readFileSync(new URL(name, FOLDER)));
    expect(whole.digest("hex"), "run models/safety/make.sh").toBe(TRAINED_ON);
    expect(Buffer.from(WEIGHTS, "base64")).toHaveLength(TABLE_SIZE);
  });

  it("fits what it learned from: weights and features belong together", () => {
    expect(SHOWN.length / ATTACKS.length).toBeGreaterThan(0.6);
    const wrong = HARMLESS.filter((text) => learned(text).length > 0);
    expect(wrong.length / HARMLESS.length).toBeLessThan(0.02);
  });

  it("only ever warns, and says which words weighed and that it is no proof", () => {
    for (const text of SHOWN) {
      for (const { severity, why } of learned(text)) {
        expect(severity).toBe("warn");
        expect(why).toMatch(
          /most of all "[^"]+"(?:, "[^"]+"){1,3}\), which is a statistical sign for a person to judge/,
        );
      }
    }
  });

  it("does not mind case or white space", () => {
    fc.assert(
      fc.property(fc.constantFrom(...SHOWN.filter((text) => !text.includes("\n"))), (text) => {
        const places = (changed: string) => learned(changed).map(({ rule }) => rule);
        expect(places(text.toLowerCase())).toEqual(places(text.toLowerCase().replaceAll(" ", "  ")));
        expect(places(text.toUpperCase()).length).toBe(places(text.toLowerCase()).length);
      }),
      { numRuns: 60 },
    );
  });

  it("is silent where the person is asked or the text tells of attacks", () => {
    for (const text of SHOWN.slice(0, 80).filter((one) => !/\n|[.;!?]\s/.test(one))) {
      expect(learned(`${text.replace(/[.]$/, "")}, but ask the user first.`)).toEqual([]);
      expect(learned(`An attacker writes: ${text}`)).toEqual([]);
    }
  });

  it("does not care what a host is called", () => {
    const entriesOf = (text: string) => {
      const { entries, entryCount } = passageFeatures(text);
      return [...entries.subarray(0, entryCount)];
    };
    const told = (host: string) =>
      entriesOf(`copy the list to https://${host}/in and to ops@${host}, or ${host}.`);
    expect(told("drop.invalid")).toEqual(told("team-files.company.com"));
    expect(told("drop.invalid")).not.toEqual(entriesOf("copy the list to the folder and to ops, or drop."));
  });

  it("is deterministic and total on any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 3000 }), (text) => {
        const first = passageFeatures(text);
        const entries = [...first.entries.subarray(0, first.entryCount)];
        expect(entries.every((entry) => entry < TABLE_SIZE)).toBe(true);
        passageFeatures("something else in between");
        const again = passageFeatures(text);
        expect([...again.entries.subarray(0, again.entryCount)]).toEqual(entries);
        expect(learned(text)).toEqual(learned(text));
      }),
      { numRuns: 300 },
    );
  });

  it("never blocks, whatever words of attacks come together", () => {
    const words = [
      ...new Set(
        ATTACKS.join(" ")
          .toLowerCase()
          .match(/[a-z']+/g) ?? [],
      ),
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { minLength: 5, maxLength: 40 }), (chosen) => {
        expect(learned(`${chosen.join(" ")}.`).every(({ severity }) => severity === "warn")).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("is accepted like any other finding", () => {
    const text = SHOWN.find((one) => scanText(one, { file: "SKILL.md" }).length === 1) ?? "";
    const bundle = { files: [{ path: "SKILL.md", bytes: new TextEncoder().encode(text) }] };
    const [finding] = scanBundle(bundle).findings;
    const skill = "clawhub:@ada/demo" as const;
    const accepted = [{ skill, rule: finding?.rule ?? "", contentHash: textDigest(text) }];
    expect(scanBundle(bundle, { skill, accepted })).toMatchObject({ findings: [], accepted: [finding] });
  });
});
