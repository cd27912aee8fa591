import { safeText } from "../../../text/safe-text.js";
import { printTable } from "../../print-table.js";
import type { SkillsWorld } from "./context.js";
import { type SkillLine, skillLines, whyLeftOut } from "./status.js";

/** `skills list`: every skill that was found, one a line. */
export async function runList({ skills, io, json }: SkillsWorld): Promise<number> {
  const loaded = await skills.load();
  const lines = skillLines(loaded);
  const { rejected } = loaded.catalog;
  if (json) {
    io.stdout(`${JSON.stringify({ skills: lines, rejected }, null, 2)}\n`);
    return 0;
  }
  if (lines.length === 0) {
    io.stdout("No skills were found. See where they are looked for: skill-cortex skills check\n");
  } else if (io.isTerminal) {
    io.stdout(printTable(["skill", "from", "status", "description"], lines.map(cells)));
  } else {
    for (const line of lines)
      io.stdout(
        `${cells(line)
          .map((cell) => safeText(cell, 400))
          .join("\t")}\n`,
      );
  }
  if (rejected.length > 0) io.stderr(`${rejected.length} more can't be used: skill-cortex skills check\n`);
  return 0;
}

function cells(line: SkillLine): readonly string[] {
  return [
    line.name,
    line.tier,
    line.status,
    line.status === "excluded" ? whyLeftOut(line) : line.description,
  ];
}
