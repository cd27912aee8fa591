import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tokenise } from "../../src/text/index.js";
import { committedNone, committedQueries, committedSkills } from "../support/discovery-fixtures.js";

interface Line {
  readonly family?: string;
  readonly name?: string;
  readonly description?: string;
  readonly requests?: readonly string[];
  readonly none?: string;
}

const files = readdirSync("models/requests").sort();
const contents = files.map((file) => readFileSync(`models/requests/${file}`, "utf8"));
const lines = contents.flatMap((content) =>
  content
    .trim()
    .split("\n")
    .map((line): Line => JSON.parse(line)),
);
const messages = lines.flatMap(({ none, requests = [] }) => (none === undefined ? requests : [none]));
const words = (text: string) => new Set(tokenise(text));

/** Whether two messages are the same up to a few words. */
function alike(first: ReadonlySet<string>, second: ReadonlySet<string>): boolean {
  const shared = [...first].filter((word) => second.has(word)).length;
  return first.size > 1 && shared / (first.size + second.size - shared) > 0.7;
}

describe("the requests that the model learned from", () => {
  it("are those that the model's file names", () => {
    const model = readFileSync("models/static-en.bin");
    const header = JSON.parse(model.subarray(8, 8 + model.readUInt32LE(4)).toString());
    expect(createHash("sha256").update(contents.join("")).digest("hex")).toBe(header.requests);
  });

  it("are skills with six different requests each, and requests that need no skill", () => {
    for (const { none, family, name, description, requests } of lines)
      if (none === undefined) {
        expect([family, name, description].every((text) => typeof text === "string" && text !== "")).toBe(
          true,
        );
        expect(new Set(requests).size).toBe(6);
      } else expect(none).not.toBe("");
  });

  it("are not those that the model is measured on", () => {
    const learned = messages.map(words);
    const holding = new Map<string, Set<number>>();
    learned.forEach((own, place) => {
      for (const word of own) holding.set(word, (holding.get(word) ?? new Set()).add(place));
    });
    for (const { query } of [...committedQueries, ...committedNone]) {
      const own = words(query);
      const rarest = [...own].sort((a, b) => (holding.get(a)?.size ?? 0) - (holding.get(b)?.size ?? 0));
      // Messages that are alike share at least one of the rarer half of the words.
      const near = new Set(
        rarest.slice(0, Math.ceil(own.size / 2)).flatMap((word) => [...(holding.get(word) ?? [])]),
      );
      expect(
        [...near].filter((place) => alike(own, learned[place] ?? new Set())).map((place) => messages[place]),
      ).toEqual([]);
    }
    const described = new Set(committedSkills.map(({ description }) => description));
    expect(lines.filter(({ description }) => described.has(description ?? ""))).toEqual([]);
  });
});
