import type { Flow, Moment } from "../flow-types.js";
import { askForApproval, fireReflex } from "./authorise.js";
import { execute } from "./execute.js";

/** The wait is over: the retry after an API error, or a reflex whose notice window must have closed. */
export function waited(moment: Moment): Flow {
  const { work, pending } = moment.flow;
  const { effect } = pending;
  if (work.trial !== undefined) return execute(moment, work);
  const early = effect.kind === "wait" && moment.at < effect.until;
  return early ? askForApproval(moment, work) : fireReflex(moment, work);
}
