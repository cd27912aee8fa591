import { readFileSync } from "node:fs";

/** One row of a table in docs/skills-differences.md: what is compared, and the cells by column title. */
export interface DifferenceRow {
  readonly id: string;
  readonly cells: Readonly<Record<string, string>>;
}

/** The rows of the table below a heading. */
export function differenceTable(heading: "Folders" | "Headers" | "Prompt"): readonly DifferenceRow[] {
  const text = readFileSync(new URL("../../docs/skills-differences.md", import.meta.url), "utf8");
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const [titles = [], , ...rows] = section
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
  return rows.map(([id = "", ...cells]) => ({
    id,
    cells: Object.fromEntries(cells.map((cell, index) => [titles[index + 1] ?? "", cell])),
  }));
}

/** Ids of the rows in which a program is said to differ from ours. */
export function listedDifferences(
  heading: "Folders" | "Headers" | "Prompt",
  program: string,
): readonly string[] {
  return differenceTable(heading)
    .filter(({ cells }) => cells[program] !== "same")
    .map(({ id }) => id);
}
