import { type Desk, orThrow, portContext, proposalOf } from "./desk.js";
import type { WorkshopEvent } from "./events.js";
import type { Proposal } from "./proposal.js";
import { reduceWorkshop } from "./reduce-workshop.js";
import type { WorkshopState } from "./state.js";

/** Records one event of a proposal and gives the proposal as it is afterwards. */
export async function record(desk: Desk, event: WorkshopEvent & { readonly id: string }): Promise<Proposal> {
  return proposalOf(await advance(desk, event), event.id);
}

/** Records one event and gives the memory as it is afterwards. */
export async function advance(desk: Desk, event: WorkshopEvent): Promise<WorkshopState> {
  const result = await desk.document.update(
    (state) => reduceWorkshop(state, event).map((next) => ({ state: next, value: next })),
    portContext(desk),
  );
  return orThrow(result);
}
