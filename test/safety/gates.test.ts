import { describe, expect, it } from "vitest";
import { CODE_SIGNS } from "../../src/safety/detectors/code-sign-patterns.js";
import { COMMAND_RULES } from "../../src/safety/detectors/command-rules.js";
import { PROSE_RULES } from "../../src/safety/detectors/prose.js";
import { sentencesOf } from "../../src/safety/detectors/sentence.js";
import { SIGNS } from "../../src/safety/detectors/signs.js";
import { statementsOf } from "../../src/safety/detectors/statement.js";
import { patternGate } from "../../src/safety/pattern-gate.js";
import { profileOf } from "../../src/safety/profile.js";
import { readBundle } from "../../src/safety/read-bundle.js";
import { loadCorpus } from "../support/safety-corpus.js";

const DOCUMENTS = loadCorpus().flatMap(({ bundle }) => readBundle(bundle).documents);

/** A cheap look may only skip what the pattern behind it would not have matched. */
describe("cheap looks before patterns", () => {
  it("no pattern is skipped that would match, whatever it was written for", () => {
    const patterns = [
      ...COMMAND_RULES.map(({ pattern }) => pattern),
      ...Object.values(CODE_SIGNS).map(({ pattern }) => pattern),
      ...Object.values(SIGNS).map(({ pattern }) => pattern),
      ...PROSE_RULES.flatMap(({ pattern }) => pattern ?? []),
    ].map(({ source, flags }) => new RegExp(source, flags.replace("g", "")));
    const gate = patternGate(patterns, 0);
    const missed = new Set<string>();
    let matched = 0;
    for (const { lines } of DOCUMENTS) {
      const texts = [...statementsOf(lines), ...sentencesOf(lines, { codeToo: true })].map(
        ({ text }) => text,
      );
      const possible = gate(texts).map((places) => new Set(places));
      patterns.forEach((pattern, index) => {
        texts.forEach((text, place) => {
          if (!pattern.test(text)) return;
          matched += 1;
          if (possible[index]?.has(place) !== true)
            missed.add(`${pattern.source.slice(0, 80)} on ${text.slice(0, 200)}`);
        });
      });
    }
    expect([...missed]).toEqual([]);
    expect(matched).toBeGreaterThan(1000);
  });

  it("no prose rule is skipped that would match", () => {
    const missed = new Set<string>();
    for (const document of DOCUMENTS) {
      const subject = { ...document, profile: profileOf(document.lines) };
      for (const sentence of sentencesOf(document.lines, { codeToo: true })) {
        for (const rule of PROSE_RULES) {
          if ((sentence.topics & rule.needs) === rule.needs) continue;
          const match = rule.find(sentence, subject);
          if (match !== undefined) missed.add(`${match.rule}: ${sentence.text}`);
        }
      }
    }
    expect([...missed]).toEqual([]);
  });
});
