import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SKILL_BYTES = 2048;
const PROGRAMS = ["sh", "ls", "cat", "skill-cortex-bench-missing"];

/** Writes `count` skills of 2 KB below `<folder>/skills`: a third without metadata, a third with YAML, a third with JSON. */
export function writeSkills(folder: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const name = `skill-${String(index).padStart(4, "0")}`;
    const place = join(folder, "skills", name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "SKILL.md"), skillText(name, index));
  }
}

/** One generated SKILL.md; `edit` changes its description and nothing else. */
export function skillText(name: string, index: number, edit = 0): string {
  const program = PROGRAMS[index % PROGRAMS.length];
  const metadata = [
    "",
    `metadata:\n  openclaw:\n    emoji: "x"\n    requires:\n      bins: ["${program}"]\n`,
    `metadata: {"openclaw": {"emoji": "x", "requires": {"bins": ["${program}"]}, "install": [{"id": "brew", "kind": "brew", "formula": "tool-${index}", "bins": ["tool-${index}"]}]}}\n`,
  ][index % 3];
  const description = `Handles topic ${index % 97} for case ${index}; use when somebody asks for a report of kind ${index % 13} (edit ${edit}).`;
  const head = `---\nname: ${name}\ndescription: "${description}"\n${metadata}---\n\n# ${name}\n\n`;
  return (
    head + "Follow the steps in order and check each result. ".repeat(50).slice(0, SKILL_BYTES - head.length)
  );
}

/** Settings without limits, for whoever loads these trees. */
export const UNLIMITED = { limits: { maxCandidatesPerRoot: 100_000, maxSkillsLoadedPerSource: 100_000 } };
