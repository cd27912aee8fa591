import type { PortContext } from "./context.js";

export interface StoredDocument {
  readonly text: string;
  /** Opaque; equal revisions mean equal text. */
  readonly revision: string;
}

/**
 * Small text documents under slash-separated keys (`cortex`, `flow/…`, `workshop/…`).
 * A write happens only when the document is still what the writer read: nothing is
 * ever overwritten unseen, with any number of processes.
 *
 * Keys match `[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*`, at most 200 characters; others are refused with
 * `store-unsafe-path`.
 * Failure contract: rejects with a `CortexError` whose code starts with `store-`, or is `closed` after `close`;
 * after a rejection the document is the old or the new one, never anything between.
 */
export interface Store {
  readonly specificationVersion: "v1";
  /** Keys that start with `prefix`, sorted. */
  list(request: { readonly prefix: string }, context: PortContext): Promise<readonly string[]>;
  read(request: { readonly key: string }, context: PortContext): Promise<StoredDocument | undefined>;
  /** `expected: undefined` means "must not exist"; `text: undefined` deletes. */
  compareAndSwap(
    request: {
      readonly key: string;
      readonly expected: string | undefined;
      readonly text: string | undefined;
    },
    context: PortContext,
  ): Promise<SwapResult>;
  /**
   * Optional: puts an unusable document aside (for a file store as `<name>.corrupt-<sha>`) and says where,
   * together with the newest older text that the store still has, if any.
   */
  quarantine?(
    request: { readonly key: string; readonly revision: string },
    context: PortContext,
  ): Promise<{ readonly movedTo: string; readonly backup: string | undefined }>;
  close?(): Promise<void>;
}

export type SwapResult =
  | { readonly outcome: "committed"; readonly revision: string }
  | { readonly outcome: "conflict" };
