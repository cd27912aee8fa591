import { CortexError } from "../core/errors.js";
import { wordsOf } from "./admit.js";
import { askApprover, type Consent } from "./consent.js";
import { type Desk, log, orThrow, portContext, proposalOf, writingAlone } from "./desk.js";
import { digests } from "./freshness.js";
import type { PlannedWrite } from "./plan-proposal.js";
import type { Proposal } from "./proposal.js";
import { record } from "./record.js";
import { recoverWrites } from "./recover-writes.js";
import { approvalRequest } from "./request-approval.js";
import type { Edit, EditFile, WorkshopState } from "./state.js";
import type { SuggestResult } from "./suggest-result.js";
import { unifiedDiff } from "./unified-diff.js";
import { announce, writeFiles } from "./write-files.js";

/** Takes one edit back, byte for byte. `id` is an edit's or its proposal's. */
export async function rollback(desk: Desk, id: string, consent: Consent): Promise<SuggestResult> {
  const { proposal, files } = await writingAlone(desk, (own) => takenBack(own, id, consent));
  await announce(desk, proposal.skillName, files);
  return { status: proposal.status, proposal };
}

async function takenBack(
  desk: Desk,
  id: string,
  consent: Consent,
): Promise<{ readonly proposal: Proposal; readonly files: Edit["files"] }> {
  const known = editOf(orThrow(await desk.document.read(portContext(desk))), id);
  const paths = known.files.map((file) => file.path);
  await recoverWrites(desk, paths);
  const { edit, writes } = await reversed(desk, id);
  await writeFiles(desk, writes);
  const files = edit.files.map(({ before, after, ...file }) => ({ ...file, before: after, after: before }));
  const at = desk.clock.now();
  const actor = consent.by;
  const reason = wordsOf(consent, `rolled back by ${actor}`);
  const taken: Edit = {
    id: `edit-${desk.ids.id()}`,
    at,
    actor,
    proposalId: edit.proposalId,
    skillName: edit.skillName,
    files,
    reason,
    rollbackOf: edit.id,
  };
  const proposal = await record(desk, {
    type: "rolled-back",
    id: edit.proposalId,
    at,
    actor,
    reason,
    editId: edit.id,
    edit: taken,
  });
  log(desk, "info", `rolled back ${edit.skillName}`);
  return { proposal, files };
}

/** The agent's way to `rollback`: it can only ask. */
export async function requestRollback(desk: Desk, id: string): Promise<SuggestResult> {
  const { edit, writes } = await reversed(desk, id);
  const proposal = proposalOf(orThrow(await desk.document.read(portContext(desk))), edit.proposalId);
  const outcome = await askApprover(
    desk,
    await approvalRequest(desk, proposal, "rollback", unifiedDiff(writes)),
    proposal.revision,
  );
  if (outcome.decision === "approve") return rollback(desk, id, outcome.consent);
  const why = outcome.decision === "later" ? outcome.why : "the user declined";
  return { status: proposal.status, proposal, note: `Not rolled back: approval is required and ${why}.` };
}

/**
 * The writes that undo an edit; refused when a file is no longer what the edit left. None are needed when the files are
 * back already: a rollback during which a process died is only finished.
 */
async function reversed(
  desk: Desk,
  id: string,
): Promise<{ readonly edit: Edit; readonly writes: readonly PlannedWrite[] }> {
  const context = portContext(desk);
  const state = orThrow(await desk.document.read(context));
  const edit = editOf(state, id);
  if (edit.rolledBackBy !== undefined || edit.rollbackOf !== undefined) {
    throw new CortexError("proposal-state", "This edit was taken back already, or is itself a rollback.", {
      details: { id },
    });
  }
  const current = await digests(desk, edit.files);
  const isBack = (file: EditFile): boolean => file.before === current[edit.files.indexOf(file)];
  const changed = edit.files
    .filter((file, index) => file.after !== current[index] && !isBack(file))
    .map((file) => file.path);
  if (changed.length > 0) {
    const later = state.edits.slice(state.edits.indexOf(edit) + 1);
    const blocking = later.filter(
      (other) => other.rolledBackBy === undefined && other.files.some(({ path }) => changed.includes(path)),
    );
    throw new CortexError(
      "proposal-stale",
      "The files changed after this edit; take the later edits back first.",
      {
        details: { id, files: changed, laterEdits: blocking.map((other) => other.id) },
      },
    );
  }
  const writes: PlannedWrite[] = [];
  for (const file of edit.files.filter((candidate) => !isBack(candidate)).reverse()) {
    const present = await desk.files.read({ path: file.path }, context);
    const before = file.before === null ? undefined : await desk.document.recall(file.before, context);
    if (file.before !== null && before === undefined) {
      throw new CortexError("store-corrupt", "The text that this edit replaced is no longer in the store.", {
        details: { id, file: file.path },
      });
    }
    writes.push({
      path: file.path,
      before: present?.text,
      after: before,
      executable: present?.executable ?? file.executable,
    });
  }
  return { edit, writes };
}

function editOf(state: WorkshopState, id: string): Edit {
  const direct = state.edits.find((edit) => edit.id === id);
  if (direct !== undefined) return direct;
  const { editId, status } = proposalOf(state, id);
  const own = state.edits.find((edit) => edit.id === editId);
  if (own === undefined) {
    throw new CortexError(
      "proposal-state",
      `The proposal is ${status}: nothing was written that could be taken back.`,
      { details: { id } },
    );
  }
  return own;
}
