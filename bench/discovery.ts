import { join } from "node:path";
import { clausesOf } from "../src/discovery/clauses.js";
import { documentText } from "../src/discovery/document-text.js";
import { committedSet, type RetrievalSet, readSet } from "./discovery-data.js";
import { cachedMiniLm, rankersOf } from "./discovery-peers.js";
import { afterLearning, type Found, found, honesty } from "./discovery-quality.js";
import { speedRows } from "./discovery-speed.js";
import type { Area, Row } from "./harness.js";

/** Quality and speed of discovery: the rows are against the goals, the tables before them show every way side by side. */
export const run: Area = async ({ short, data }) => {
  const rows: Row[] = [];
  const committed = committedSet();
  const own = await sideBySide("committed set, held-out half", committed, { short });
  const { auroc, ece } = await honesty(committed);
  rows.push(
    goalRow("committed hit@1", own.default, own.best, 50, "%"),
    goalRow("committed none: AUROC", auroc, 0.5, 0.75, ""),
    errorRow("committed calibration error", ece, 0.15),
  );
  if (!short && data !== undefined) rows.push(...(await dataRows(data)));
  return [...rows, ...(await speedRows(short))];
};

async function dataRows(data: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const metaTool = readSet(join(data, "metatool"));
  if (metaTool !== undefined) {
    const table = await sideBySide("MetaTool", metaTool, { short: false });
    const { auroc, aurocOfFirst, ece } = await honesty(metaTool);
    rows.push(
      goalRow("MetaTool hit@1", table.default, table.best, 64, "%"),
      goalRow("MetaTool R@5", table.defaultInFive, table.bestInFive, 83, "%"),
      goalRow("MetaTool hit@1, 4 confirmed", await afterLearning(metaTool), table.default, 74, "%"),
      goalRow("MetaTool none: AUROC", auroc, 0.5, 0.92, ""),
      goalRow("MetaTool none: AUROC, by first hit", aurocOfFirst, 0.5, 0.86, ""),
      errorRow("MetaTool calibration error", ece, 0.05),
    );
  }
  const bfcl = readSet(join(data, "bfcl"));
  if (bfcl !== undefined) {
    const queries = bfcl.queries.filter(({ candidates }) => (candidates?.length ?? 0) > 1);
    const offered = new Set(queries.flatMap(({ candidates }) => candidates ?? []));
    const skills = bfcl.skills.filter(({ id }) => offered.has(id));
    const table = await sideBySide("BFCL, closed sets", { skills, queries, none: [] }, { closed: true });
    rows.push(goalRow("BFCL hit@1, closed sets", table.default, table.best, 92, "%"));
  }
  return rows;
}

async function sideBySide(
  title: string,
  set: RetrievalSet,
  options: { readonly short?: boolean; readonly closed?: boolean },
): Promise<{
  readonly default: number;
  readonly defaultInFive: number;
  readonly best: number;
  readonly bestInFive: number;
}> {
  const texts = set.skills.flatMap((skill) => [documentText(skill), ...clausesOf(skill.description)]);
  const miniLm =
    options.short === true
      ? undefined
      : await cachedMiniLm([...texts, ...[...set.queries, ...set.none].map(({ query }) => query)]);
  const results = new Map<string, Found>();
  for (const ranker of await rankersOf(set, miniLm))
    results.set(ranker.name, await found(ranker, set.queries, options.closed));
  console.log(`\n${title}: ${set.skills.length} skills, ${set.queries.length} queries`);
  for (const [name, { first, inFive }] of results)
    console.log(`  ${name.padEnd(34)} hit@1 ${first.toFixed(1).padStart(5)}  R@5 ${inFive.toFixed(1)}`);
  const { default: ours, ...others } = Object.fromEntries(results);
  const best = (part: (value: Found) => number) => Math.max(...Object.values(others).map(part));
  return {
    default: ours?.first ?? 0,
    defaultInFive: ours?.inFive ?? 0,
    best: best(({ first }) => first),
    bestInFive: best(({ inFive }) => inFive),
  };
}

function goalRow(name: string, ours: number, other: number, goal: number, unit: string): Row {
  const peer = unit === "%" ? "best other way" : "chance";
  return { name, ours, other, peer, unit, ratio: ours / other, goal: `>= ${goal}`, met: ours >= goal };
}

function errorRow(name: string, ours: number, goal: number): Row {
  return {
    name,
    ours,
    other: goal,
    peer: "the limit",
    unit: "",
    ratio: ours / goal,
    goal: `<= ${goal}`,
    met: ours <= goal,
  };
}
