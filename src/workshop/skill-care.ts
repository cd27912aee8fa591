import { textDigest } from "../safety/tree-digest.js";
import { type Desk, log, orThrow, portContext } from "./desk.js";
import { advance } from "./record.js";
import { type EvidenceKind, isOurs, lastEditOf, type SkillRecord, type WorkshopState } from "./state.js";
import { skillPath } from "./workspace-paths.js";

const DAY_MS = 86_400_000;

/** What is known of a skill, with its name. */
export interface SkillReport extends SkillRecord {
  readonly skillName: string;
}

/** Counts one observation for the version of the skill that is on disk now. */
export async function recordEvidence(desk: Desk, skillName: string, what: EvidenceKind): Promise<void> {
  const file = await desk.files.read({ path: skillPath(skillName) }, portContext(desk));
  if (file === undefined) return;
  await advance(desk, {
    type: "evidence",
    at: desk.clock.now(),
    skillName,
    digest: textDigest(file.text),
    what,
  });
}

/** Pinned skills never age. */
export async function pinSkill(desk: Desk, skillName: string, on: boolean): Promise<void> {
  await advance(desk, { type: "pinned", at: desk.clock.now(), skillName, on });
}

/**
 * Lets unused skills age: stale, then archived. Only skills whose file is exactly what the workshop wrote, and no file
 * is touched: a host leaves archived skills out of its prompts, and the first use brings one back.
 */
export async function sweepSkills(desk: Desk): Promise<readonly SkillReport[]> {
  const context = portContext(desk);
  const state = orThrow(await desk.document.read(context));
  const ours: { skillName: string; writtenAt: number }[] = [];
  for (const path of await desk.files.list(context)) {
    const skillName = /^skills\/([^/]+)\/SKILL\.md$/.exec(path)?.[1];
    const edit = lastEditOf(state, path);
    if (skillName === undefined || edit === undefined) continue;
    const file = await desk.files.read({ path }, context);
    if (file !== undefined && isOurs(state, path, textDigest(file.text)))
      ours.push({ skillName, writtenAt: edit.at });
  }
  const next = await advance(desk, {
    type: "swept",
    at: desk.clock.now(),
    ours,
    staleAfterMs: desk.config.staleAfterDays * DAY_MS,
    archiveAfterMs: desk.config.archiveAfterDays * DAY_MS,
  });
  for (const { skillName, lifecycle } of reports(next)) {
    const before = Object.hasOwn(state.skills, skillName) ? state.skills[skillName]?.lifecycle : "active";
    if (lifecycle !== before) log(desk, "info", `${lifecycle} ${skillName}`);
  }
  return reports(next);
}

/** What is known of every skill that was used, pinned or aged. */
export async function skillReports(desk: Desk): Promise<readonly SkillReport[]> {
  return reports(orThrow(await desk.document.read(portContext(desk))));
}

function reports(state: WorkshopState): readonly SkillReport[] {
  return Object.entries(state.skills)
    .map(([skillName, record]) => ({ skillName, ...record }))
    .sort((a, b) => (a.skillName < b.skillName ? -1 : 1));
}
