import { ok } from "neverthrow";
import { CortexError, failure } from "../core/errors.js";
import { textDigest } from "../safety/tree-digest.js";
import { assess } from "./assess.js";
import { type Desk, log, orThrow, portContext, proposalOf } from "./desk.js";
import type { WorkshopEvent } from "./events.js";
import { type PlannedWrite, planProposal } from "./plan-proposal.js";
import type { Actor, BaseFile, Proposal } from "./proposal.js";
import { reduceWorkshop } from "./reduce-workshop.js";
import type { EditFile } from "./state.js";
import { announce, writeFiles } from "./write-files.js";

/** Who lets the write happen: a person, the host, or the host's standing `auto` policy. */
export interface Permission {
  readonly actor: Extract<Actor, "human" | "host" | "policy">;
  readonly reason: string;
}

/** Records one event and gives the proposal as it is afterwards. */
export async function record(desk: Desk, event: WorkshopEvent & { readonly id: string }): Promise<Proposal> {
  const result = await desk.document.update(
    (state) =>
      reduceWorkshop(state, event).andThen((next) => ok({ state: next, value: proposalOf(next, event.id) })),
    portContext(desk),
  );
  return orThrow(result);
}

/**
 * Writes a pending proposal. The files must still be those it was made for, and it is scanned once more: neither an
 * edited store nor a changed file slips through. A write whose record was lost in a crash is only recorded.
 */
export function applyProposal(desk: Desk, id: string, permission: Permission): Promise<Proposal> {
  return desk.inTurn(async () => {
    const context = portContext(desk);
    const state = orThrow(await desk.document.read(context));
    const proposal = proposalOf(state, id);
    const at = desk.clock.now();
    const step = { id, at, actor: permission.actor, reason: permission.reason };
    const edit = (files: readonly EditFile[]) => ({
      id: `edit-${desk.ids.id()}`,
      at,
      actor: permission.actor,
      proposalId: id,
      skillName: proposal.skillName,
      files,
      reason: permission.reason,
    });
    // Asked before anything is touched: a status or an actor that is not allowed is refused here.
    orThrow(reduceWorkshop(state, { ...step, type: "applied", edit: edit([]) }));

    const current = await digests(desk, proposal.base);
    if (!sameAsBase(proposal.base, current)) {
      if (proposal.base.length > 0 && proposal.base.every((file, index) => file.result === current[index])) {
        return record(desk, { ...step, type: "applied", edit: edit(proposal.base.map(toEditFile)) });
      }
      throw await goStale(desk, proposal);
    }
    const planned = await planProposal(
      { files: desk.files, maxBytes: desk.config.maxSkillBytes },
      state,
      proposal.skillName,
      proposal.change,
      context,
    );
    if (planned.isErr() && planned.error.code === "proposal-stale") throw await goStale(desk, proposal);
    const plan = orThrow(planned);
    if (!sameResult(proposal.base, plan.writes)) throw await goStale(desk, proposal);

    const assessment = assess(plan, proposal.change, {
      ...(proposal.acceptedRules === undefined ? {} : { acceptedRules: proposal.acceptedRules }),
      // The judge spoke of these very bytes when the proposal was made.
      verdicts: proposal.verdicts ?? [],
    });
    if (assessment.quarantineReason !== undefined) {
      await record(desk, {
        type: "quarantined",
        id,
        at,
        actor: "workshop",
        reason: assessment.quarantineReason,
        assessment,
      });
      log(desk, "warn", `quarantined ${proposal.skillName}`);
      throw new CortexError("proposal-quarantined", "quarantined proposal cannot be applied", {
        details: { id },
      });
    }
    const files = await writeFiles(desk, plan.writes);
    const applied = await recordApplied(desk, { ...step, type: "applied", edit: edit(files) });
    log(desk, "info", `applied ${proposal.skillName}`);
    await announce(desk, proposal.skillName, plan.writes);
    return applied;
  });
}

/** Another process may have recorded this very write as recovered: then it is done all the same. */
async function recordApplied(desk: Desk, event: WorkshopEvent & { readonly id: string }): Promise<Proposal> {
  try {
    return await record(desk, event);
  } catch (error) {
    if (!CortexError.is(error) || error.code !== "proposal-state") throw error;
    const proposal = proposalOf(orThrow(await desk.document.read(portContext(desk))), event.id);
    if (proposal.status !== "applied") throw error;
    return proposal;
  }
}

async function goStale(desk: Desk, proposal: Proposal): Promise<CortexError> {
  const reason = "the file changed since the proposal was made";
  await record(desk, {
    type: "went-stale",
    id: proposal.id,
    at: desk.clock.now(),
    actor: "workshop",
    reason,
  });
  log(desk, "info", `stale ${proposal.skillName}`);
  const stale = failure(
    "proposal-stale",
    `The proposal is stale: ${reason}. Revise or reopen it to base it on the file as it is now.`,
  );
  return new CortexError(stale.code, stale.message, { details: { id: proposal.id } });
}

/** Digests of the files of a base as they are now; null for a missing one. */
export async function digests(
  desk: Desk,
  base: readonly Pick<BaseFile, "path">[],
): Promise<readonly (string | null)[]> {
  const context = portContext(desk);
  const found: (string | null)[] = [];
  for (const { path } of base) {
    const file = await desk.files.read({ path }, context);
    found.push(file === undefined ? null : textDigest(file.text));
  }
  return found;
}

function sameAsBase(base: readonly BaseFile[], current: readonly (string | null)[]): boolean {
  return base.every((file, index) => file.digest === current[index]);
}

/** The same change on the same file must give the text that was shown and scanned. */
function sameResult(base: readonly BaseFile[], writes: readonly PlannedWrite[]): boolean {
  return (
    base.length === writes.length &&
    base.every((file, index) => {
      const write = writes[index];
      return (
        write?.path === file.path &&
        (write.after === undefined ? null : textDigest(write.after)) === file.result
      );
    })
  );
}

function toEditFile(file: BaseFile): EditFile {
  return { path: file.path, before: file.digest, after: file.result, executable: false };
}
