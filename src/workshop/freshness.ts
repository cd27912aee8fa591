import { CortexError } from "../core/errors.js";
import { textDigest } from "../safety/tree-digest.js";
import { type Desk, log, orThrow, portContext, proposalOf } from "./desk.js";
import type { BaseFile, Proposal } from "./proposal.js";
import { record } from "./record.js";

/** Digests of files as they are now; null for a missing one. */
export async function digests(
  desk: Desk,
  files: readonly Pick<BaseFile, "path">[],
): Promise<readonly (string | null)[]> {
  const context = portContext(desk);
  const found: (string | null)[] = [];
  for (const { path } of files) {
    const file = await desk.files.read({ path }, context);
    found.push(file === undefined ? null : textDigest(file.text));
  }
  return found;
}

/**
 * How the files of a proposal stand: as they were when it was made, already as it would leave them or some of them so (a
 * process died after a write or between two), or changed by somebody else.
 */
export async function standing(
  desk: Desk,
  { base }: Pick<Proposal, "base">,
): Promise<"as-shown" | "written" | "half-written" | "changed"> {
  const current = await digests(desk, base);
  if (base.every((file, index) => file.digest === current[index])) return "as-shown";
  if (base.every((file, index) => file.result === current[index])) return "written";
  const isKnown = (file: BaseFile, index: number): boolean =>
    file.digest === current[index] || file.result === current[index];
  return base.every(isKnown) ? "half-written" : "changed";
}

/** The proposal as it is now; a waiting one whose file changed has turned stale. */
export async function freshProposal(desk: Desk, id: string): Promise<Proposal> {
  const proposal = proposalOf(orThrow(await desk.document.read(portContext(desk))), id);
  if (proposal.status !== "pending" || (await standing(desk, proposal)) !== "changed") return proposal;
  return goStale(desk, proposal);
}

/** Looks at the files of every waiting proposal; gives those that turned stale. */
export async function refreshProposals(desk: Desk): Promise<readonly Proposal[]> {
  const state = orThrow(await desk.document.read(portContext(desk)));
  const stale: Proposal[] = [];
  for (const proposal of state.proposals) {
    if (proposal.status !== "pending" || (await standing(desk, proposal)) !== "changed") continue;
    stale.push(await goStale(desk, proposal));
  }
  return stale;
}

const WHY_STALE = "the file changed since the proposal was made";

/** Marks a proposal stale. Whoever was faster has decided: then it is given as it is. */
export async function goStale(desk: Desk, proposal: Proposal): Promise<Proposal> {
  const { id, skillName } = proposal;
  try {
    const at = desk.clock.now();
    const stale = await record(desk, { type: "went-stale", id, at, actor: "workshop", reason: WHY_STALE });
    log(desk, "info", `stale ${skillName}`);
    return stale;
  } catch (error) {
    if (!CortexError.is(error) || error.code !== "proposal-state") throw error;
    return proposalOf(orThrow(await desk.document.read(portContext(desk))), id);
  }
}

/** What is said to whoever wants to apply a stale proposal. */
export function staleError(id: string): CortexError {
  return new CortexError(
    "proposal-stale",
    `The proposal is stale: ${WHY_STALE}. Revise or reopen it to base it on the file as it is now.`,
    { details: { id } },
  );
}
