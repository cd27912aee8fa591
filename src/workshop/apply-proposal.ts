import { CortexError } from "../core/errors.js";
import { textDigest } from "../safety/tree-digest.js";
import { assess } from "./assess.js";
import { type Desk, log, orThrow, portContext, proposalOf, writingAlone } from "./desk.js";
import type { WorkshopEvent } from "./events.js";
import { goStale, staleError, standing } from "./freshness.js";
import { type PlannedWrite, planProposal } from "./plan-proposal.js";
import type { Actor, BaseFile, Proposal } from "./proposal.js";
import { record } from "./record.js";
import { recoverWrites } from "./recover-writes.js";
import { reduceWorkshop } from "./reduce-workshop.js";
import type { EditFile } from "./state.js";
import { announce, putBack, writeFiles } from "./write-files.js";

/** Who lets the write happen: a person, the host, or the host's standing `auto` policy. */
export interface Permission {
  readonly actor: Extract<Actor, "human" | "host" | "policy">;
  readonly reason: string;
  /** The revision that was shown, if one was. */
  readonly revision?: number;
}

/**
 * Writes a pending proposal. The files must still be those it was made for, and it is scanned once more: neither an
 * edited store nor a changed file slips through. A write whose record was lost in a crash is only recorded, not repeated.
 */
export async function applyProposal(desk: Desk, id: string, permission: Permission): Promise<Proposal> {
  const { proposal, writes } = await writingAlone(desk, (own) => written(own, id, permission));
  // Only now: whoever hears of it may want to write as well.
  if (writes.length > 0) await announce(desk, proposal.skillName, writes);
  return proposal;
}

async function written(
  desk: Desk,
  id: string,
  permission: Permission,
): Promise<{ readonly proposal: Proposal; readonly writes: readonly PlannedWrite[] }> {
  const context = portContext(desk);
  const known = proposalOf(orThrow(await desk.document.read(context)), id);
  const paths = known.base.map((file) => file.path);
  await recoverWrites(desk, paths);
  const state = orThrow(await desk.document.read(context));
  const proposal = proposalOf(state, id);
  const isRecovered = known.status === "pending" && proposal.status === "applied";
  if (isRecovered && proposal.revision === known.revision) return { proposal, writes: [] };
  const at = desk.clock.now();
  const { actor, reason, revision = proposal.revision } = permission;
  const applied = (files: readonly EditFile[]) => ({
    type: "applied" as const,
    id,
    at,
    actor,
    reason,
    revision,
    edit: {
      id: `edit-${desk.ids.id()}`,
      at,
      actor,
      proposalId: id,
      skillName: proposal.skillName,
      files,
      reason,
    },
  });
  // Asked before anything is touched: a status, an actor or a revision that is not allowed is refused here.
  orThrow(reduceWorkshop(state, applied([])));

  if ((await standing(desk, proposal)) === "changed") throw await staleNow(desk, proposal);
  const limits = { files: desk.files, maxBytes: desk.config.maxSkillBytes };
  const planned = await planProposal(limits, state, proposal.skillName, proposal.change, context);
  if (planned.isErr() && planned.error.code === "proposal-stale") throw await staleNow(desk, proposal);
  const plan = orThrow(planned);
  if (!sameResult(proposal.base, plan.writes)) throw await staleNow(desk, proposal);

  const assessment = assess(plan, proposal.change, {
    ...(proposal.acceptedRules === undefined ? {} : { acceptedRules: proposal.acceptedRules }),
    // The judge spoke of these very bytes when the proposal was made.
    verdicts: proposal.verdicts ?? [],
  });
  if (assessment.quarantineReason !== undefined) {
    const why = assessment.quarantineReason;
    await record(desk, { type: "quarantined", id, at, actor: "workshop", reason: why, assessment });
    log(desk, "warn", `quarantined ${proposal.skillName}`);
    throw new CortexError("proposal-quarantined", "quarantined proposal cannot be applied", {
      details: { id },
    });
  }
  const done = await recordWritten(desk, applied(await writeFiles(desk, plan.writes)), plan.writes);
  log(desk, "info", `applied ${proposal.skillName}`);
  return { proposal: done, writes: plan.writes };
}

/** A record that is refused for good (the proposal was rejected or revised meanwhile) takes the write back. */
async function recordWritten(
  desk: Desk,
  event: WorkshopEvent & { readonly id: string },
  writes: readonly PlannedWrite[],
): Promise<Proposal> {
  try {
    return await record(desk, event);
  } catch (error) {
    const isRefused = CortexError.is(error) && error.category === "policy";
    if (isRefused) for (const write of [...writes].reverse()) await putBack(desk, write);
    throw error;
  }
}

async function staleNow(desk: Desk, proposal: Proposal): Promise<CortexError> {
  await goStale(desk, proposal);
  return staleError(proposal.id);
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
