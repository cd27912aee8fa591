import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DiscoverableSkill } from "../src/discovery/index.js";

export interface Query {
  readonly query: string;
  readonly gold: readonly string[];
  /** The closed set that was offered with the query, if there was one. */
  readonly candidates?: readonly string[];
  readonly split?: "tune" | "held-out";
}

export interface RetrievalSet {
  readonly skills: readonly DiscoverableSkill[];
  readonly queries: readonly Query[];
  readonly none: readonly Query[];
}

function lines<T>(path: string): readonly T[] {
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

export function readSet(folder: string): RetrievalSet | undefined {
  if (!existsSync(join(folder, "skills.jsonl"))) return undefined;
  return {
    skills: lines(join(folder, "skills.jsonl")),
    queries: lines(join(folder, "queries.jsonl")),
    none: lines(join(folder, "queries-none.jsonl")),
  };
}

/** The half of the project's own set that nothing was tuned on. */
export function committedSet(): RetrievalSet {
  const set = readSet("test/fixtures/discovery");
  if (set === undefined) throw new Error("Run the benchmark from the repository's root.");
  const heldOut = (queries: readonly Query[]) => queries.filter(({ split }) => split === "held-out");
  return { skills: set.skills, queries: heldOut(set.queries), none: heldOut(set.none) };
}

/** As many different descriptions as wanted: each committed one with a sentence of another. */
export function manySkills(count: number): readonly DiscoverableSkill[] {
  const { skills } = committedSet();
  return Array.from({ length: count }, (_, number) => {
    const first = skills[number % skills.length];
    const second = skills[(number * 7 + Math.floor(number / skills.length)) % skills.length];
    return {
      id: `skill-${number}`,
      description: `${first?.description} ${second?.description.split(",")[0]}.`,
    };
  });
}
