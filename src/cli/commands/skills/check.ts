import type { Diagnostic } from "../../../core/diagnostics.js";
import { estimateTokens } from "../../../skills/prompt.js";
import type { SkillSnapshot } from "../../../skills/snapshot.js";
import { safeText } from "../../../text/safe-text.js";
import { printTable } from "../../print-table.js";
import type { SkillsWorld } from "./context.js";
import { type SkillLine, skillLines, whyLeftOut } from "./status.js";

/** `skills check`: an audit of everything that is not as its author wrote it. Exit code 1 when a file can't be used. */
export async function runCheck({ skills, io, json }: SkillsWorld): Promise<number> {
  const loaded = await skills.load();
  const snapshot = await skills.snapshot();
  const lines = skillLines(loaded);
  const { rejected, shadowed } = loaded.catalog;
  const failed = rejected.length > 0 || loaded.diagnostics.some(({ severity }) => severity === "error");
  const folders = skills.plan.tiers.flatMap(({ id, roots }) =>
    roots.map((root) => ({ tier: id, folder: root })),
  );
  if (json) {
    const report = {
      ok: !failed,
      folders,
      skills: lines,
      rejected,
      shadowed: shadowed.map(({ name, winner, loser }) => ({ name, winner: winner.file, loser: loser.file })),
      prompt: {
        characters: snapshot.prompt.length,
        tokens: estimateTokens(snapshot.prompt),
        ...snapshot.report,
      },
      diagnostics: loaded.diagnostics,
    };
    io.stdout(`${JSON.stringify(report, null, 2)}\n`);
    return failed ? 1 : 0;
  }
  const count = (status: string): number => lines.filter((line) => line.status === status).length;
  const parts = [
    `Ready ${count("ready")}, hidden from the model ${count("hidden")}, excluded ${count("excluded")}, unusable files ${rejected.length}, shadowed ${shadowed.length}.\n`,
    promptAccount(snapshot),
  ];
  const excluded = lines.filter(({ status }) => status === "excluded");
  if (excluded.length > 0) parts.push(excludedList(excluded));
  const told = loaded.diagnostics.filter(({ severity }) => severity !== "info");
  if (told.length > 0) parts.push(`${told.map(printDiagnostic).join("\n")}\n`);
  if (shadowed.length > 0)
    parts.push(
      printTable(
        ["shadowed", "of", "by"],
        shadowed.map(({ name, winner, loser }) => [name, loser.tier, winner.tier]),
      ),
    );
  if (lines.length === 0)
    parts.push(
      printTable(
        ["looked in", "for"],
        folders.map(({ folder, tier }) => [folder, tier]),
      ),
    );
  io.stdout(parts.filter((part) => part !== "").join("\n"));
  return failed ? 1 : 0;
}

/** Not a table: its cells would cut the reasons. */
function excludedList(lines: readonly SkillLine[]): string {
  const names = lines.map(({ name, tier }) => `${safeText(name, 60)} (${tier})`);
  const width = Math.max(...names.map((name) => name.length));
  const rows = lines.map((line, index) => `  ${(names[index] ?? "").padEnd(width)}  ${whyLeftOut(line)}`);
  return `Excluded:\n${rows.join("\n")}\n`;
}

/** A diagnostic on one line, and on a second one what to do. */
export function printDiagnostic(diagnostic: Diagnostic): string {
  const { severity, code, message, file, line, fix } = diagnostic;
  const place = file === undefined ? "" : ` ${safeText(file, 400)}${line === undefined ? "" : `:${line}`}`;
  const advice = fix === undefined || fix === "" ? "" : `\n    ${safeText(fix, 400)}`;
  return `[${severity}] ${code}${place}\n    ${safeText(message, 600)}${advice}`;
}

function promptAccount({ prompt, report }: SkillSnapshot): string {
  if (report.omitted !== undefined) return "";
  const size = `The list of skills has ${prompt.length} characters (about ${estimateTokens(prompt)} tokens)`;
  if (report.dropped.length === 0 && report.shortened.length === 0)
    return `${size}; nothing is left out or shortened.\n`;
  const names = (list: readonly { readonly name: string }[]): string =>
    list.map(({ name }) => safeText(name, 80)).join(", ");
  const dropped =
    report.dropped.length === 0 ? "" : `\n  left out for lack of room: ${names(report.dropped)}`;
  const cut = report.shortened.length === 0 ? "" : `\n  descriptions shortened: ${names(report.shortened)}`;
  return `${size}.${dropped}${cut}\n`;
}
