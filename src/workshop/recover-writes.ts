import { textDigest } from "../safety/tree-digest.js";
import { type Desk, log, orThrow, portContext } from "./desk.js";
import { standing } from "./freshness.js";
import type { PlannedWrite } from "./plan-proposal.js";
import type { BaseFile, Proposal } from "./proposal.js";
import { record } from "./record.js";
import type { EditFile } from "./state.js";
import { writeFiles } from "./write-files.js";

const WHY = "found written: the process that wrote it died before it could say so";

/**
 * Records writes to these paths that a dead process made and could not record, and takes back those of which it made only
 * a part. To be called while nobody else writes: then a waiting proposal whose exact result is on disk is one.
 */
export async function recoverWrites(desk: Desk, paths: readonly string[]): Promise<void> {
  const state = orThrow(await desk.document.read(portContext(desk)));
  for (const proposal of state.proposals) {
    const { id, status, base, skillName } = proposal;
    const isConcerned = status === "pending" && base.some((file) => paths.includes(file.path));
    const stands = isConcerned ? await standing(desk, proposal) : "as-shown";
    if (stands === "half-written") await takeBackHalf(desk, proposal);
    if (stands !== "written") continue;
    const at = desk.clock.now();
    const step = { id, at, actor: "workshop", reason: WHY } as const;
    const edit = {
      id: `edit-${desk.ids.id()}`,
      at,
      actor: step.actor,
      proposalId: id,
      skillName,
      reason: WHY,
    };
    await record(desk, { ...step, type: "recovered", edit: { ...edit, files: base.map(toEditFile) } });
    log(desk, "warn", `recovered the write of ${skillName}`);
  }
}

/** What the written files replaced was kept before the first of them was touched. */
async function takeBackHalf(desk: Desk, { base, skillName }: Proposal): Promise<void> {
  const context = portContext(desk);
  const writes: PlannedWrite[] = [];
  for (const { path, digest, result, executable = false } of base) {
    const present = await desk.files.read({ path }, context);
    const current = present === undefined ? null : textDigest(present.text);
    if (current !== result || current === digest) continue;
    const before = digest === null ? undefined : await desk.document.recall(digest, context);
    if (digest !== null && before === undefined) return;
    writes.push({ path, before: present?.text, after: before, executable });
  }
  await writeFiles(desk, writes);
  log(desk, "warn", `took back the unfinished write of ${skillName}`);
}

function toEditFile(file: BaseFile): EditFile {
  return { path: file.path, before: file.digest, after: file.result, executable: file.executable ?? false };
}
