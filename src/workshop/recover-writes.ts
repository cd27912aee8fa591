import { type Desk, log, orThrow, portContext } from "./desk.js";
import { standing } from "./freshness.js";
import type { BaseFile } from "./proposal.js";
import { record } from "./record.js";
import type { EditFile } from "./state.js";

const WHY = "found written: the process that wrote it died before it could say so";

/**
 * Records writes to these paths that a dead process made and could not record. To be called while nobody else writes:
 * then a waiting proposal whose exact result is on disk is one.
 */
export async function recoverWrites(desk: Desk, paths: readonly string[]): Promise<void> {
  const state = orThrow(await desk.document.read(portContext(desk)));
  for (const proposal of state.proposals) {
    const { id, status, base, skillName } = proposal;
    const isConcerned = status === "pending" && base.some((file) => paths.includes(file.path));
    if (!isConcerned || (await standing(desk, proposal)) !== "written") continue;
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

function toEditFile(file: BaseFile): EditFile {
  return { path: file.path, before: file.digest, after: file.result, executable: false };
}
