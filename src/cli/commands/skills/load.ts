import { join } from "node:path";
import { createSkillLoader } from "../../../node/skill-loader.js";
import type { Skill } from "../../../skills/skill.js";
import { safeText } from "../../../text/safe-text.js";
import type { SkillsWorld } from "./context.js";
import { type CopyResult, copySkill } from "./copy-skill.js";

/** `skills load`: copies bundled skills into the workspace, never over anything. Exit code 1 when nothing was copied. */
export async function runLoad(world: SkillsWorld): Promise<number> {
  const { io, json, bundled, workspace, subjects, all, mode } = world;
  if (bundled === undefined) {
    io.stderr(
      "Nobody knows where the bundled skills are. Name their folder: --bundled <folder>, or set OPENCLAW_BUNDLED_SKILLS_DIR.\n",
    );
    return 2;
  }
  const source = createSkillLoader({
    plan: { mode, tiers: [{ id: "bundled", roots: [bundled], bundled: true, expected: true }] },
    limits: world.skills.config.limits,
  }).load();
  if (!all && subjects.length === 0) {
    io.stderr(
      `Name the skills to load, or use --all. ${safeText(bundled, 200)} has: ${source.skills.map(({ name }) => safeText(name, 60)).join(", ") || "none"}\n`,
    );
    return 2;
  }
  const called = (skill: Skill): boolean => subjects.includes(skill.name) || subjects.includes(skill.id);
  const selected = all ? source.skills : source.skills.filter(called);
  const unknown = subjects.filter(
    (subject) => !source.skills.some(({ name, id }) => name === subject || id === subject),
  );
  const target = join(workspace, "skills");
  const results: CopyResult[] = [];
  for (const skill of selected) results.push(await copySkill(skill, target));
  const copied = results.filter(({ copied: done }) => done).length;
  const summary = { selected: selected.length, copied, skipped: results.length - copied };
  if (json) io.stdout(`${JSON.stringify({ ...summary, unknown, skills: results }, null, 2)}\n`);
  else {
    for (const { name, copied: done, to, why } of results)
      io.stdout(
        done
          ? `copied   ${safeText(name, 80)} to ${safeText(to, 400)}\n`
          : `skipped  ${safeText(name, 80)}: ${safeText(why, 400)}\n`,
      );
    io.stdout(
      `Skills load summary: selected=${summary.selected} copied=${copied} skipped=${summary.skipped}\n`,
    );
  }
  for (const name of unknown)
    io.stderr(`There is no bundled skill "${safeText(name, 80)}" in ${safeText(bundled, 200)}.\n`);
  return copied > 0 && unknown.length === 0 ? 0 : 1;
}
