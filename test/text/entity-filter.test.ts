import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalWord } from "../../src/text/canonical-word.js";
import { filterEntities, isGenericWord, keywordsOf, signalsOf } from "../../src/text/index.js";
import { FILE_KINDS } from "../../src/text/lexicon.js";
import { TOOL_NAMES } from "../../src/text/tool-names.js";
import { NOUNS } from "../../src/text/vocabulary-nouns.js";
import { VERBS } from "../../src/text/vocabulary-verbs.js";
import { measureFilter, type PlantedSentence } from "../support/text-entities.js";
import { growthOf } from "../support/text-growth.js";

function sentences(name: string): readonly PlantedSentence[] {
  return JSON.parse(readFileSync(new URL(`../fixtures/text/${name}.json`, import.meta.url), "utf8"));
}

describe("the committed sentences", () => {
  const set = sentences("entity-sentences");

  test.each([
    // Rules were made with these in view.
    ["entity-sentences", 300],
    // Written after the rules, measured, then kept as a regression set: see the decision on the filter.
    ["entity-sentences-held-out", 200],
  ])("%s: no entity leaks, and useful words survive", (name, atLeast) => {
    const own = sentences(name);
    const { leaks, survival } = measureFilter(filterEntities, own);
    console.log(
      `${name}: ${own.length} sentences, ${leaks.length} leak, ${(survival * 100).toFixed(1)} % of the useful words survive`,
    );
    expect(own.length).toBeGreaterThanOrEqual(atLeast);
    expect(leaks).toEqual([]);
    expect(survival).toBeGreaterThanOrEqual(0.85);
  });

  test("the measure itself notices a filter that leaks, and one that keeps nothing", () => {
    const careless = measureFilter((text) => text.toLowerCase().split(/\W+/), set);
    expect(careless.leaks.length).toBeGreaterThan(200);
    expect(measureFilter(() => [], set)).toMatchObject({ leaks: [], survival: 0 });
  });
});

describe("golden vectors", () => {
  test.each([
    ["Look up Alice's Q3 sales report", ["query", "sales", "report"]],
    ["Compress /home/alice/photo.jpg", ["compress", "image"]],
    ["Deploy ProjectX to the NYC server", ["deploy", "server"]],
    ["query today's todos", ["query", "todo"]],
    ["Create a Todoist task and tell me on Slack", ["create", "todoist", "task", "slack"]],
    ["Back up the Postgres database to GitHub", ["backup", "postgres", "database", "github"]],
  ])("%s", (task, words) => {
    expect(filterEntities(task).sort()).toEqual([...words].sort());
  });

  test.each([
    ["a name that is also a word, where a name would stand", "ask page to review the design", "page"],
    ["a surname beside an unknown first name", "meeting with larry page on friday", "page"],
    ["a name that opens the sentence and acts", "Price wants the summary", "price"],
    ["a town that is also a word", "find a hotel in reading", "read"],
    ["a bank's generic half", "download my bank of america statement", "bank"],
    ["a company's generic half", "forward the invoice from initech solutions", "solution"],
    ["a company that is also a tool", "summarize netflix's earnings report", "netflix"],
    ["a relative date", "find flights leaving next week", "week"],
    ["a passphrase of plain words", "use passphrase correct horse battery staple", "correct"],
    ["a password that is a word", "log in with password report", "report"],
    ["a folder with spaces", "zip /home/alice/my tax report/2024.pdf", "tax"],
    ["an address read aloud", "write to sales at example dot com", "example"],
    ["a title and a name", "book an appointment with dr. price", "price"],
    ["quoted words", 'post "budget review with Karen" on slack', "budget"],
    ["a repository", "clone customer-data-export", "customer"],
    ["a firm's common words", "pull the invoice from sunset cleaning services", "cleaning"],
    ["a time of day", "set an alarm for quarter past six", "quarter"],
    ["the joined half of a firm", "send the contract to hartmann & partner", "partner"],
    ["a headline", "Send Market Report To Page Before Lunch", "page"],
  ])("%s is dropped", (_, task, word) => {
    expect(filterEntities(task)).not.toContain(canonicalWord(word));
  });

  test.each([
    ["read the page and list its links", ["read", "page", "list", "link"]],
    ["compare prices on the market", ["compare", "price", "market"]],
    ["run the jenkins pipeline", ["run", "jenkins", "pipeline"]],
    ["open the password manager", ["open", "password", "manager"]],
    ["Sync contacts with Google Calendar", ["sync", "contact", "google", "calendar"]],
    ["query the oracle database", ["query", "oracle", "database"]],
  ])("%s keeps its words", (task, words) => {
    expect(filterEntities(task)).toEqual(words);
  });
});

