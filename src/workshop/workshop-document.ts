import { err, ok, type Result } from "neverthrow";
import { type CortexFailure, failure } from "../core/errors.js";
import type { Clock } from "../ports/clock.js";
import type { PortContext } from "../ports/context.js";
import type { Logger } from "../ports/logger.js";
import type { Store } from "../ports/store.js";
import { textDigest } from "../safety/tree-digest.js";
import { parseWorkshop, serialiseWorkshop } from "./snapshot.js";
import { EMPTY_WORKSHOP, type WorkshopState } from "./state.js";

/** The stored memory of one workspace, and the texts that its edits replaced. */
export interface WorkshopDocument {
  read(context: PortContext): Promise<Result<WorkshopState, CortexFailure>>;
  /** Decides on the latest state and writes the result; decides again when another process was faster. */
  update<T>(
    decide: (
      state: WorkshopState,
    ) => Result<{ readonly state: WorkshopState; readonly value: T }, CortexFailure>,
    context: PortContext,
  ): Promise<Result<T, CortexFailure>>;
  /** Keeps a text under its digest. */
  keep(text: string, context: PortContext): Promise<void>;
  recall(digest: string, context: PortContext): Promise<string | undefined>;
}

/** Conflicts in a row before giving up; each means that somebody else got their change in. */
const ATTEMPTS = 100;
const LONGEST_PAUSE_MS = 40;

/** Opens the document of a workspace. Ports may throw; what they throw passes through. */
export function openWorkshopDocument(options: {
  readonly store: Store;
  readonly workspaceDir: string;
  readonly clock: Clock;
  readonly logger: Logger | undefined;
}): WorkshopDocument {
  const { store, clock, logger } = options;
  const key = `workshop/${workspaceHash(options.workspaceDir)}`;
  let known: { readonly revision: string; readonly state: WorkshopState } | undefined;

  const load = async (
    context: PortContext,
  ): Promise<
    Result<{ readonly state: WorkshopState; readonly revision: string | undefined }, CortexFailure>
  > => {
    const stored = await store.read({ key }, context);
    if (stored === undefined) return ok({ state: EMPTY_WORKSHOP, revision: undefined });
    if (known?.revision === stored.revision) return ok(known);
    const parsed = parseWorkshop(stored.text);
    if (parsed.isOk()) {
      known = { revision: stored.revision, state: parsed.value };
      if (parsed.value.unreadable.length > 0) {
        logger?.log(
          "warn",
          `skill-workshop: ${parsed.value.unreadable.length} unreadable parts of ${key} are kept aside`,
        );
      }
      return ok(known);
    }
    if (parsed.error.code !== "store-corrupt" || store.quarantine === undefined) return err(parsed.error);
    const { movedTo, backup } = await store.quarantine({ key, revision: stored.revision }, context);
    const older = backup === undefined ? undefined : parseWorkshop(backup).unwrapOr(undefined);
    logger?.log(
      "warn",
      `skill-workshop: ${key} was damaged and moved to ${movedTo}; ${older ? "continuing from the backup" : "starting empty"}`,
    );
    return ok({ state: older ?? EMPTY_WORKSHOP, revision: undefined });
  };

  return {
    async read(context) {
      return (await load(context)).map(({ state }) => state);
    },
    async update(decide, context) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const loaded = await load(context);
        if (loaded.isErr()) return err(loaded.error);
        const { state, revision } = loaded.value;
        const decided = decide(state);
        if (decided.isErr()) return err(decided.error);
        if (decided.value.state === state) return ok(decided.value.value);
        const text = serialiseWorkshop(decided.value.state);
        const swapped = await store.compareAndSwap({ key, expected: revision, text }, context);
        if (swapped.outcome === "committed") {
          known = { revision: swapped.revision, state: decided.value.state };
          return ok(decided.value.value);
        }
        if (attempt > 2) await clock.sleep(Math.min(attempt, LONGEST_PAUSE_MS), context.signal);
      }
      return err(failure("store-conflict", "Other processes kept changing the workshop; try again."));
    },
    async keep(text, context) {
      const blob = blobKey(key, textDigest(text));
      if ((await store.read({ key: blob }, context)) !== undefined) return;
      // A conflict means that another process keeps the same text: its name is its content.
      await store.compareAndSwap({ key: blob, expected: undefined, text }, context);
    },
    async recall(digest, context) {
      const stored = await store.read({ key: blobKey(key, digest) }, context);
      return stored !== undefined && textDigest(stored.text) === digest ? stored.text : undefined;
    },
  };
}

/** Names a workspace in the store: 16 hex digits of the hash of its directory. */
export function workspaceHash(workspaceDir: string): string {
  return textDigest(workspaceDir).slice("sha256:".length, "sha256:".length + 16);
}

function blobKey(key: string, digest: string): string {
  return `${key}.texts/${digest.replace("sha256:", "")}`;
}
