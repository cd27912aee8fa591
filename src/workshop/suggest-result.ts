import type { Proposal } from "./proposal.js";

/** What became of a suggestion. */
export interface SuggestResult {
  /** The proposal's status, `duplicate` of an earlier one, or `unchanged` when the skill says so already. */
  readonly status: Proposal["status"] | "duplicate" | "unchanged";
  readonly skillPath?: string;
  readonly proposal?: Proposal;
  /** Why it was not written, in words for the agent and the user. */
  readonly note?: string;
}

/** The result of a write. */
export function written(proposal: Proposal): SuggestResult {
  const path = proposal.base[0]?.path;
  return { status: proposal.status, proposal, ...(path === undefined ? {} : { skillPath: path }) };
}
