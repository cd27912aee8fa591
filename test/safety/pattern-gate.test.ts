import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patternGate } from "../../src/safety/pattern-gate.js";
import { requiredWords } from "../../src/safety/required-words.js";

describe("words without which a pattern cannot match", () => {
  it.each<[RegExp, readonly (readonly (readonly string[])[])[]]>([
    [/\bcurl\b[^\n]{0,60}--insecure/, [[["·curl·"], ["·insecure"]]]],
    [/\b(?:run|execute)s? it\b/, [[["·run·", "·runs·", "·execute·", "·executes·"]]]],
    [/\bauthori[sz]ed\b/i, [[["·authorised·", "·authorized·"]]]],
    [/\bapprov\w+/, [[["·approv"]]]],
    [/wallet\.dat|\bnohup\b/, [[["wallet·"], ["·dat"]], [["·nohup·"]]]],
    // An optional sign leaves open whether a word ends there.
    [/\bpre-?approved\b/, [[["·pre"], ["approved·"]]]],
    [/\s(?:open|close)\s?\w/, [[["·open", "·close"]]]],
    // What stands in a negative look says nothing; what stands in a positive one must be there.
    [/(?!never)(?=.*\bsecret\b)\bsend\b/, [[["·secret·"], ["·send·"]]]],
    // Nothing can be said.
    [/\d+|foo/, [[]]],
    [/(?:password)?/, [[]]],
    [/\bkey\b/iu, [[]]],
  ])("%s", (pattern, branches) => {
    const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();
    expect(sorted(requiredWords(pattern).map(sorted))).toEqual(sorted(branches.map(sorted)));
  });
});

describe("the gate before many patterns", () => {
  const PATTERNS = [
    /\b(?:send|upload)(?:s|ed|ing)?\b[^.;]{0,40}\b(?:to|at) (?:the )?(?:server|host)\b/,
    /\brm\s+-[rf]{1,2}\b|\bshred\b/i,
    /(?:eval|exec)\s*\(\s*atob/,
    /[0-9]{4}/,
    /\b(?:do not|don't|never) (?:\w+ ){0,2}?(?:tell|ask)(?:ing)?\b|\bno need to (?:tell|ask)\b/,
    /^(?:sudo|doas) |\bas root$/,
  ];
  const gate = patternGate(PATTERNS, 0);

  it("names for each pattern the texts in order, and all of them where nothing is known", () => {
    const texts = ["", "RM -rf; never ever ask", "information about a resender", "never tell; rm -f"];
    expect(gate(texts)).toEqual([[], [1, 3], [], [0, 1, 2, 3], [1, 3], []]);
  });

  it.each(PATTERNS.map((pattern, index) => [pattern, index] as const))(
    "lets %s through",
    (pattern, index) => {
      // The generator knows no borders of words; what it makes without them is kept where the pattern agrees.
      const inner = fc.stringMatching(new RegExp(pattern.source.replaceAll("\\b", "")));
      const around = fc.constantFrom("", " ", "\n", ". ", "é", "(");
      fc.assert(
        fc.property(around, inner, around, (before, text, behind) => {
          const whole = before + text + behind;
          if (pattern.test(whole)) expect(gate(["", whole])[index]).toContain(1);
        }),
        { numRuns: 500 },
      );
    },
  );
});