describe("signals and keywords", () => {
  const task =
    "Translate the quarterly budget spreadsheet into a weekly email newsletter for investors and print it";

  test("two to four signals and three to five keywords, all of them filtered words", () => {
    expect(signalsOf(task)).toHaveLength(4);
    expect(keywordsOf(task)).toHaveLength(5);
    expect(filterEntities(task)).toEqual(expect.arrayContaining(keywordsOf(task)));
  });

  test.each([
    ["report", true],
    ["Reports", true],
    ["slack", true],
    ["image-editing", true],
    ["alice", false],
    ["acme-reports", false],
    ["", false],
    ["42", false],
  ])("a host's word %j may be remembered: %s", (word, generic) => {
    expect(isGenericWord(word)).toBe(generic);
  });
});

const listed = [...VERBS, ...NOUNS].filter((word) => /^[a-z]{4,}$/.test(word) && !TOOL_NAMES.has(word));
const taskWords = fc.array(fc.constantFrom(...listed), { minLength: 2, maxLength: 8 });
const letters = (alphabet: string, minLength = 2, maxLength = 10) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

const LATIN = "abcdefghijklmnopqrstuvwxyzäöüéèñçøåßšłğ";
const unknownName = fc
  .oneof(
    letters(LATIN, 3),
    letters("абвгдежзиклмнопрстуфхцчшыэюя", 3),
    letters("αβγδεζηθικλμνξοπρστυφχψω", 3),
    letters("אבגדהוזחטיכלמנסעפצקרשת", 3),
    letters("ابتثجحخدذرزسشصضطظعغفقكلمنهوي", 3),
    letters("กขคงจฉชซญดตถทนบปผพฟมยรลวสห", 3),
    letters("田中山本鈴木佐藤伟芳娜秀英敏静", 2, 4),
    letters("김이박최정강조윤장임", 2, 3),
  )
  .filter((name) => canonicalWord(name) === undefined && canonicalWord(`${name}s`) === undefined);
const names = fc.oneof(
  unknownName,
  unknownName.map(capital),
  unknownName.map((name) => name.toUpperCase()),
);
const word = fc.oneof(fc.constantFrom(...listed), unknownName);
const identifiers = letters("abcdefghijklmnopqrstuvwxyz0123456789", 6, 40).filter((text) => /\d/.test(text));

/** Made of known words on purpose: what protects them is their form. */
const formed: readonly fc.Arbitrary<string>[] = [
  fc.tuple(word, word, word).map(([user, host, zone]) => `${user}@${host}.${zone}`),
  fc.tuple(word, word).map(([host, path]) => `https://${host}.com/${path}?q=${host}`),
  fc.tuple(word, word).map(([host, path]) => `www.${host}.org/${path}`),
  fc.array(word, { minLength: 2, maxLength: 4 }).map((parts) => `/${parts.join("/")}`),
  fc.array(word, { minLength: 2, maxLength: 4 }).map((parts) => `C:\\${parts.join("\\")}`),
  fc.tuple(word, fc.constantFrom(...FILE_KINDS.keys())).map(([name, kind]) => `${name}.${kind}`),
  fc.tuple(word, word).map(([left, right]) => `${left}_${right}`),
  fc.tuple(word, word).map(([left, right]) => `${left}${capital(right)}`),
  fc.tuple(word, word, word).map((parts) => parts.join("-")),
  fc.tuple(word, fc.nat(9999)).map(([name, number]) => `${name}${number}`),
  fc.tuple(fc.constantFrom("@", "#", "$", "%"), word).map((parts) => parts.join("")),
  word.map((name) => `"${name}"`),
  word.map((name) => `Dr. ${name}`),
  identifiers,
  identifiers.map((text) => `ghp_${text}`),
  fc.tuple(word, identifiers).map(([name, value]) => `${name.toUpperCase()}_KEY=${value}`),
  fc.integer().map(String),
  fc.float({ noNaN: true }).map((number) => `€${number.toFixed(2)}`),
  fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString()),
  fc.tuple(fc.nat(999), fc.nat(9999)).map(([area, line]) => `+49-${area}-${line}`),
];

