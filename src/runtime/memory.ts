import type { Diagnostic } from "../core/diagnostics.js";
import { type CortexFailure, failure } from "../core/errors.js";
import type { Batch } from "../core/facts.js";
import type { MemoryView } from "../core/memory-view.js";
import { matchRegions } from "../core/perception.js";
import { parseSnapshot, serialiseSnapshot } from "../core/snapshot.js";
import { type CortexState, initialState, reduce } from "../core/state.js";
import { viewOf } from "../core/view-of.js";
import type { PortContext } from "../ports/context.js";
import type { ResolvedOptions } from "./cortex-options.js";
import { loadSafety } from "./load-safety.js";

const KEY = "cortex";
/** Tries of one commit; with jitter, hundreds of writers get through long before. */
const TRIES = 64;

/** Memory as it was read. */
export interface LoadedMemory {
  readonly state: CortexState;
  readonly revision: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** False when a newer release wrote it: it may be read but not overwritten. */
  readonly writable: boolean;
  /** Set when the document was unusable; what is used instead is the backup or nothing. */
  readonly corrupt: boolean;
  /** The document's text when parts of it could not be read: it is copied aside before it is overwritten. */
  readonly damaged?: string;
}

/**
 * What the document said when it was last read or written here, by store. A flow reads memory before every step that
 * depends on it; mostly nobody has written since, and comparing two texts is a hundred times cheaper than parsing one.
 */
const remembered = new WeakMap<
  object,
  { readonly text: string; readonly state: CortexState; readonly at: number }
>();

export async function loadMemory(options: ResolvedOptions, context: PortContext): Promise<LoadedMemory> {
  const document = await options.store.read({ key: KEY }, context);
  if (document === undefined)
    return { state: initialState, revision: undefined, diagnostics: [], writable: true, corrupt: false };
  const { revision, text } = document;
  const at = options.clock.now();
  const known = remembered.get(options.store);
  // A clock that was set back may make times of the document lie in the future: then it is read anew.
  if (known !== undefined && known.at <= at && known.text === text)
    return { state: known.state, revision, diagnostics: [], writable: true, corrupt: false };
  const parsed = parseSnapshot(text, { at, limits: options.limits });
  if (parsed.status === "ok" && parsed.diagnostics.length === 0)
    remembered.set(options.store, { text, state: parsed.state, at });
  if (parsed.status === "corrupt") return setAside(options, context, revision);
  return {
    state: parsed.state,
    revision,
    diagnostics: parsed.diagnostics,
    writable: parsed.status !== "newer",
    corrupt: false,
    ...(parsed.status === "repaired" && { damaged: text }),
  };
}

/** The damaged document is kept under another name; the backup takes its place, or memory starts anew. */
async function setAside(
  options: ResolvedOptions,
  context: PortContext,
  revision: string,
): Promise<LoadedMemory> {
  const moved = await options.store.quarantine?.({ key: KEY, revision }, context);
  const where = moved === undefined ? "left where it is" : `moved to ${moved.movedTo}`;
  const asideWith = (next: string) =>
    ({
      corrupt: true,
      writable: true,
      diagnostics: [
        {
          code: "cortex-corrupt",
          severity: "error",
          message: `The cortex document could not be read and was ${where}.`,
          fix: `Nothing to do: ${next}.`,
        },
      ],
    }) as const;
  const anew = asideWith("memory is rebuilt from the next task on");
  if (moved?.backup === undefined)
    return { ...anew, state: initialState, revision: moved === undefined ? revision : undefined };
  const backup = parseSnapshot(moved.backup, { at: options.clock.now(), limits: options.limits });
  if (backup.status === "corrupt") return { ...anew, state: initialState, revision: undefined };
  // Put back at once: whoever reads next finds no document any more, and would begin with nothing.
  const put = await options.store
    .compareAndSwap({ key: KEY, expected: undefined, text: moved.backup }, context)
    .catch(() => undefined);
  if (put?.outcome === "conflict") return loadMemory(options, context);
  return {
    ...asideWith("the backup is used, which lacks at most the last change"),
    state: backup.state,
    revision: put?.revision,
    writable: backup.status !== "newer",
    ...(backup.status === "repaired" && { damaged: moved.backup }),
  };
}

/** Keeps what could not be read, under the digest of the whole: the same damage is kept once. */
async function copyAside(options: ResolvedOptions, context: PortContext, text: string): Promise<void> {
  const { textDigest } = await loadSafety();
  const key = `${KEY}.repaired-${textDigest(text).slice("sha256:".length, "sha256:".length + 16)}`;
  await options.store.compareAndSwap({ key, expected: undefined, text }, context);
}

/** Applies a change to the latest memory and writes it, again and again until nobody came between. */
export async function updateMemory(
  options: ResolvedOptions,
  context: PortContext,
  change: (state: CortexState) => CortexState,
): Promise<{
  readonly saved: boolean;
  readonly state: CortexState;
  readonly failure: CortexFailure | undefined;
}> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const memory = await loadMemory(options, context);
    const state = change(memory.state);
    if (!memory.writable)
      return {
        saved: false,
        state,
        failure: failure("store-newer-version", "A newer release wrote the cortex; update to write it."),
      };
    if (state === memory.state && (memory.revision !== undefined || state === initialState))
      return { saved: true, state, failure: undefined };
    if (memory.damaged !== undefined) await copyAside(options, context, memory.damaged);
    const text = serialiseSnapshot(state);
    const swap = await options.store.compareAndSwap({ key: KEY, expected: memory.revision, text }, context);
    if (swap.outcome === "committed") {
      remembered.set(options.store, { text, state, at: options.clock.now() });
      return { saved: true, state, failure: undefined };
    }
    await options.clock.sleep(
      Math.ceil(options.randomness.number() * Math.min(50, 2 + attempt * 4)),
      context.signal,
    );
  }
  const { state } = await loadMemory(options, context);
  return {
    saved: false,
    state,
    failure: failure("store-conflict", "Other processes kept writing; the facts were not saved."),
  };
}

export function applyBatch(options: ResolvedOptions, batch: Batch): (state: CortexState) => CortexState {
  return (state) => reduce(options.limits, state, batch);
}

/** What of memory concerns the task. Matching by meaning that fails falls back to words. */
export async function viewFor(
  options: ResolvedOptions,
  state: CortexState,
  task: string,
  context: PortContext,
): Promise<MemoryView> {
  const regions = state.regions.map(({ region, signals, candidates }) => ({
    region,
    signals,
    examples: candidates.flatMap(({ examples }) => examples),
  }));
  return viewOf(state, await regionScores(options, task, regions, context), options.limits);
}

async function regionScores(
  options: ResolvedOptions,
  task: string,
  regions: readonly {
    region: string;
    signals: readonly string[];
    examples: readonly (readonly string[])[];
  }[],
  context: PortContext,
): Promise<Readonly<Record<string, number>>> {
  if (options.matcher !== undefined && regions.length > 0) {
    try {
      return await options.matcher.regions({ task, regions }, context);
    } catch {
      // Reported by the guard; the words decide.
    }
  }
  return matchRegions(task, regions);
}
