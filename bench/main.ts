import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Area, Row } from "./harness.js";

const AREAS: Readonly<Record<string, () => Promise<{ readonly run: Area }>>> = {
  core: () => import("./core.js"),
  discovery: () => import("./discovery.js"),
  learning: () => import("./learning.js"),
  safety: () => import("./safety.js"),
  skills: () => import("./skills.js"),
  runtime: () => import("./runtime.js"),
  store: () => import("./store.js"),
  workshop: () => import("./workshop.js"),
};

const DEFAULT_DATA = "../shared/data/retrieval";

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: "boolean" }, short: { type: "boolean" }, data: { type: "string" } },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(AREAS);
  const unknown = names.filter((name) => !Object.hasOwn(AREAS, name));
  if (unknown.length > 0) {
    console.error(`Unknown area: ${unknown.join(", ")}. Areas: ${Object.keys(AREAS).join(" | ")}`);
    return 2;
  }
  const data = values.data ?? (existsSync(DEFAULT_DATA) ? DEFAULT_DATA : undefined);
  for (const name of names) {
    const area = await AREAS[name]?.();
    if (area === undefined) continue;
    const rows = await area.run({ short: values.short === true, data });
    print(name, rows);
    if (values.json === true) {
      const plain = rows.map(({ name: row, ours, other, ratio, goal, met }) => ({
        name: row,
        ours,
        other,
        ratio,
        goal,
        met,
      }));
      console.log(JSON.stringify({ area: name, rows: plain }));
    }
  }
  return 0;
}

function print(area: string, rows: readonly Row[]): void {
  const cells = rows.map((row) => [
    row.name,
    `${short(row.ours)} ${row.unit}`,
    `${short(row.other)} ${row.unit}`,
    row.peer,
    short(row.ratio),
    row.goal,
    row.met ? "met" : "MISSED",
  ]);
  const header = ["what", "ours", "other", "which is", "ratio", "goal", ""];
  const widths = header.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  console.log(`\n${area}\n${line(header)}\n${line(widths.map((width) => "-".repeat(width)))}`);
  for (const row of cells) console.log(line(row));
}

function short(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : "-";
}

process.exitCode = await main();