describe("for any text", () => {
  test("only words of the allow-list come out, each once, the same every time", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "grapheme", maxLength: 200 }), fc.string()), (text) => {
        const words = filterEntities(text);
        expect(new Set(words).size).toBe(words.length);
        for (const kept of words) expect(isGenericWord(kept), kept).toBe(true);
        expect(filterEntities(text)).toEqual(words);
        expect(signalsOf(text).length).toBeLessThanOrEqual(4);
        expect(keywordsOf(text).length).toBeLessThanOrEqual(5);
      }),
      { numRuns: 5000 },
    );
  });

  test("a planted name of any script, in any case and place, never comes out", () => {
    fc.assert(
      fc.property(taskWords, names, fc.nat(), fc.constantFrom("", "'s", ",", ".", "!", "?)"), plantsNothing),
      { numRuns: 10_000 },
    );
  });

  test("a planted address, path, file, token, number, date or handle adds nothing but the kind of a file", () => {
    fc.assert(
      fc.property(taskWords, fc.oneof(...formed), fc.nat(), fc.constantFrom("", ",", "."), plantsNothing),
      {
        numRuns: 20_000,
      },
    );
  });

  test("a known word with a capital inside a sentence is taken for a name", () => {
    fc.assert(
      fc.property(taskWords, fc.constantFrom(...listed), fc.nat(), (task, name, at) => {
        fc.pre(!task.some((other) => canonicalWord(other) === canonicalWord(name)));
        const place = 1 + (at % task.length);
        const text = [...task.slice(0, place), capital(name), ...task.slice(place)].join(" ");
        expect(filterEntities(text)).not.toContain(canonicalWord(name));
      }),
      { numRuns: 5000 },
    );
  });

  test("what follows an announced secret never comes out", () => {
    const announced = fc.constantFrom(
      "my password is",
      "the token:",
      "PIN =",
      "use the passphrase",
      "seed phrase:",
    );
    fc.assert(
      fc.property(
        announced,
        fc.array(fc.constantFrom(...listed), { minLength: 1, maxLength: 6 }),
        (secret, words) => {
          const own = filterEntities(`${secret}.`);
          expect(filterEntities(`${secret} ${words.join(" ")}`)).toEqual(own);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe("growth", () => {
  test.each([
    ["sentences", "send the report to alice at acme "],
    ["names", "Alice Page & Sons "],
    ["quotes", "\"' "],
    ["paths", "/home/a b/c.d "],
    ["secrets", "password is "],
    ["an unspaced script", "翻訳会議"],
    ["marks", "e\u0301\u0302"],
  ])("twice the text takes at most three times as long: %s", (_, piece) => {
    const make = (size: number) => piece.repeat(Math.ceil(size / piece.length));
    expect(growthOf(filterEntities, make, 100_000)).toBeLessThan(3);
  });
});

function plantsNothing(task: readonly string[], planted: string, at: number, after: string): void {
  const place = at % (task.length + 1);
  const text = [...task.slice(0, place), `${planted}${after}`, ...task.slice(place)].join(" ");
  const allowed = new Set<string>([
    ...task.map((known) => canonicalWord(known) ?? known),
    ...FILE_KINDS.values(),
  ]);
  // Neighbours may join into one known phrase ("set up"), which is made of the task's own words.
  const own = new Set([...allowed, ...filterEntities(task.join(" "))]);
  const leaked = filterEntities(text).filter((kept) => !own.has(kept));
  expect(leaked, text).toEqual([]);
}
