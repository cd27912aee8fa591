import { safeText } from "../text/safe-text.js";

/** Cells longer than this are cut; a table that wraps is no table. */
const WIDEST_CELL = 60;

/** An aligned table; every cell passes `safeText`, since skills name themselves. */
export function printTable(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [headers, ...rows].map((row) => row.map((cell) => safeText(cell, WIDEST_CELL) as string));
  const widths = headers.map((_, column) => Math.max(...cells.map((row) => [...(row[column] ?? "")].length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - [...cell].length)))
      .join("  ")
      .trimEnd();
  const [header = [], ...body] = cells;
  return `${[line(header), widths.map((width) => "-".repeat(width)).join("  "), ...body.map(line)].join("\n")}\n`;
}
