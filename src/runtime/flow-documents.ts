import { CortexError } from "../core/errors.js";
import type { Flow, OpenFlow } from "../core/flow-types.js";
import type { PortContext } from "../ports/context.js";
import type { Store } from "../ports/store.js";

/** A flow with the revision of its document; `undefined` while it exists in this process only. */
export interface OpenDocument {
  readonly flow: OpenFlow;
  readonly revision: string | undefined;
  /** Writes of ours of which nobody knows whether they happened: the store failed or hung during them. */
  readonly unconfirmed?: readonly string[];
}

const keyOf = (flowId: string) => `flow/${flowId}`;

export async function readFlow(
  store: Store,
  flowId: string,
  context: PortContext,
): Promise<OpenDocument | undefined> {
  const document = await store.read({ key: keyOf(flowId) }, context);
  if (document === undefined) return undefined;
  const flow = parseFlow(document.text);
  if (flow === undefined)
    throw new CortexError("flow-schema-unknown", `Flow ${flowId} was written by another release.`, {
      details: { flowId, revision: document.revision },
    });
  return { flow, revision: document.revision };
}

/** Written by compare-and-swap: two processes can't advance the same flow. */
export async function writeFlow(
  store: Store,
  document: OpenDocument,
  context: PortContext,
): Promise<OpenDocument> {
  const expected = await revisionOf(store, document, context);
  const swap = await store.compareAndSwap(
    { key: keyOf(document.flow.id), expected, text: JSON.stringify(document.flow) },
    context,
  );
  if (swap.outcome === "conflict")
    throw new CortexError("flow-not-waiting", `Another process went on with flow ${document.flow.id}.`);
  return { flow: document.flow, revision: swap.revision };
}

/** A finished flow leaves nothing behind: its document holds the task's text. */
export async function deleteFlow(store: Store, document: OpenDocument, context: PortContext): Promise<void> {
  const expected = await revisionOf(store, document, context);
  if (expected !== undefined) await forgetFlow(store, document.flow.id, expected, context);
}

/** Deletes a document that nobody can read as a flow. */
export async function forgetFlow(
  store: Store,
  flowId: string,
  revision: string,
  context: PortContext,
): Promise<void> {
  await store.compareAndSwap({ key: keyOf(flowId), expected: revision, text: undefined }, context);
}

/** The revision that this process wrote last, also when the answer to that write got lost. */
async function revisionOf(
  store: Store,
  { flow, revision, unconfirmed }: OpenDocument,
  context: PortContext,
): Promise<string | undefined> {
  if (unconfirmed === undefined) return revision;
  const current = await store.read({ key: keyOf(flow.id) }, context);
  return current !== undefined && unconfirmed.includes(current.text) ? current.revision : revision;
}

export async function listFlows(store: Store, context: PortContext): Promise<readonly string[]> {
  const keys = await store.list({ prefix: "flow/" }, context);
  return keys.map((key) => key.slice("flow/".length));
}

function parseFlow(text: string): OpenFlow | undefined {
  try {
    const flow = JSON.parse(text) as Flow;
    const usable = flow.schema === 1 && flow.phase !== "done" && typeof flow.pending.id === "string";
    return usable ? flow : undefined;
  } catch {
    return undefined;
  }
}
