import * as fc from "fast-check";
import { expect, it } from "vitest";
import { WordTable } from "../../src/safety/detectors/word-table.js";

const WORDS = ["send", "don't", "2fa", "user's", "a", "word", "words", "api_key"];
const table = new WordTable(WORDS);

function find(text: string) {
  const { places, count, odd, isAscii } = table.find(text);
  return { words: [...places.subarray(0, count)].map((place) => WORDS[place]), odd: [...odd], isAscii };
}

it("finds the words of a text, and hands out those that other rules may know", () => {
  const { words, odd } = find("don't send words; sender 1gn0re 'word' api_key");
  expect(words).toEqual(["don't", "send", "words", "api_key"]);
  expect(odd).toEqual(["1gn0re", "'word'"]);
});

it("finds what splitting the text would find, whatever was looked at before", () => {
  const part = fc.oneof(fc.constantFrom(...WORDS, " ", ".", "é", "'s", "-"), fc.string());
  const text = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (value) => {
      const words = (value.match(/[\w']+/g) ?? []).filter((word) => word.length <= 32);
      expect(find(value)).toEqual({
        words: words.filter((word) => WORDS.includes(word)),
        odd: words.filter((word) => /[0-9']/.test(word) && !WORDS.includes(word)),
        isAscii: /^[\x00-\x7f]*$/.test(value),
      });
    }),
  );
});

it("reads texts of any length", () => {
  expect(find(`${"x ".repeat(50_000)}send`).words).toEqual(["send"]);
  expect(find("a ".repeat(50_000)).words).toHaveLength(50_000);
  expect(find("sen").words).toEqual([]);
});
