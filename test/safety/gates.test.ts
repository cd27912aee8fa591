import { describe, expect, it } from "vitest";
import { COMMAND_RULES } from "../../src/safety/detectors/command-rules.js";
import { candidateRules } from "../../src/safety/detectors/commands.js";
import { PROSE_RULES } from "../../src/safety/detectors/prose.js";
import { sentencesOf } from "../../src/safety/detectors/sentence.js";
import { statementsOf } from "../../src/safety/detectors/statement.js";
import { profileOf } from "../../src/safety/profile.js";
import { readBundle } from "../../src/safety/read-bundle.js";
import { loadCorpus } from "../support/safety-corpus.js";

const DOCUMENTS = loadCorpus().flatMap(({ bundle }) => readBundle(bundle).documents);

/** A cheap look may only skip what the pattern behind it would not have matched. */
describe("cheap looks before patterns", () => {
  it("no command rule is skipped that would match", () => {
    for (const document of DOCUMENTS) {
      for (const { text } of statementsOf(document.lines)) {
        const candidates = candidateRules(text);
        const missed = COMMAND_RULES.filter((rule) => !candidates.has(rule) && rule.pattern.test(text));
        expect(missed.map(({ pattern }) => `${pattern.source.slice(0, 80)} on ${text}`)).toEqual([]);
      }
    }
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
