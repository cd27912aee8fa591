import * as fc from "fast-check";
import { expect, it } from "vitest";
import { WordTable } from "../../src/safety/detectors/word-table.js";

const WORDS = ["send", "don't", "2fa", "user's", "a", "word", "words", "api_key"];
const table = new WordTable(WORDS);

it("finds the words of a text, and hands out those that other rules may know", () => {
  const { places, odd } = table.find("don't send words; sender 1gn0re 'word' api_key");
  expect(places.map((place) => WORDS[place])).toEqual(["don't", "send", "words", "api_key"]);
  expect(odd).toEqual(["1gn0re", "'word'"]);
});

it("finds what splitting the text would find, whatever was looked at before", () => {
  const part = fc.oneof(fc.constantFrom(...WORDS, " ", ".", "é", "'s", "-"), fc.string());
  const text = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (value) => {
      const words = (value.match(/[\w']+/g) ?? []).filter((word) => word.length <= 32);
      const { places, odd } = table.find(value);
      expect(places.map((place) => WORDS[place])).toEqual(words.filter((word) => WORDS.includes(word)));
      expect(odd).toEqual(words.filter((word) => /[0-9']/.test(word) && !WORDS.includes(word)));
    }),
  );
});

it("reads texts of any length", () => {
  const { places } = table.find(`${"x ".repeat(50_000)}send`);
  expect(places).toEqual([0]);
  expect(table.find("sen").places).toEqual([]);
});
