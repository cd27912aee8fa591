import type { Result } from "neverthrow";
import { CortexError, type CortexFailure } from "../core/errors.js";
import type { Approver } from "../ports/approver.js";
import type { Clock, Randomness } from "../ports/clock.js";
import type { PortContext } from "../ports/context.js";
import type { Judge } from "../ports/judge.js";
import type { Logger } from "../ports/logger.js";
import type { Reviewer } from "../ports/reviewer.js";
import type { WorkspaceFiles } from "../ports/workspace-files.js";
import { redactSecrets } from "../text/redact-secrets.js";
import { safeText } from "../text/safe-text.js";
import type { WorkshopConfig } from "./config.js";
import type { Proposal } from "./proposal.js";
import { proposalNotFound } from "./reduce-workshop.js";
import type { WorkshopState } from "./state.js";
import type { WorkshopDocument } from "./workshop-document.js";

/** Told after every write, so that a host can refresh what its agents see. */
export interface SkillsChanged {
  readonly skillNames: readonly string[];
  readonly paths: readonly string[];
}

/** Everything the parts of the workshop share. */
export interface Desk {
  readonly config: WorkshopConfig;
  readonly files: WorkspaceFiles;
  readonly document: WorkshopDocument;
  readonly clock: Clock;
  readonly ids: Pick<Randomness, "id">;
  readonly approver: Approver | undefined;
  readonly reviewer: Reviewer | undefined;
  readonly judge: Judge | undefined;
  readonly logger: Logger | undefined;
  readonly onSkillsChanged: ((change: SkillsChanged) => void | Promise<void>) | undefined;
  /** Writes of one workshop happen one after the other. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Runs work that writes files and records it. Nobody else does so meanwhile, so that records stand in the order of the
 * writes.
 */
export function writingAlone<T>(desk: Desk, work: (desk: Desk) => Promise<T>): Promise<T> {
  const { files } = desk;
  return desk.inTurn(() =>
    files.exclusively === undefined
      ? work(desk)
      : files.exclusively((own) => work({ ...desk, files: own }), portContext(desk)),
  );
}

const LONGEST_LOG_LINE = 500;

/** How long a port may take when nothing else limits it. */
const PORT_TIME_MS = 60_000;

/** The context of a port call that starts now. */
export function portContext(
  desk: Desk,
  options: { readonly timeMs?: number; readonly signal?: AbortSignal } = {},
): PortContext {
  return {
    signal: options.signal ?? new AbortController().signal,
    deadline: desk.clock.now() + (options.timeMs ?? PORT_TIME_MS),
    flowId: "workshop",
  };
}

/** At the facade expected failures become the one error class. */
export function orThrow<T>(result: Result<T, CortexFailure>): T {
  if (result.isOk()) return result.value;
  throw new CortexError(result.error.code, result.error.message, { details: result.error.details });
}

/** The proposal with this id. */
export function proposalOf(state: WorkshopState, id: string): Proposal {
  const proposal = state.proposals.find((candidate) => candidate.id === id);
  if (proposal === undefined) {
    const missing = proposalNotFound(id);
    throw new CortexError(missing.code, missing.message, { details: missing.details });
  }
  return proposal;
}

/** Writes one operator's line; a logger that throws changes nothing. */
export function log(desk: Desk, level: "debug" | "info" | "warn", line: string): void {
  try {
    desk.logger?.log(level, `skill-workshop: ${safeText(redactSecrets(line).text, LONGEST_LOG_LINE)}`);
  } catch {
    // Losing a log line is better than losing what it was about.
  }
}

/** Runs works one after the other, whatever becomes of each. */
export function createQueue(): Desk["inTurn"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
