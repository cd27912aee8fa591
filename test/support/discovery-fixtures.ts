import { readFileSync } from "node:fs";
import type { DiscoverableSkill } from "../../src/discovery/index.js";

const FOLDER = new URL("../fixtures/discovery/", import.meta.url);

/** A labelled request of the committed set; `gold` is empty when no skill serves it. */
export interface LabelledQuery {
  readonly id: string;
  readonly query: string;
  readonly gold: readonly string[];
  readonly split: "tune" | "held-out";
}

function lines<T>(name: string): readonly T[] {
  return readFileSync(new URL(name, FOLDER), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

export const committedSkills = lines<DiscoverableSkill>("skills.jsonl");
export const committedQueries = lines<LabelledQuery>("queries.jsonl");
export const committedNone = lines<LabelledQuery>("queries-none.jsonl");

/** The six skills and four cases of the source document. */
export const netclaw = JSON.parse(readFileSync(new URL("netclaw.json", FOLDER), "utf8")) as {
  readonly skills: readonly DiscoverableSkill[];
  readonly cases: readonly { readonly query: string; readonly gold: string }[];
};
