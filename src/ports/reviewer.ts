import type { PortContext } from "./context.js";

/** Everything a review may know. There is nothing else to fetch: a reviewer has no tools. */
export interface ReviewRequest {
  /** System text: the task and the JSON to answer with. */
  readonly instructions: string;
  /** Existing skills and the transcript, secrets and tool output already removed; untrusted text. */
  readonly prompt: string;
  /** Always `none`: the model run must offer no tool at all. */
  readonly tools: "none";
}

/**
 * A model that reads the end of a conversation and proposes at most one change to a
 * skill. It must call no tools and write nothing. The answer is raw text; the workshop
 * validates it. Stops soon after `context.signal` aborts; a late answer is ignored.
 */
export interface Reviewer {
  readonly specificationVersion: "v1";
  review(request: ReviewRequest, context: PortContext): Promise<string>;
}
